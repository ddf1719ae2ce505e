import { describe, expect, test } from "vitest";
import { type EndpointHealth, ServerError } from "../../../client";
import { NotShown } from "../../../client/jobs/not-shown";
import { VirtualClock } from "../../support/virtual-clock";

const health = (jobs: object, workers: object): EndpointHealth => ({
  jobs: { completed: 0, failed: 0, inProgress: 0, inQueue: 0, retried: 0, ...jobs },
  workers: { idle: 0, running: 0, ...workers },
});

const quiet = health({}, { idle: 1 });
const busy = health({ inQueue: 1 }, { idle: 1 });
const starting = health({ inQueue: 1 }, { initializing: 1 });
const throttled = health({ inQueue: 1 }, { throttled: 1 });

async function mayAppear(by: "accepted" | "known", afterMs: number, seen: EndpointHealth | Error | undefined) {
  const clock = new VirtualClock();
  const answer = async () => {
    if (seen instanceof Error) throw seen;
    return seen as EndpointHealth;
  };
  const notShown = new NotShown({ clock, timeScale: 1, ...(seen && { health: answer }) }, by === "accepted");
  clock.advance(afterMs);
  return await notShown.mayAppear();
}

describe("a job that RunPod does not find", () => {
  test.each([
    [
      "RunPod accepted the job 149 s ago and the client cannot ask for the endpoint's health",
      "accepted",
      149_000,
      undefined,
    ],
    ["RunPod accepted the job 149 s ago and the endpoint is idle", "accepted", 149_000, quiet],
    ["RunPod accepted the job 899 s ago and workers are starting", "accepted", 899_000, starting],
    ["RunPod accepted the job 899 s ago and workers are throttled", "accepted", 899_000, throttled],
    ["RunPod accepted the job 899 s ago and a job is waiting", "accepted", 899_000, busy],
    ["the client has known the id for 899 s and workers are throttled", "known", 899_000, throttled],
    ["the client has known the id for 9 s and the endpoint is idle", "known", 9_000, quiet],
    ["the client has known the id for 149 s and a job is waiting", "known", 149_000, busy],
    ["the client has known the id for 899 s and workers are starting", "known", 899_000, starting],
  ] as const)("does not count as removed if %s", async (_, by, ms, seen) => {
    expect(await mayAppear(by, ms, seen)).toBe(true);
  });

  test.each([
    ["RunPod accepted the job 151 s ago and the endpoint is idle", "accepted", 151_000, quiet],
    ["RunPod accepted the job 901 s ago and a job is waiting", "accepted", 901_000, busy],
    [
      "RunPod accepted the job 151 s ago and the client cannot ask for the endpoint's health",
      "accepted",
      151_000,
      undefined,
    ],
    ["RunPod accepted the job 901 s ago and workers are starting", "accepted", 901_000, starting],
    ["the client has known the id for 11 s and the endpoint is idle", "known", 11_000, quiet],
    ["the client has known the id for 11 s and cannot ask for the endpoint's health", "known", 11_000, undefined],
    ["the client has known the id for 151 s and a job is waiting", "known", 151_000, busy],
    [
      "the client has known the id for 11 s and the read of the endpoint's health fails",
      "known",
      11_000,
      new ServerError({ operation: "health", sentence: "no" }),
    ],
  ] as const)("counts as removed if %s", async (_, by, ms, seen) => {
    expect(await mayAppear(by, ms, seen)).toBe(false);
  });
});
