import { describe, expect, test } from "vitest";
import { CapacityError, ConflictError, type Platform, RuleError, ServerError, TimeoutError } from "../../../client";
import { withCapacity } from "../../../provider/kinds/pod/create/capacity";
import { accepts, choicesOf } from "../../../provider/kinds/pod/placement";
import type { PodInputs } from "../../../provider/kinds/pod/pod";
import { deleteWhenUnused } from "../../../provider/lifecycle/in-use";
import { openSession } from "../../../provider/session/session";
import { type TestRun, testRun } from "../../support/test-run";
import { VirtualClock } from "../../support/virtual-clock";

const facts = {
  operation: "op",
  sentence: "RunPod refused",
  detail: "There are no longer any instances available",
};
const clockOf = (run: TestRun) => run.clock as VirtualClock;

describe("the search for capacity", () => {
  const a = { gpu: { id: "A" } };
  const b = { gpu: { id: "B", count: 2 }, cloud: "COMMUNITY" };
  const inputsOf = (more: object) =>
    ({ image: "nginx", __autoname: "web-1234567", ...a, ...more }) as unknown as PodInputs;

  /** Refuses that many times. */
  function asking(inputs: PodInputs, refusals: number, run = testRun()) {
    const asked: unknown[] = [];
    const outcome = withCapacity(run, inputs, async (choice) => {
      asked.push(choice);
      if (asked.length <= refusals) throw new CapacityError(facts);
      return "made";
    });
    return { asked, run, outcome: clockOf(run).run(outcome) };
  }

  test("tries each hardware choice once, in the declared order, if capacityTimeout is not set", async () => {
    const { asked, outcome, run } = asking(inputsOf({ fallbacks: [b] }), 99);
    await expect(outcome).rejects.toThrow(
      /no capacity for 1 × A, nor for 2 × B \(COMMUNITY\), and Podwright created nothing/,
    );
    expect(asked).toEqual([a, b]);
    expect(clockOf(run).slept).toEqual([]);
  });

  test("continues for the time in capacityTimeout with growing pauses", async () => {
    const { outcome, run } = asking(inputsOf({ capacityTimeout: "5m" }), 99);
    await expect(outcome).rejects.toThrow(/has had no capacity for 4m 15s/);
    expect(clockOf(run).slept).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000, 60_000]);
  });

  test("lasts for the time in capacityTimeout, even if the pod's own time-out is short", async () => {
    const { outcome } = asking(inputsOf({ capacityTimeout: "1h" }), 99, testRun({ timeoutMs: 30_000 }));
    await expect(outcome).rejects.toThrow("no capacity for 59m 15s");
  });

  test("ends as soon as a create succeeds", async () => {
    const { outcome, asked } = asking(inputsOf({ fallbacks: [b], capacityTimeout: "5m" }), 3);
    expect(await outcome).toBe("made");
    expect(asked).toEqual([a, b, a, b]);
  });

  describe("for 20 pods", () => {
    /** Searches for all pods, which begin that time after each other. RunPod has capacity after a time, and breaks one attempt. */
    async function searching({
      afterMs = Number.POSITIVE_INFINITY,
      needs = (_: number) => ({}),
      gapMs = 100,
      broken = 0,
    }) {
      const [clock, platform] = [new VirtualClock(), {} as Platform];
      const began = clock.now();
      const asked: number[] = [];
      const search = async (_: unknown, index: number) => {
        await clock.sleep(index * gapMs);
        const inputs = inputsOf({
          __autoname: `web-${index}`,
          env: { N: index },
          ...needs(index),
          capacityTimeout: "5m",
        });
        return await withCapacity(testRun({ clock, platform }), inputs, async () => {
          const number = asked.push(clock.now() - began);
          await clock.sleep(500);
          if (number === broken) throw new ServerError(facts);
          if (clock.now() - began < afterMs) throw new CapacityError(facts);
          return clock.now() - began;
        });
      };
      const outcomes = await clock.run(Promise.allSettled(Array.from({ length: 20 }, search)));
      return { asked, made: outcomes.flatMap((one) => (one.status === "fulfilled" ? [one.value] : [])) };
    }

    test("sends after the first round as many requests as for one pod", async () => {
      const { asked, made } = await searching({});
      expect(made).toEqual([]);
      expect(asked.filter((at) => at < 2_500)).toHaveLength(20);
      expect(asked.length - 20).toBe(7);
    });

    test("asks for all other pods as soon as RunPod has a machine for one of them", async () => {
      const { made } = await searching({ afterMs: 100_000 });
      expect(made).toHaveLength(20);
      expect(Math.max(...made) - Math.min(...made)).toBeLessThanOrEqual(1_000);
      expect(Math.max(...made)).toBeLessThanOrEqual(100_000 + 62_000);
    });

    test("asks again at once if the pod that asks for all of them fails for another reason", async () => {
      const { asked } = await searching({ gapMs: 0, broken: 21 });
      expect(asked.length - 20).toBe(8);
    });

    test("asks for each pod if each has other needs", async () => {
      const { asked } = await searching({ needs: (index) => ({ disk: index + 20 }) });
      expect(asked).toHaveLength(20 * 8);
    });
  });

  test("asks for a pod whose own create is unconfirmed, even if RunPod has just refused another pod", async () => {
    const [clock, platform] = [new VirtualClock(), {} as Platform];
    const session = openSession({ platform, clock });
    const asked: string[] = [];
    const search = async (marker: string, lateMs: number) => {
      await clock.sleep(lateMs);
      const inputs = inputsOf({ __autoname: marker, capacityTimeout: "1m" });
      return await withCapacity(testRun({ session }), inputs, async () => {
        asked.push(marker);
        throw new CapacityError(facts);
      });
    };
    session.unconfirmed.add("unclear", new TimeoutError(facts));
    await clock.run(Promise.allSettled([search("other", 0), search("unclear", 100)]));
    expect(asked.filter((marker) => marker === "unclear")).toHaveLength(4);
  });

  test("ends at once if RunPod refuses the create for a reason other than capacity", async () => {
    const run = testRun();
    const refused = withCapacity(run, inputsOf({ fallbacks: [b], capacityTimeout: "5m" }), () =>
      Promise.reject(new RuleError(facts)),
    );
    await expect(clockOf(run).run(refused)).rejects.toBeInstanceOf(RuleError);
  });

  test("ends at once when the user cancels the run", async () => {
    const run = testRun();
    const { outcome } = asking(inputsOf({ capacityTimeout: "5m" }), 99, run);
    run.cancel();
    await expect(outcome).rejects.toThrow("the run was cancelled");
  });
});

describe("the choices for the placement of a pod", () => {
  const first = { gpu: { id: "A" }, dataCenterIds: ["X"] };

  test("are the pod's own inputs and the fallbacks", () => {
    const fallbacks = [{ cloud: "COMMUNITY" as const }, { cpu: { id: "cpu3c", vcpuCount: 2 } }, { dataCenterIds: [] }];
    expect(choicesOf({ ...first, fallbacks })).toEqual([
      first,
      { ...first, cloud: "COMMUNITY" },
      { cpu: { id: "cpu3c", vcpuCount: 2 }, dataCenterIds: ["X"] },
      { gpu: { id: "A" }, dataCenterIds: [] },
    ]);
  });

  test.each([
    [{ gpu: { id: "A", count: 1 }, cloud: "SECURE", dataCenterId: "X" }, true],
    [{ gpu: { id: "A", count: 2 }, cloud: "SECURE", dataCenterId: "X" }, false],
    [{ gpu: { id: "A", count: 1 }, cloud: "COMMUNITY", dataCenterId: "X" }, false],
    [{ gpu: { id: "A", count: 1 }, cloud: "SECURE", dataCenterId: "Y" }, false],
    [{ gpu: { id: "A", count: 1 }, cloud: "SECURE" }, true],
    [{ cpu: { id: "A", vcpuCount: 2 }, cloud: "SECURE", dataCenterId: "X" }, false],
  ])("include the placement %j: %s", (placement, accepted) => {
    expect(accepts(first, placement)).toBe(accepted);
  });
});

describe("the delete of a resource in use", () => {
  /** Refuses until that much time has passed. */
  function deleting(
    releasedAfterMs: number,
    run = testRun(),
    Refusal: typeof RuleError | typeof ConflictError = RuleError,
  ) {
    const since = run.clock.now();
    let sent = 0;
    const outcome = deleteWhenUnused(run, "template t1", async () => {
      sent += 1;
      if (run.clock.now() - since < releasedAfterMs) throw new Refusal({ ...facts, detail: "template is in use" });
    });
    return { run, outcome: clockOf(run).run(outcome), requests: () => sent };
  }

  test.each([
    ["400", RuleError],
    ["409", ConflictError],
  ])("is repeated after a refusal with the status %s until the resource is no longer in use", async (_, Refusal) => {
    const { outcome, run } = deleting(120_000, testRun(), Refusal);
    await outcome;
    expect(run.lines).toEqual(["template t1 is still in use; trying again (template is in use)"]);
  });

  test("fails after three minutes with RunPod's message", async () => {
    const { outcome, requests } = deleting(999_000);
    await expect(outcome).rejects.toThrow('could not be deleted within 3m: RunPod says "template is in use"');
    expect(requests()).toBe(37);
  });

  test("fails earlier if customTimeouts.delete is shorter than three minutes", async () => {
    const { outcome } = deleting(999_000, testRun({ timeoutMs: 20_000 }));
    await expect(outcome).rejects.toThrow("within 20s");
  });

  test("fails at once if RunPod refuses the delete for any other reason", async () => {
    const broken = new ServerError(facts);
    await expect(deleteWhenUnused(testRun(), "template t1", () => Promise.reject(broken))).rejects.toBe(broken);
  });
});
