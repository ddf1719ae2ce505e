import { setTimeout as sleep } from "node:timers/promises";
import type { Platform } from "../platform/platform";
import type { ConsoleAddress } from "./address";
import { viewOf } from "./view";

/** The shortest pause between two views, in real time: short enough to look live. */
const minPauseMs = 150;
/** A pause is at least this many times as long as making the view, so a page takes at most a fifth of the time. */
const pauseFactor = 4;
/** A page that misses several beats reports that the emulator hangs. */
const betweenBeats = 2_000;
/** The largest difference between page clock and platform clock that needs no new view. */
const clockSlack = 1_000;

/** A view of the console now and after each change, and a beat while nothing changes. */
export async function* consoleEvents(platform: Platform, address: ConsoleAddress): AsyncIterable<string> {
  let shown = "";
  let shownAt = Number.NaN;
  let sentAt = Number.NaN;
  yield "retry: 1000\n\n";
  while (!platform.clock.isClosed) {
    platform.clock.settle();
    const begun = performance.now();
    // The page can compute how these two change with time.
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

/** Waits for a possible change, at most a second of platform time. */
async function nextChange({ clock }: Platform): Promise<void> {
  let checks = 0;
  await clock.until(() => checks++ > 0, clock.now() + 1_000);
}
