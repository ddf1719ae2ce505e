import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { startEmulator } from "../emulator";
import { runPodwright } from "../test/e2e/harness/stack/podwright";
import { type Host, TestStack } from "../test/e2e/harness/stack/stack";
import { inTurn } from "./pairs";

const here = join(__dirname, "..");

/**
 * Runs the same commands with the build of this clone and with the build of another clone, whose folder is in
 * `PODWRIGHT_BENCH_AGAINST`.
 */
export async function againstAnotherBuild(host: Host, pods: number): Promise<string[]> {
  const other = process.env.PODWRIGHT_BENCH_AGAINST;
  if (other === undefined) return [];
  const opened: { dispose(): unknown }[] = [];
  const lines: string[] = [];
  try {
    const [ours, theirs] = [await stackOf(here, host, pods, opened), await stackOf(other, host, pods, opened)];
    for (const [what, command] of Object.entries(commands)) {
      const { a, b, ratio } = await inTurn(
        15,
        () => command(ours),
        () => command(theirs),
      );
      const figures = `${(a / 1000).toFixed(2)} s; before: ${(b / 1000).toFixed(2)} s; ratio ${ratio.toFixed(2)}`;
      lines.push(`${what} of ${pods} pods, ${host}: ${figures}`);
    }
    return lines;
  } finally {
    for (const one of opened) await one.dispose();
  }
}

const commands = {
  preview: (stack: TestStack) => timed(async () => stack.pulumi("preview", "--stack", "test")),
  refresh: (stack: TestStack) => timed(async () => stack.pulumi("refresh", "--yes", "--stack", "test")),
  drift: (stack: TestStack) =>
    timed(async () => {
      const { exitCode, out, err } = await runPodwright(stack, ["drift", "--stack", "test"]);
      return { ok: exitCode === 0, text: out + err };
    }),
};

async function timed(command: () => Promise<{ readonly ok: boolean; readonly text: string }>): Promise<number> {
  const started = performance.now();
  const { ok, text } = await command();
  if (!ok) throw new Error(text);
  return performance.now() - started;
}

/** Returns a stack of pods that uses the build of a clone. Each stack has its own emulator. */
async function stackOf(clone: string, host: Host, pods: number, opened: { dispose(): unknown }[]): Promise<TestStack> {
  const { stack } = await emptyStackOf(clone, host, opened);
  const args = { image: "nginx", gpu: { id: "NVIDIA L4" } };
  stack.declare(Array.from({ length: pods }, (_, index) => ({ kind: "Pod", name: `web-${index}`, args })));
  // The update runs in another process: the other build brings its own Pulumi SDK, and a process can have only one.
  const up = await stack.pulumi("up", "--yes", "--skip-preview", "--parallel", "32", "--stack", "test");
  if (!up.ok) throw new Error(up.text);
  return stack;
}

/** Returns an empty stack that uses the build of a clone, and its emulator. */
export async function emptyStackOf(clone: string, host: Host, opened: { dispose(): unknown }[], env = {}) {
  const emulator = await startEmulator({ provision: 0, start: 0 });
  opened.push({ dispose: () => emulator.close() });
  const stack = new TestStack({ url: emulator.url, host, attach: false, env });
  opened.push(stack);
  if (host === "plugin") stack.installPlugin(["node", join(clone, "build/plugin/start.js")]);
  else {
    const modules = join(stack.dir, "node_modules");
    rmSync(modules, { recursive: true });
    mkdirSync(modules);
    for (const [name, target] of [
      ["podwright", clone],
      ["@pulumi", join(clone, "node_modules/@pulumi")],
    ] as const)
      symlinkSync(target, join(modules, name));
  }
  await stack.init();
  return { emulator, stack };
}
