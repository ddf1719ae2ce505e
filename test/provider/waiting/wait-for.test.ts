import { describe, expect, test } from "vitest";
import { Poller } from "../../../provider/session/poller";
import {
  type Condition,
  WaitCancelledError,
  WaitFailedError,
  WaitTimeoutError,
  waitFor,
} from "../../../provider/waiting/wait-for";
import { settle, VirtualClock } from "../../support/virtual-clock";

const done: Condition<string> = (state) => ({
  ok: state === "DONE",
  waitingFor: `it to leave ${state}`,
  ...(state === "BROKEN" ? { fatal: "it broke" } : {}),
});

/** Plays a recorded sequence of states, one state a second. The last state stays. */
function waiting(sequence: readonly (string | undefined)[], { timeoutMs = 60_000, late = sequence.at(-1) } = {}) {
  const clock = new VirtualClock();
  const rest = sequence.slice(1);
  const seen: unknown[] = [];
  const lines: string[] = [];
  const cancel = new AbortController();
  const deadline = clock.now() + timeoutMs;
  const looks: number[] = [];
  const poller = new Poller<string>({
    ...{ clock, timeScale: 1, shortestMs: 1_000, longestMs: 1_000 },
    read: async () => async () => {
      if (clock.now() < deadline) return rest.length > 1 ? rest.shift() : rest[0];
      looks.push(clock.now());
      return late;
    },
  });
  const outcome = clock.run(
    waitFor(
      { clock, signal: cancel.signal, report: (line) => lines.push(line) },
      {
        ...{ id: "a", poller, first: sequence[0], condition: done, deadline },
        describe: (snapshot) => {
          seen.push(snapshot);
          return { subject: "it is", state: String(snapshot), costPerHour: snapshot === "NEW" ? 720 : 3 };
        },
      },
    ),
  );
  return { outcome, seen, lines, looks, cancel, clock };
}

describe("a wait for a state", () => {
  test("ends at once if the resource already has the awaited state", async () => {
    const { outcome, seen, clock } = waiting(["DONE"]);
    expect(await outcome).toBe("DONE");
    expect({ seen, slept: clock.slept }).toEqual({ seen: [], slept: [] });
  });

  test("reports each state, including the first", async () => {
    const { outcome, seen, lines } = waiting(["NEW", "HALF", "DONE"]);
    expect(await outcome).toBe("DONE");
    expect(seen).toEqual(["NEW", "HALF"]);
    expect(lines).toEqual(["it is NEW (0s, $720.00 an hour)", "it is HALF (100ms, $3.00 an hour)"]);
  });

  test("reports the time and cost of a state less and less often", async () => {
    const { outcome, lines } = waiting(["NEW", "HALF", "HALF"], { timeoutMs: 3_600_000 });
    await expect(outcome).rejects.toThrow("gave up");
    // A tenth of a second of the first state, and then the price of the second state.
    expect(lines.slice(0, 7)).toEqual([
      "it is NEW (0s, $720.00 an hour)",
      "it is HALF (100ms, $3.00 an hour)",
      "it is still HALF (1m, about $0.07 so far)",
      "it is still HALF (2m, about $0.12 so far)",
      "it is still HALF (3m, about $0.17 so far)",
      "it is still HALF (4m, about $0.22 so far)",
      "it is still HALF (5m, about $0.27 so far)",
    ]);
    expect(lines.length).toBeLessThan(20);
  });

  test("reports the time and cost even while RunPod does not respond", async () => {
    const [clock, cancel, lines] = [new VirtualClock(), new AbortController(), [] as string[]];
    const poller = new Poller<string>({
      ...{ clock, timeScale: 1, shortestMs: 1_000, longestMs: 1_000 },
      read: () => new Promise(() => undefined),
    });
    const wait = waitFor(
      { clock, signal: cancel.signal, report: (line) => lines.push(line) },
      {
        ...{ id: "a", poller, first: "HALF", condition: done, deadline: clock.now() + 600_000 },
        describe: (state) => ({ subject: "it is", state: String(state), costPerHour: 3 }),
      },
    );
    await settle();
    clock.advance(60_000);
    await settle();
    expect(lines.at(-1)).toBe("it is still HALF (1m, about $0.05 so far)");
    cancel.abort();
    await expect(wait).rejects.toThrow("the wait was cancelled");
  });

  test("fails with the reason as soon as the awaited state has become impossible", async () => {
    const error = await waiting(["NEW", "BROKEN", "DONE"]).outcome.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(WaitFailedError);
    expect(error).toMatchObject({ message: "it broke", last: "BROKEN" });
  });

  test("names the last state and the awaited state when it gives up", async () => {
    const error = await waiting(["NEW", "HALF"], { timeoutMs: 5_000 }).outcome.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(WaitTimeoutError);
    expect(error).toMatchObject({ message: "gave up waiting for it to leave HALF", last: "HALF" });
    const late = await waiting(["NEW", "HALF"], { timeoutMs: -5_000 }).outcome.catch((reason: unknown) => reason);
    expect(late).toMatchObject({ last: "HALF" });
  });

  test("reads the state once more before it gives up", async () => {
    const { outcome, looks } = waiting(["NEW", "HALF"], { timeoutMs: 5_000, late: "DONE" });
    expect(await outcome).toBe("DONE");
    expect(looks).toHaveLength(1);
  });

  test("ends without a further read after a cancel", async () => {
    const { outcome, cancel, looks } = waiting(["NEW", "HALF"]);
    cancel.abort();
    const error = await outcome.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(WaitCancelledError);
    expect(error).toMatchObject({ last: "NEW" });
    expect(looks).toEqual([]);
  });

  test("notices that the awaited object is missing", async () => {
    const { outcome, seen } = waiting(["NEW", undefined], { timeoutMs: 2_000 });
    await expect(outcome).rejects.toThrow("gave up");
    expect(seen).toContain(undefined);
  });
});
