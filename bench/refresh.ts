import { someAtOnce } from "../kernel/some-at-once";
import { copyStack, succeed, withFirstStack } from "./copied-stacks";
import { type Usage, usageDuring } from "./process-tree";

const podsEach = Number(process.env.PODWRIGHT_BENCH_PODS_EACH ?? 100);
const stacks = Number(process.env.PODWRIGHT_BENCH_STACKS ?? 50);
/** As many commands at a time as `podwright drift --all` runs. */
const atOnce = 4;

interface Figures extends Usage {
  readonly seconds: number;
  readonly requests: number;
}

/**
 * Measures `pulumi refresh` with the plugin's executable: one stack of 100 pods alone, the same stack beside 49 others on one
 * account, and all 50 stacks, four commands at a time. An update deploys the first stack. The other states are copies with
 * pods of their own, because an update of 5,000 pods takes half an hour.
 */
export async function refreshOfManyStacks(): Promise<string[]> {
  return await withFirstStack(podsEach, async (stack, emulator) => {
    const refresh = async (names: readonly string[], ...flags: readonly string[]): Promise<Figures> => {
      emulator.clearRequests();
      const started = performance.now();
      const usage = await usageDuring("pulumi-resource", async () => {
        await someAtOnce(names, atOnce, (name) => succeed(stack, "refresh", "--yes", "--stack", name, ...flags));
      });
      return { ...usage, seconds: (performance.now() - started) / 1000, requests: emulator.requests().length };
    };
    const alone = await second(() => refresh(["test"]));
    const others = Array.from({ length: stacks - 1 }, (_, index) => `stack-${index + 2}`);
    for (const name of others) await copyStack(emulator, stack, name);
    const beside = await second(() => refresh(["test"]));
    const all = await second(() => refresh(["test", ...others]));
    const once = await refresh(["test", ...others], "--skip-preview");
    return [
      lineOf(`one stack of ${podsEach} pods beside ${podsEach * (stacks - 1)} pods of other stacks`, beside, alone),
      lineOf(`${stacks} such stacks, ${atOnce} commands at a time`, all, alone),
      lineOf(`these ${stacks} stacks with --skip-preview`, once, alone),
    ];
  });
}

/** Runs the work twice and measures the second run. The first run records the values that the platform has changed. */
async function second(work: () => Promise<Figures>): Promise<Figures> {
  await work();
  return await work();
}

function lineOf(what: string, one: Figures, alone: Figures): string {
  const ratio = (figure: keyof Figures) => (one[figure] / alone[figure]).toFixed(1);
  return (
    `refresh of ${what}, compared with one stack alone on its account: ${ratio("seconds")} times the time (${one.seconds.toFixed(1)} s), ` +
    `${ratio("processor")} times the processor time of Pulumi and the plugin (${one.processor.toFixed(1)} s), ${one.requests} requests beside ${alone.requests}, ${ratio("largest")} times the memory of a plugin (${one.largest.toFixed(0)} MB), ` +
    `${ratio("all")} times the memory of all processes (${one.all.toFixed(0)} MB)`
  );
}
