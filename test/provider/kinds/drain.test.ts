import { describe, expect, test } from "vitest";
import { type Endpoint, type Platform, RuleError } from "../../../client";
import { drainAndDelete, drainPolicy } from "../../../provider/kinds/serverless-endpoint/drain";
import { EngineGoneError } from "../../../provider/operations/errors";
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
  const run = testRun({ platform: { endpoints } as unknown as Platform, clock });
  const text = await clock.run(drainAndDelete(run, live, drainPolicy({})).catch((error: Error) => error.message));
  return { text: String(text), put };
}

describe("workers that a failed drain restores", () => {
  test("are also when a minute window of requests has to pass first", async () => {
    const { text, put } = await drained(() => undefined);
    expect(text).toContain("could not be drained: the platform refused the delete: Not now");
    expect(text).toContain("and it has workersMin 0 and workersMax 3 again");
    expect(put).toEqual([0, 3]);
  });

  test("are also after a cancel", async () => {
    expect((await drained((run) => run.cancel())).put).toEqual([0, 3]);
  });

  test("are restored only for a short time where the engine is gone, and the message has the reason", async () => {
    const { text, put } = await drained((run) => run.cancel(new EngineGoneError("the engine is gone")));
    expect(text).toContain("did not respond within 15s, or its limit of requests is used up");
    expect(put).toEqual([0]);
  });
});
