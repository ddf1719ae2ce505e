import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { startEmulator } from "../emulator";
import { type Host, TestStack } from "../test/e2e/harness/stack/stack";
import { succeed } from "./copied-stacks";
import { median, paired, pairsOf } from "./pairs";
import { processorOfChildren } from "./process-tree";
import { plain, podwright } from "./providers";

const pods = 50;
const rounds = Number(process.env.PODWRIGHT_BENCH_ROUNDS ?? 5);
const repository = resolve(__dirname, "..");
const packages = { dynamic: "podwright", plugin: "pulumi-podwright" } as const;
const commands = {
  preview: ["preview"],
  refresh: ["refresh", "--yes", "--skip-preview"],
  destroy: ["destroy", "--yes", "--skip-preview"],
  up: ["up", "--yes", "--skip-preview"],
} as const;

interface Figures {
  readonly ms: number;
  /** Milliseconds of processor time of Pulumi, the program and the provider. */
  readonly processor: number;
}

/**
 * Measures commands on 50 pods with the dynamic host and with the plugin's executable. Both stacks have the same program in
 * JavaScript. Also measures the start of Pulumi's own dynamic provider. Works only on Linux.
 */
export async function bothHosts(): Promise<string[]> {
  const opened: { dispose(): unknown }[] = [];
  try {
    const [dynamic, plugin] = [await deployed("dynamic", opened), await deployed("plugin", opened)];
    const pairs: [Record<string, Figures>, Record<string, Figures>][] = await pairsOf(
      rounds,
      () => measured(dynamic),
      () => measured(plugin),
    );
    const lines = Object.keys(commands).map((command) => {
      const of = (figure: keyof Figures) =>
        paired(pairs.map(([a, b]) => [a[command]?.[figure] ?? Number.NaN, b[command]?.[figure] ?? Number.NaN]));
      const [time, processor] = [of("ms"), of("processor")];
      return (
        `${command} of ${pods} pods in JavaScript, dynamic host: ${seconds(time.a)}; plugin: ${seconds(time.b)}; ratio ${time.ratio.toFixed(2)}; ` +
        `processor time ${seconds(processor.a)}; plugin: ${seconds(processor.b)}; ratio ${processor.ratio.toFixed(2)}`
      );
    });
    const [pulumi, ours] = [pulumisProvider, "podwright/dynamic-host"].map((name) => processorToLoad(dynamic, name));
    return [
      ...lines,
      `processor time to load Pulumi's dynamic provider: ${pulumi?.toFixed(0)} ms; Podwright's code in it: ${ours?.toFixed(0)} ms`,
    ];
  } finally {
    for (const one of opened) await one.dispose();
  }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;

async function deployed(host: Host, opened: { dispose(): unknown }[]): Promise<TestStack> {
  // Each stack has its own emulator. Two stacks with the same name on one account would find each other's pods.
  const emulator = await startEmulator({ provision: 0, start: 0 });
  const stack = new TestStack({ url: emulator.url, host, env: { ...plain, PODWRIGHT_TIME_SCALE: undefined } });
  opened.push(stack, { dispose: () => emulator.close() });
  const { [host]: name } = packages;
  if (host === "plugin") {
    stack.installPlugin([podwright.executable]);
    const modules = join(stack.dir, "node_modules");
    mkdirSync(modules);
    symlinkSync(join(repository, "sdk/nodejs/bin"), join(modules, name));
    symlinkSync(join(repository, "node_modules/@pulumi"), join(modules, "@pulumi"));
    const project = { name: "e2e", runtime: { name: "nodejs", options: { typescript: false } } };
    writeFileSync(join(stack.dir, "Pulumi.yaml"), JSON.stringify(project));
  }
  const pod = `new Pod("web-" + index, ${JSON.stringify(podwright.args)})`;
  stack.writeProgram(
    "index.js",
    `const { Pod } = require("${name}");\nfor (let index = 0; index < ${pods}; index++) ${pod};\n`,
  );
  await stack.init();
  await succeed(stack, ...commands.up, "--stack", "test");
  return stack;
}

async function measured(stack: TestStack): Promise<Record<string, Figures>> {
  const figures: [string, Figures][] = [];
  for (const [name, command] of Object.entries(commands)) {
    const [began, before] = [performance.now(), processorOfChildren()];
    await succeed(stack, ...command, "--stack", "test");
    figures.push([name, { ms: performance.now() - began, processor: (processorOfChildren() - before) * 1000 }]);
  }
  return Object.fromEntries(figures);
}

const pulumisProvider = "@pulumi/pulumi/cmd/dynamic-provider";

/** Returns the milliseconds of processor time that a process needs to load a module from the program's folder. */
function processorToLoad(stack: TestStack, name: string): number {
  const script = `
    const load = require("node:module").createRequire(process.cwd() + "/");
    const used = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };
    const before = used();
    // Pulumi's provider expects the engine's address, and prints its own port.
    process.argv.push("dynamic-provider", "127.0.0.1:9");
    const write = process.stdout.write.bind(process.stdout);
    process.stdout.write = () => true;
    load(${JSON.stringify(name)});
    write(String(used() - before), () => process.exit(0));
  `;
  const run = () =>
    Number(execFileSync(process.execPath, ["-e", script], { cwd: stack.dir, env: { ...process.env, ...plain } }));
  return median(Array.from({ length: 9 }, run));
}
