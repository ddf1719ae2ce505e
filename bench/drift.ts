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
