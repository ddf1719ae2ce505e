import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Emulator, startEmulator } from "../emulator";
import { TestStack } from "../test/e2e/harness/stack/stack";
import { newPod } from "../test/support/account";
import { plain, podwright } from "./providers";

/**
 * Deploys a stack of pods with the plugin's executable, on an emulator of its own, for the time of the work. Other stacks of the
 * account can be copies of it.
 */
export async function withFirstStack<T>(
  pods: number,
  work: (stack: TestStack, emulator: Emulator) => Promise<T>,
): Promise<T> {
  const emulator = await startEmulator({ provision: 0, start: 0 });
  // The client pauses and caches for as long as with RunPod.
  const env = { ...plain, PODWRIGHT_TIME_SCALE: undefined };
  const stack = new TestStack({ url: emulator.url, host: "plugin", env });
  try {
    stack.installPlugin([podwright.executable]);
    await stack.init();
    const args = { ...podwright.args };
    stack.declare(Array.from({ length: pods }, (_, index) => ({ kind: "Pod", name: `web-${index}`, args })));
    await succeed(stack, "up", "--yes", "--skip-preview", "--stack", "test", "--parallel", "64");
    return await work(stack, emulator);
  } finally {
    stack.dispose();
    await emulator.close();
  }
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

/** Runs a command of Pulumi, which must succeed. */
export async function succeed(stack: TestStack, ...args: readonly string[]): Promise<void> {
  const { ok, text } = await stack.pulumi(...args);
  if (!ok) throw new Error(text);
}
