import { expect, test } from "vitest";
import { Saving } from "../../../emulator/state/saving";
import { Clock } from "../../../emulator/time/clock";
import type { EventHandlers } from "../../../emulator/time/events";

const nothing = () => undefined;

/** Returns handlers that run these actions, by name, when their events are due. */
function handlers(actions: Readonly<Record<string, () => void>>): EventHandlers {
  return {
    endpoint: ({ endpoint }) => actions[endpoint],
    ...{ worker: nothing, pod: nothing, webhook: nothing },
    ...{
      "job-step": nothing,
      "job-loss": nothing,
      "job-timeout": nothing,
      "job-expiry": nothing,
      "job-forget": nothing,
    },
  };
}

const broken = () => {
  throw new Error("broken");
};

test("an event that throws an error does not stop the emulator's other events", () => {
  const clock = new Clock(() => 0, false);
  const kept: string[] = [];
  const defects: unknown[] = [];
  const note = (name: string) => () => void kept.push(`${name} at ${clock.now()}`);
  clock.registerHandlers(handlers({ one: note("one"), broken, two: note("two"), later: note("later") }), (error) =>
    defects.push(error),
  );
  for (const endpoint of ["one", "broken", "two"]) clock.after(0, { kind: "endpoint", endpoint, at: 0 });
  clock.after(5, { kind: "endpoint", endpoint: "later", at: 0 });
  clock.advance(10);
  expect(kept).toEqual(["one at 0", "two at 0", "later at 5"]);
  expect(defects).toEqual([new Error("broken")]);
  expect(clock.now()).toBe(10);
});

test("the emulator's real-time clock keeps running after an event throws an error", async () => {
  const clock = new Clock(Date.now, true);
  const later = new Promise<void>((resolve) => clock.registerHandlers(handlers({ broken, later: resolve }), nothing));
  clock.after(1, { kind: "endpoint", endpoint: "broken", at: 0 });
  clock.after(5, { kind: "endpoint", endpoint: "later", at: 0 });
  // The clock's own timers do not keep the process alive.
  const alive = setInterval(nothing, 1000);
  await later;
  clearInterval(alive);
  clock.close();
});

test("a closed emulator does not write its state file again", async () => {
  let looks = 0;
  const snapshot = () => {
    looks++;
    return { parts: {}, savedAt: "" };
  };
  const saving = new Saving({ path: "/nowhere/at/all", snapshot, onFailure: () => undefined });
  saving.changed();
  await saving.end();
  saving.changed();
  await saving.flush();
  expect(looks).toBe(0);
});
