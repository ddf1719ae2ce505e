import { expect } from "vitest";
import { anEndpoint, type Facts, fact, holds, keys } from "../support/facts";
import type { World } from "../support/harness";
import { problem } from "../support/harness";

const jobOf = (it: World, endpoint: string, body: object = { input: { a: 1 } }) => it.run(endpoint, body);
const refusedJob = (key: string, value: unknown) =>
  fact(
    async (it) => {
      const { status, body } = await it.post(`/v2/${await anEndpoint(it)}/run`, { input: { a: 1 }, [key]: value });
      return [status, body];
    },
    [400, problem(400, `${key} is not a known property`)],
  );

const jobs: Facts = {
  "a job with a webhook is refused": refusedJob("webhook", "http://127.0.0.1:9"),
  "a job with a policy is refused": refusedJob("policy", { ttl: 60_000 }),
  "a job with s3Config is refused": refusedJob("s3Config", {}),
  "/status of a running job shows neither its input nor its worker": fact(
    async (it) => {
      const endpoint = await anEndpoint(it);
      const id = await jobOf(it, endpoint);
      it.advance(550);
      return it.job(endpoint, id);
    },
    { id: expect.any(String), status: "IN_PROGRESS", delayTime: 500, executionTime: expect.any(Number) },
  ),
  "/status of a completed job shows its output but not its worker": fact(
    async (it) => {
      const endpoint = await anEndpoint(it);
      it.emulator.handle(endpoint, () => ({ output: 7 }));
      const id = await jobOf(it, endpoint);
      it.advance(5_000);
      return keys(await it.job(endpoint, id));
    },
    ["delayTime", "executionTime", "id", "output", "status"],
  ),
  "/status of a failed job shows no retries": fact(
    async (it) => {
      const endpoint = await anEndpoint(it);
      it.emulator.handle(endpoint, () => {
        throw new Error("no");
      });
      const id = await jobOf(it, endpoint);
      it.advance(60_000);
      return keys(await it.job(endpoint, id));
    },
    ["delayTime", "error", "executionTime", "id", "status"],
  ),
  "/stream returns a bare list at once": fact(async (it) => {
    const endpoint = await anEndpoint(it);
    return it.get(`/v2/${endpoint}/stream/${await jobOf(it, endpoint)}?wait=300000`);
  }, []),
  "/health counts jobs, idle workers and running workers": fact(async (it) => it.health(await anEndpoint(it)), {
    jobs: { completed: 0, failed: 0, inProgress: 0, inQueue: 0, retried: 0 },
    workers: { idle: 0, running: 0 },
  }),
};

holds(jobs);
