import { setTimeout as sleep } from "node:timers/promises";
import type { Platform } from "../platform/platform";
import type { ConsoleAddress } from "./address";
import { viewOf } from "./view";

/** Shortest pause between two views in real milliseconds, so short that the page looks live. */
const minPauseMs = 150;
/**
 * Smallest ratio of a pause to the time that the emulator needs to build a view. So the console uses at most a fifth of the
 * time.
 */
const pauseFactor = 4;
/** Longest time without a message. If a page gets no message for a longer time, it reports that the emulator hangs. */
const betweenBeats = 2_000;
/** Largest difference between the page's clock and the platform's clock. A larger difference needs a new view. */
const clockSlack = 1_000;

/** Yields a view of the console now and after each change. While nothing changes, yields a beat. */
export async function* consoleEvents(platform: Platform, address: ConsoleAddress): AsyncIterable<string> {
  let shown = "";
  let shownAt = Number.NaN;
  let sentAt = Number.NaN;
  yield "retry: 1000\n\n";
  while (!platform.clock.isClosed) {
    platform.clock.settle();
    const begun = performance.now();
    // The page computes how these two values change with time.
    const { now, spent, ...rest } = viewOf(platform, address);
    const text = JSON.stringify(rest);
    const wall = performance.now();
    const pause = Math.max(minPauseMs, pauseFactor * (wall - begun));
    if (text !== shown || !(Math.abs(now - wall - shownAt) < clockSlack)) {
      yield `data: ${JSON.stringify({ now, spent, ...rest })}\n\n`;
      shown = text;
      shownAt = now - wall;
      sentAt = wall;
    } else {
      if (wall - sentAt >= betweenBeats) {
        yield "event: beat\ndata: \n\n";
        sentAt = wall;
      }
      await nextChange(platform);
    }
    await sleep(pause, undefined, { ref: false });
  }
}

/** Waits for a possible change, at most one second of platform time. */
async function nextChange({ clock }: Platform): Promise<void> {
  let checks = 0;
  await clock.until(() => checks++ > 0, clock.now() + 1_000);
}
