import { setTimeout as sleep } from "node:timers/promises";
import type { Platform } from "../platform";
import { viewOf } from "./view";

export const eventHeaders = { "Content-Type": "text/event-stream", "Cache-Control": "no-cache" } as const;

/** The shortest pause between two looks, real milliseconds: often enough to look live. */
const breath = 150;
/** A pause is so many times as long as the look before it: of a large account a page takes a fifth of the time at most. */
const share = 4;
/** A page that hears nothing for some of these knows that the emulator hangs. */
const betweenBeats = 2_000;
/** How far the page's own clock may be from the platform's before it is told anew. */
const clockSlack = 1_000;

/** The console's view now and after each change, and a beat while nothing changes. */
export async function* consoleEvents(platform: Platform): AsyncIterable<string> {
  let shown = "";
  let shownAt = Number.NaN;
  let said = Number.NaN;
  yield "retry: 1000\n\n";
  while (!platform.clock.isClosed) {
    platform.clock.settle();
    const begun = performance.now();
    // These two change by themselves, at a pace the page knows.
    const { now, spent, ...rest } = viewOf(platform);
    const text = JSON.stringify(rest);
    const wall = performance.now();
    const pause = Math.max(breath, share * (wall - begun));
    if (text !== shown || !(Math.abs(now - wall - shownAt) < clockSlack)) {
      yield `data: ${JSON.stringify({ now, spent, ...rest })}\n\n`;
      shown = text;
      shownAt = now - wall;
      said = wall;
    } else {
      if (wall - said >= betweenBeats) {
        yield "event: beat\ndata: \n\n";
        said = wall;
      }
      await nextChange(platform);
    }
    await sleep(pause, undefined, { ref: false });
  }
}

/** Until something may have changed, a second of platform time at most. */
async function nextChange({ clock }: Platform): Promise<void> {
  let looks = 0;
  await clock.until(() => looks++ > 0, clock.now() + 1_000);
}
