import type { Emulator } from "../../../../../emulator";
import { type Step, steps } from "../../../../e2e/harness/every-kill/point";
import { type Asked, openStage, type Scene, type Stage } from "./stage";

/** The longest lag, in reads. */
const longest = 3;

/** After a change, this number of reads of one operation shows the account as it was before the change. */
export interface StalePoint {
  readonly step: Step;
  /** The change's number in the step, from 1. */
  readonly change: number;
  /** `*`: all reads. */
  readonly operation: string;
  readonly lag: number;
}

export const nameOf = ({ step, change, operation, lag }: StalePoint) => [step, change, operation, lag].join("/");

interface Learned {
  readonly points: readonly StalePoint[];
  /** The account after each step. */
  readonly right: ReadonlyMap<Step, readonly string[]>;
}

/** Runs the steps without a fault and lists the points of their reads. */
export async function learn(emulator: Emulator, scene: Scene): Promise<Learned> {
  const points: StalePoint[] = [];
  const right = new Map<Step, readonly string[]>();
  for (const step of steps) {
    const stage = await openStage(emulator, scene);
    await stage.reach(step);
    const seen: Asked[] = [];
    await stage.run(step, (request) => seen.push(request));
    const changes = seen.flatMap(({ isChange }, at) => (isChange ? [at] : []));
    for (const [index, at] of changes.entries()) {
      const later = seen.slice(at + 1).filter(({ isChange }) => !isChange);
      const reads = new Set(later.map(({ named }) => named.operation));
      const change = index + 1;
      for (const operation of reads)
        for (let lag = 1; lag <= longest; lag++) points.push({ step, change, operation, lag });
      // If a list and a read agree that a new item does not exist, nobody can know better.
      if (reads.size > 1) points.push({ step, change, operation: "*", lag: 1 });
    }
    right.set(step, stage.likeness());
    await stage.close();
  }
  return { points, right };
}

export interface Outcome {
  readonly wrong: readonly string[];
  /** The messages of the runs that failed. */
  readonly failed: readonly string[];
}

/** Runs a step with outdated reads, and again without, as a user does after a failure. */
export async function tryStale(
  emulator: Emulator,
  scene: Scene,
  point: StalePoint,
  right: readonly string[],
): Promise<Outcome> {
  const { step, change, operation, lag } = point;
  return await tried(emulator, scene, step, right, (stage) =>
    stage.run(step, (request, _reads, changes) => {
      if (changes !== change || !request.isChange) return;
      emulator.addFault({ operation, times: lag, effect: { older: true } });
    }),
  );
}

/** A user who gives up after this number of runs. */
const patience = 3;

export async function tried(
  emulator: Emulator,
  scene: Scene,
  step: Step,
  right: readonly string[] | undefined,
  first: (stage: Stage) => Promise<void>,
): Promise<Outcome> {
  const stage = await openStage(emulator, scene);
  const failed: string[] = [];
  try {
    await stage.reach(step);
    for (let attempt = 0; attempt < patience; attempt++) {
      try {
        await (attempt === 0 ? first(stage) : stage.run(step));
        const likeness = stage.likeness();
        const other = right === undefined || likeness.join() === right.join() ? [] : [`the account has ${likeness}`];
        return { wrong: [...(await stage.faults(step)), ...other], failed };
      } catch (error) {
        failed.push((error as Error).message);
      }
    }
    return { wrong: [`still fails: ${failed.at(-1)}`], failed };
  } finally {
    await stage.close();
  }
}
