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
  "a request for a job with a webhook is refused": refusedJob("webhook", "http://127.0.0.1:9"),
  "a request for a job with a policy is refused": refusedJob("policy", { ttl: 60_000 }),
  "a request for a job with s3Config is refused": refusedJob("s3Config", {}),
  "/status shows neither the input nor the worker of a running job": fact(
    async (it) => {
      const endpoint = await anEndpoint(it);
      const id = await jobOf(it, endpoint);
      it.advance(550);
      return it.job(endpoint, id);
    },
    { id: expect.any(String), status: "IN_PROGRESS", delayTime: 500, executionTime: expect.any(Number) },
  ),
  "/status shows the output but not the worker of a completed job": fact(
    async (it) => {
      const endpoint = await anEndpoint(it);
      it.emulator.handle(endpoint, () => ({ output: 7 }));
      const id = await jobOf(it, endpoint);
      it.advance(5_000);
      return keys(await it.job(endpoint, id));
    },
    ["delayTime", "executionTime", "id", "output", "status"],
  ),
  "/status does not show the number of retries of a failed job": fact(
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
  "/stream returns a list of chunks without waiting": fact(async (it) => {
    const endpoint = await anEndpoint(it);
    return it.get(`/v2/${endpoint}/stream/${await jobOf(it, endpoint)}?wait=300000`);
  }, []),
  "/health counts jobs, idle workers and running workers": fact(async (it) => it.health(await anEndpoint(it)), {
    jobs: { completed: 0, failed: 0, inProgress: 0, inQueue: 0, retried: 0 },
    workers: { idle: 0, running: 0 },
  }),
};

holds(jobs);
