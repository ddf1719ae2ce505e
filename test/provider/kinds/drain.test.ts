import { describe, expect, test } from "vitest";
import { type Endpoint, NotFoundError, PermissionError, type Platform, RuleError } from "../../../client";
import { watchedActivities } from "../../../provider/kinds/serverless-endpoint/activity";
import { drainAndDelete, drainPolicy } from "../../../provider/kinds/serverless-endpoint/drain";
import { EngineGoneError } from "../../../provider/pulumi/errors";
import { anEndpoint } from "../../support/endpoints";
import { testRun } from "../../support/test-run";
import { VirtualClock } from "../../support/virtual-clock";

/**
 * A drain of an idle endpoint with workers to restore, whose delete is refused just as a minute window of requests is
 * used up.
 */
async function drained(meanwhile: (run: ReturnType<typeof testRun>) => void): Promise<{ text: string; put: number[] }> {
  const clock = new VirtualClock();
  const live: Endpoint = anEndpoint({ type: "LB", scalerType: "REQUEST_COUNT", workers: 0, workersMax: 3 });
  const put: number[] = [];
  let isSpent = false;
  const turn = async (signal?: AbortSignal) => {
    if (isSpent) await clock.sleep(60_000, signal);
    isSpent = false;
  };
  const endpoints = {
    list: async () => [live],
    get: async (_id: string, { signal }: { signal?: AbortSignal } = {}) => {
      await turn(signal);
      return live;
    },
    update: async (_id: string, { workersMax }: Endpoint) => {
      put.push(workersMax);
      return live;
    },
    delete: async () => {
      isSpent = true;
      meanwhile(run);
      throw new RuleError({ operation: "deleteEndpoint", sentence: "Not now", detail: "not now" });
    },
  };
  const jobs = { health: async () => ({ jobs: { inQueue: 0, inProgress: 0 }, workers: { idle: 0, running: 0 } }) };
  const run = testRun({ platform: { endpoints, jobs } as unknown as Platform, clock });
  const text = await clock.run(drainAndDelete(run, live, drainPolicy({})).catch((error: Error) => error.message));
  return { text: String(text), put };
}

describe("an endpoint during its drain", () => {
  const gone = () => Promise.reject(new NotFoundError({ operation: "op", sentence: "It is not there" }));
  const denied = () => Promise.reject(new PermissionError({ operation: "op", sentence: "Not for this key" }));
  const health = { jobs: { inQueue: 1, inProgress: 2 }, workers: { idle: 3 } };

  test.each<[string, () => Promise<unknown>, () => Promise<unknown>, unknown]>([
    [
      "counts as existing if its counters exist",
      async () => health,
      gone,
      { id: "ep1", queued: 1, inProgress: 2, counted: 3, listed: 0 },
    ],
    ["counts as deleted if neither its counters nor its record exist", gone, gone, undefined],
    ["causes an error if only its counters are missing", gone, async () => anEndpoint({}), "It is not there"],
    ["causes an error if the key may not read its counters", denied, gone, "Not for this key"],
    ["causes an error if the key may not read its record", gone, denied, "Not for this key"],
  ])("%s", async (_, counters, get, expected) => {
    const endpoints = { list: async () => [anEndpoint({ id: "ep1" })], get };
    const platform = { endpoints, jobs: { health: counters } } as unknown as Platform;
    const signal = new AbortController().signal;
    const seen = watchedActivities
      .read(platform, ["ep1"], signal)
      .then((readOne) => readOne("ep1"))
      .catch((error: Error) => error.message);
    expect(await seen).toEqual(typeof expected === "string" ? expect.stringContaining(expected) : expected);
  });
});

test.each([
  ["the list of endpoints counts the workers", 3, 9, 3],
  ["only the endpoint's own record counts the workers", undefined, 2, 2],
])("the drain knows how many workers a load-balancing endpoint has if %s", async (_, listed, recorded, workers) => {
  const of = (count: number | undefined) => anEndpoint({ id: "ep1", type: "LB", workers: count as number });
  const health = () => Promise.reject(new RuleError({ operation: "health", sentence: "not allowed for QB API" }));
  const endpoints = { list: async () => [of(listed)], get: async () => of(recorded) };
  const platform = { endpoints, jobs: { health } };
  const { signal } = new AbortController();
  const readOne = await watchedActivities.read(platform as unknown as Platform, ["ep1"], signal);
  expect(await readOne("ep1")).toEqual({ id: "ep1", queued: 0, inProgress: 0, listed: workers });
});

test("a drain fails if drain.queued is `process` and no worker can take a new job", async () => {
  const live = anEndpoint({ workersMin: 0, workersMax: 0 });
  let looks = 0;
  const jobs = { health: async () => ({ jobs: { inQueue: Math.min(looks++, 1), inProgress: 0 }, workers: {} }) };
  const remove = (_id: string, { lastLook }: { lastLook: () => Promise<void> }) => lastLook();
  const endpoints = { list: async () => [live], get: async () => live, delete: remove };
  const platform = { endpoints, jobs } as unknown as Platform;
  const clock = new VirtualClock();
  const draining = drainAndDelete(testRun({ platform, clock }), live, drainPolicy({ drain: { queued: "process" } }));
  await expect(clock.run(draining)).rejects.toThrow(
    /1 job queued: new jobs arrived during the drain; it was not deleted\. /,
  );
});

describe("a failed drain", () => {
  test("restores the worker numbers even after a delay by RunPod's rate limit", async () => {
    const { text, put } = await drained(() => undefined);
    expect(text).toContain("could not be drained: RunPod refused the delete: Not now");
    expect(text).toContain("and it has workersMin 0 and workersMax 3 again");
    expect(put).toEqual([0, 3]);
  });

  test("restores the worker numbers even after the user cancels the run", async () => {
    expect((await drained((run) => run.cancel())).put).toEqual([0, 3]);
  });

  test("stops trying to restore the worker numbers soon after the engine has ended", async () => {
    const { text, put } = await drained((run) => run.cancel(new EngineGoneError("the engine is gone")));
    expect(text).toContain("did not respond within 15s, or its limit of requests is used up");
    expect(text).toMatch(
      /Podwright could not restore workersMin 0 and workersMax 3 .* the endpoint has no workers until a "pulumi up"/,
    );
    expect(put).toEqual([0]);
  });
});
