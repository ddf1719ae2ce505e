import { expect } from "vitest";
import type { Emulator } from "../../../../../emulator";
import { steps } from "../../../../e2e/harness/every-kill/point";
import type { Kind } from "../../../../e2e/harness/stack/stack";
import { openStage, type Scene, type Stage } from "./stage";

/** Something that happens on RunPod between two requests of Podwright. */
export interface Event {
  readonly what: string;
  readonly kinds: readonly Kind[];
  readonly happen: (emulator: Emulator, ids: readonly string[]) => void;
  /** Tells whether the change still holds. Only events that change something undeclared have this, because Podwright must not touch it. */
  readonly lasts?: (emulator: Emulator, id: string) => boolean;
}

const theirs = { executionTimeoutMs: 90_000 };

export const events: readonly Event[] = [
  {
    what: "a pod that ends in an error",
    kinds: ["Pod"],
    happen: (emulator, ids) => {
      for (const id of ids) emulator.changePod(id, { status: "ERROR" });
    },
  },
  {
    what: "a pod that runs and ends",
    kinds: ["Pod"],
    happen: (emulator, ids) => {
      for (const id of ids) {
        emulator.changePod(id, { status: "RUNNING" });
        emulator.changePod(id, { status: "EXITED" });
      }
    },
  },
  {
    what: "a worker that comes and goes",
    kinds: ["ServerlessEndpoint"],
    happen: (emulator, ids) => {
      for (const id of ids) {
        const { workersMin = 0 } = emulator.state().endpoints.find((one) => one.id === id) ?? {};
        emulator.changeEndpoint(id, { workersMin: 1 });
        emulator.changeEndpoint(id, { workersMin });
      }
    },
  },
  {
    what: "an endpoint that another hand changes",
    kinds: ["ServerlessEndpoint"],
    happen: (emulator, ids) => {
      for (const id of ids) emulator.changeEndpoint(id, theirs);
    },
    lasts: (emulator, id) =>
      emulator.state().endpoints.every((one) => one.id !== id || one.executionTimeoutMs === theirs.executionTimeoutMs),
  },
];

/**
 * Lets the event happen before each request of each step, and expects that a second run, as after any outside change, leaves
 * account, state and program alike. `chosen` selects some of the points.
 */
export async function missEverywhere(
  emulator: Emulator,
  scene: Scene,
  event: Event,
  chosen: (index: number) => boolean = () => true,
): Promise<void> {
  const wrong: string[] = [];
  let [index, tried, failed, lost] = [0, 0, 0, 0];
  for (const step of steps) {
    for (let request = 1, isPast = false; !isPast; request++) {
      if (!chosen(index++)) {
        // The next point finds out whether the step has that many requests.
        if (request > longest) break;
        continue;
      }
      const stage = await openStage(emulator, scene);
      try {
        await stage.reach(step);
        isPast = true;
        let ids: readonly string[] = [];
        const first = stage.run(step, (_asked, reads, changes) => {
          if (reads + changes !== request) return;
          isPast = false;
          ids = idsIn(stage, scene);
          event.happen(emulator, ids);
        });
        const message = await first.then(
          () => undefined,
          (error: Error) => error.message,
        );
        if (isPast) break;
        tried += 1;
        if (message !== undefined) failed += 1;
        if (!ids.every((id) => event.lasts?.(emulator, id) ?? true)) lost += 1;
        await stage.run(step);
        const faults = await stage.faults(step);
        if (faults.length > 0) wrong.push(`${step}/${request}: ${faults.join("; ")}`);
      } catch (error) {
        wrong.push(`${step}/${request}: ${(error as Error).message}`);
      } finally {
        await stage.close();
      }
    }
  }
  const of = `${event.what}, ${scene.kind} over ${scene.transport}`;
  console.log(`${of}: ${tried} points, ${failed} failed at first, ${lost} lost the change`);
  expect(tried).toBeGreaterThan(0);
  expect(wrong).toEqual([]);
}

/** No step has more requests. */
const longest = 200;

function idsIn(stage: Stage, { kind }: Scene): readonly string[] {
  return kind === "Pod" || kind === "ServerlessEndpoint" ? stage.ids()[kind] : [];
}
