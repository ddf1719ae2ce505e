import { type Stage, withStage } from "./stage";
import { create } from "./steps/create";
import { drain } from "./steps/drain";
import { job } from "./steps/job";
import { nothingLeft } from "./steps/nothing-left";
import { preview } from "./steps/preview";
import { remount } from "./steps/remount";
import { repair } from "./steps/repair";
import { replace } from "./steps/replace";
import type { Step } from "./steps/step";
import { terminal } from "./terminal";

const steps: readonly Step[] = [preview, create, job, remount, replace, repair, drain, nothingLeft];

/** Plays all steps. The first failing step ends the tour with an error that names the step. */
export async function playTour(signal: AbortSignal): Promise<void> {
  const start = performance.now();
  terminal.heading("Podwright, from an empty account and back, with the real Pulumi engine");
  await withStage(signal, async (stage) => {
    const times: string[] = [];
    for (const [index, step] of steps.entries()) times.push(await playStep(stage, step, index + 1));
    terminal.heading("Every check passed.");
    for (const line of times) terminal.text(`  ${line}`);
  });
  terminal.text(`\nTook ${seconds(start)} in all. Your own stack: see "Try it" in README.md.`);
}

async function playStep(stage: Stage, step: Step, number: number): Promise<string> {
  const start = performance.now();
  const title = `${number}/${steps.length}  ${step.title}`;
  terminal.step(title, step.sentence);
  try {
    await step.play(stage);
  } catch (error) {
    stage.signal.throwIfAborted();
    throw new Error(`Step ${title} failed: ${error instanceof Error ? error.message : String(error)}`);
  }
  return `${seconds(start).padStart(7)}  ${step.title}`;
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1_000).toFixed(1)} s`;
}
