import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Emulator, startEmulator } from "../emulator";
import { someAtOnce } from "../provider/values/some-at-once";
import { TestStack } from "../test/e2e/harness/stack/stack";
import { newPod } from "../test/support/account";
import { type Usage, usageDuring } from "./process-tree";
import { plain, podwright } from "./providers";

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
  const emulator = await startEmulator({ provision: 0, start: 0 });
  // The client pauses and caches for as long as with RunPod.
  const stack = new TestStack({
    url: emulator.url,
    host: "plugin",
    env: { ...plain, PODWRIGHT_TIME_SCALE: undefined },
  });
  try {
    stack.installPlugin([podwright.executable]);
    await stack.init();
    const args = { ...podwright.args };
    stack.declare(Array.from({ length: podsEach }, (_, index) => ({ kind: "Pod", name: `web-${index}`, args })));
    await succeed(stack, "up", "--yes", "--skip-preview", "--stack", "test", "--parallel", "64");
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
  } finally {
    stack.dispose();
    await emulator.close();
  }
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

/** Creates a pod for each pod of the first stack, and writes a state that contains them. */
export async function copyStack(emulator: Emulator, stack: TestStack, name: string): Promise<void> {
  const folder = join(stack.dir, "backend/.pulumi/stacks/e2e");
  let text = readFileSync(join(folder, "test.json"), "utf8")
    .replaceAll("urn:pulumi:test::", `urn:pulumi:${name}::`)
    .replaceAll('"organization/e2e/test"', `"organization/e2e/${name}"`);
  for (const { id = "", outputs } of stack.resources()) {
    const pod = { name: outputs.name, image: "nginx", gpu: { id: "NVIDIA L4", count: 1 } };
    text = text.replaceAll(id, await newPod(emulator, pod));
  }
  writeFileSync(join(folder, `${name}.json`), text);
  copyFileSync(join(stack.dir, "Pulumi.test.yaml"), join(stack.dir, `Pulumi.${name}.yaml`));
}

async function succeed(stack: TestStack, ...args: readonly string[]): Promise<void> {
  const { ok, text } = await stack.pulumi(...args);
  if (!ok) throw new Error(text);
}
