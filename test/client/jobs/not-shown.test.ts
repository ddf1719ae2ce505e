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

describe("a 404 for a job proves nothing", () => {
  test.each([
    ["accepted", 149_000, undefined],
    ["accepted", 149_000, quiet],
    ["accepted", 899_000, starting],
    ["accepted", 899_000, throttled],
    ["accepted", 899_000, busy],
    ["known", 899_000, throttled],
    ["known", 9_000, quiet],
    ["known", 149_000, busy],
    ["known", 899_000, starting],
  ] as const)("if the client knows the job as %s since %d ms and the endpoint's health is %j", async (by, ms, seen) => {
    expect(await mayAppear(by, ms, seen)).toBe(true);
  });
});

describe("a 404 for a job means that RunPod removed the job", () => {
  test.each([
    ["accepted", 151_000, quiet],
    ["accepted", 901_000, busy],
    ["accepted", 151_000, undefined],
    ["accepted", 901_000, starting],
    ["known", 11_000, quiet],
    ["known", 11_000, undefined],
    ["known", 151_000, busy],
    ["known", 11_000, new ServerError({ operation: "health", sentence: "no" })],
  ] as const)("if the client knows the job as %s since %d ms and the endpoint's health is %j", async (by, ms, seen) => {
    expect(await mayAppear(by, ms, seen)).toBe(false);
  });
});
