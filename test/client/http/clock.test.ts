import { setTimeout as delay } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { systemClock } from "../../../client";

test("a pause of the client can be longer than Node's longest timer", async () => {
  const signal = new AbortController();
  const pause = systemClock.sleep(1_000 * 3_600_000, signal.signal).then(
    () => "over",
    (reason: unknown) => reason,
  );
  expect(await Promise.race([pause, delay(30, "under way")])).toBe("under way");
  signal.abort("enough");
  expect(await pause).toBe("enough");
});

test("a cached list does not look newer after the machine's clock is set back", () => {
  const before = systemClock.now();
  const set = vi.spyOn(Date, "now").mockReturnValue(0);
  expect(systemClock.now()).toBeGreaterThanOrEqual(before);
  set.mockRestore();
  expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(60_000);
});
