import { expect } from "vitest";
import type { Emulator } from "../../../../../emulator";
import type { Scene } from "./stage";
import { learn, nameOf, type StalePoint, tryStale } from "./stale";

/** Lets reads of the steps be outdated, at all points or at some of them, and expects that everything is right in the end. */
export async function lagBehind(
  emulator: Emulator,
  scene: Scene,
  chosen: (points: readonly StalePoint[]) => readonly StalePoint[] = (all) => all,
): Promise<void> {
  const { points, right } = await learn(emulator, scene);
  const tried = chosen(points);
  expect(tried).not.toEqual([]);
  const wrong: string[] = [];
  let repeated = 0;
  for (const point of tried) {
    const outcome = await tryStale(emulator, scene, point, right.get(point.step) ?? []);
    if (outcome.failed.length > 0) repeated += 1;
    if (outcome.wrong.length > 0) wrong.push(`${nameOf(point)}: ${outcome.wrong.join("; ")}`);
  }
  const of = `${scene.kind} over ${scene.transport}`;
  console.log(`outdated reads of a ${of}: ${tried.length} of ${points.length} points, ${repeated} with a second run`);
  expect(wrong).toEqual([]);
}
