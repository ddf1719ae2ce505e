import { startEmulator } from "../emulator";
import { runPodwright } from "../test/e2e/harness/stack/podwright";
import { TestStack } from "../test/e2e/harness/stack/stack";

const pods = 500;

/** Runs `podwright drift` on a stack of 500 pods under the plugin. Measures the time and counts the requests. */
export async function driftOfManyPods(): Promise<string[]> {
  const emulator = await startEmulator({ provision: 0, start: 0 });
  const stack = new TestStack({ url: emulator.url, host: "plugin" });
  try {
    await stack.init();
    const args = { image: "nginx", gpu: { id: "NVIDIA L4" } };
    stack.declare(Array.from({ length: pods }, (_, index) => ({ kind: "Pod", name: `web-${index}`, args })));
    const up = await stack.up({ parallel: 64 });
    if (!up.ok) throw new Error(up.text);
    emulator.clearRequests();
    const started = performance.now();
    // The client pauses and caches for as long as with RunPod.
    const ended = await runPodwright(stack, ["drift", "--stack", "test"], { PODWRIGHT_TIME_SCALE: "1" });
    const seconds = (performance.now() - started) / 1000;
    if (ended.exitCode !== 0) throw new Error(ended.out + ended.err);
    return [`drift of ${pods} pods: ${seconds.toFixed(1)} s, ${emulator.requests().length} requests`];
  } finally {
    stack.dispose();
    await emulator.close();
  }
}

const stacks = Number(process.env.PODWRIGHT_BENCH_STACKS ?? 12);
const podsEach = Number(process.env.PODWRIGHT_BENCH_PODS_EACH ?? 10);

/**
 * Measures `podwright drift --all --unmanaged` of many stacks and `podwright drift` of one of these stacks. Counts the
 * requests of both commands.
 */
export async function driftOfManyStacks(): Promise<string[]> {
  const emulator = await startEmulator({ provision: 0, start: 0 });
  const stack = new TestStack({ url: emulator.url, host: "plugin" });
  try {
    await stack.init();
    const args = { image: "nginx", gpu: { id: "NVIDIA L4" } };
    stack.declare(Array.from({ length: podsEach }, (_, index) => ({ kind: "Pod", name: `web-${index}`, args })));
    const names = ["test", ...Array.from({ length: stacks - 1 }, (_, index) => `stack-${index + 2}`)];
    for (const name of names) {
      if (name !== "test") await succeed(stack.pulumi("stack", "init", name, "--no-select"));
      await succeed(stack.pulumi("up", "--yes", "--skip-preview", "--stack", name, "--parallel", "64"));
    }
    const timed = async (...flags: string[]) => {
      emulator.clearRequests();
      const started = performance.now();
      const ended = await runPodwright(stack, ["drift", ...flags], { PODWRIGHT_TIME_SCALE: "1" });
      if (ended.exitCode !== 0) throw new Error(ended.out + ended.err);
      return { ms: performance.now() - started, requests: emulator.requests().length };
    };
    const one = await timed("--stack", "test");
    const all = await timed("--all", "--unmanaged");
    const times = (all.ms / one.ms).toFixed(1);
    return [
      `drift --all of ${stacks} stacks with ${podsEach} pods each: ${times} times the time of one stack (${(one.ms / 1000).toFixed(1)} s), ${all.requests} requests beside ${one.requests}`,
    ];
  } finally {
    stack.dispose();
    await emulator.close();
  }
}

async function succeed(command: ReturnType<TestStack["pulumi"]>): Promise<void> {
  const { ok, text } = await command;
  if (!ok) throw new Error(text);
}
