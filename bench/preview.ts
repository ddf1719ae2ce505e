import { startEmulator } from "../emulator";
import { type Host, TestStack } from "../test/e2e/harness/stack/stack";
import { inTurn } from "./pairs";

const pod = { kind: "Pod", name: "web", args: { image: "nginx", gpu: { id: "NVIDIA L4" } } } as const;

/** Measures `pulumi preview` of a stack with one pod. Compares YAML with the plugin and JavaScript with the dynamic host. */
export async function previewUnderBothHosts(): Promise<string[]> {
  const opened: { dispose(): unknown }[] = [];
  const stackUnder = async (host: Host) => {
    // Each stack has its own emulator. Two stacks with the same name on one account would find each other's pod.
    const emulator = await startEmulator({ provision: 0, start: 0 });
    const stack = await new TestStack({ url: emulator.url, host }).init();
    opened.push(stack, { dispose: () => emulator.close() });
    stack.declare([pod]);
    const up = await stack.up();
    if (!up.ok) throw new Error(up.text);
    return stack;
  };
  try {
    const [plugin, dynamic] = [await stackUnder("plugin"), await stackUnder("dynamic")];
    const { a, b, ratio } = await inTurn(
      5,
      () => timed(plugin),
      () => timed(dynamic),
    );
    return [
      `preview of one pod, plugin: ${(a / 1000).toFixed(2)} s; dynamic host: ${(b / 1000).toFixed(2)} s; ratio ${ratio.toFixed(2)}`,
    ];
  } finally {
    for (const one of opened) await one.dispose();
  }
}

async function timed(stack: TestStack): Promise<number> {
  const started = performance.now();
  const run = await stack.pulumi("preview", "--diff", "--stack", "test");
  if (!run.ok) throw new Error(run.text);
  return performance.now() - started;
}
