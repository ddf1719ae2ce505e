import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
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
  await copyState(emulator, stack, { project: "e2e", stack: name });
  copyFileSync(join(stack.dir, "Pulumi.test.yaml"), join(stack.dir, `Pulumi.${name}.yaml`));
}

/** Copies the first stack into a project of its own, and returns the project's folder. */
export async function copyProject(emulator: Emulator, stack: TestStack, name: string): Promise<string> {
  await copyState(emulator, stack, { project: name, stack: "test" });
  const folder = join(stack.dir, "projects", name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "Pulumi.yaml"), `name: ${name}\nruntime: yaml\n`);
  copyFileSync(join(stack.dir, "Pulumi.test.yaml"), join(folder, "Pulumi.test.yaml"));
  return folder;
}

async function copyState(emulator: Emulator, first: TestStack, copy: { project: string; stack: string }) {
  const states = join(first.dir, "backend/.pulumi/stacks");
  let text = readFileSync(join(states, "e2e/test.json"), "utf8")
    .replaceAll("urn:pulumi:test::e2e::", `urn:pulumi:${copy.stack}::${copy.project}::`)
    .replaceAll('"organization/e2e/test"', `"organization/${copy.project}/${copy.stack}"`);
  for (const { id = "", outputs } of first.resources()) {
    const pod = { name: outputs.name, image: "nginx", gpu: { id: "NVIDIA L4", count: 1 } };
    text = text.replaceAll(id, await newPod(emulator, pod));
  }
  mkdirSync(join(states, copy.project), { recursive: true });
  writeFileSync(join(states, copy.project, `${copy.stack}.json`), text);
  // Without a history, commands would ask Pulumi for it.
  const history = join(first.dir, "backend/.pulumi/history");
  const runs = join(history, copy.project, copy.stack);
  mkdirSync(runs, { recursive: true });
  for (const name of readdirSync(join(history, "e2e/test")))
    copyFileSync(join(history, "e2e/test", name), join(runs, name.replace(/^test-/, `${copy.stack}-`)));
}

/** Runs a command of Pulumi, which must succeed. */
export async function succeed(stack: TestStack, ...args: readonly string[]): Promise<void> {
  const { ok, text } = await stack.pulumi(...args);
  if (!ok) throw new Error(text);
}
