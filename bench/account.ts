import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Emulator, startEmulator } from "../emulator";
import { podwrightProgram } from "../test/e2e/harness/repository";
import { TestStack } from "../test/e2e/harness/stack/stack";
import { newPod } from "../test/support/account";

const podsEach = 100;
const stacks = Number(process.env.PODWRIGHT_BENCH_STACKS ?? 50);
const commands = {
  ps: ["ps", "--output", "json"],
  "ps --idle": ["ps", "--idle", "1h", "--output", "json"],
  guard: ["guard", "--older-than", "365d", "--output", "json"],
} as const;

interface Figures {
  readonly ms: number;
  /** Milliseconds of Podwright's own process, without the commands of Pulumi that read the states. */
  readonly processorMs: number;
  readonly requests: number;
  /** Megabytes. */
  readonly memory: number;
}

/**
 * Measures commands about an account: one stack with 100 pods, and then 50 such stacks on one account. The states are files
 * that this benchmark writes, because an update of 5,000 pods takes half an hour.
 */
export async function accountOfManyStacks(): Promise<string[]> {
  const emulator = await startEmulator({ provision: 0, start: 0 });
  const stack = new TestStack({ url: emulator.url, host: "plugin" });
  try {
    await stack.init();
    await holdPods(emulator, stack, "test");
    const few = await measureAll(emulator, stack);
    for (let index = 2; index <= stacks; index++) await holdPods(emulator, stack, `stack-${index}`);
    const many = await measureAll(emulator, stack);
    return Object.keys(commands).map((name) => lineOf(name as keyof typeof commands, few, many));
  } finally {
    stack.dispose();
    await emulator.close();
  }
}

type Measured = Readonly<Record<keyof typeof commands, Figures>>;

function lineOf(name: keyof typeof commands, few: Measured, many: Measured): string {
  const { [name]: small } = few;
  const { [name]: large } = many;
  const ratio = (figure: keyof Figures) => (large[figure] / small[figure]).toFixed(1);
  return (
    `${name} of ${stacks * podsEach} pods in ${stacks} stacks beside ${podsEach} pods in one: ` +
    `${ratio("ms")} times the time (${(large.ms / 1000).toFixed(1)} s), ` +
    `${ratio("processorMs")} times the processor time of Podwright itself (${(large.processorMs / 1000).toFixed(1)} s), ${large.requests} requests beside ${small.requests}, ` +
    `${ratio("memory")} times the memory (${large.memory.toFixed(0)} MB)`
  );
}

/** Creates pods and a state that contains them. */
async function holdPods(emulator: Emulator, stack: TestStack, name: string): Promise<void> {
  const urnOf = (type: string, resource: string) => `urn:pulumi:${name}::e2e::${type}::${resource}`;
  const rootType = "pulumi:pulumi:Stack";
  const root = { urn: urnOf(rootType, `e2e-${name}`), custom: false, type: rootType };
  const type = "podwright:index:Pod";
  const pods = [];
  for (let index = 0; index < podsEach; index++) {
    const pod = { name: `web-${index}`, image: "nginx", gpu: undefined, cpu: { id: "cpu3c", vcpuCount: 2 } };
    const id = await newPod(emulator, pod);
    const urn = urnOf(type, `web-${index}`);
    pods.push({ urn, custom: true, id, type, inputs: pod, outputs: pod, parent: root.urn });
  }
  const folder = join(stack.dir, "backend/.pulumi/stacks/e2e");
  mkdirSync(folder, { recursive: true });
  const { version, checkpoint } = JSON.parse(readFileSync(join(folder, "test.json"), "utf8"));
  const latest = { ...checkpoint.latest, resources: [root, ...pods] };
  const written = { version, checkpoint: { ...checkpoint, stack: `organization/e2e/${name}`, latest } };
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(written));
}

async function measureAll(emulator: Emulator, stack: TestStack): Promise<Measured> {
  const measured: [string, Figures][] = [];
  for (const [name, args] of Object.entries(commands)) measured.push([name, await measure(emulator, stack, args)]);
  return Object.fromEntries(measured) as Measured;
}

async function measure(emulator: Emulator, stack: TestStack, args: readonly string[]): Promise<Figures> {
  const reporting = join(stack.dir, "usage.cjs");
  const usage = join(stack.dir, "usage.json");
  const write = `require("node:fs").writeFileSync(${JSON.stringify(usage)}, JSON.stringify(process.resourceUsage()))`;
  writeFileSync(reporting, `process.on("exit", () => ${write});`);
  const env = await stack.environment({ PODWRIGHT_TIME_SCALE: "1" });
  emulator.clearRequests();
  const started = performance.now();
  await new Promise<void>((resolve, reject) => {
    const how = { cwd: stack.dir, env, maxBuffer: 256 * 1024 * 1024 };
    execFile(process.execPath, ["--require", reporting, podwrightProgram, ...args], how, (error, _, text) =>
      error === null ? resolve() : reject(new Error(text)),
    );
  });
  const ms = performance.now() - started;
  const { maxRSS, userCPUTime, systemCPUTime } = JSON.parse(readFileSync(usage, "utf8")) as NodeJS.ResourceUsage;
  const processorMs = (userCPUTime + systemCPUTime) / 1000;
  return { ms, processorMs, requests: emulator.requests().length, memory: maxRSS / 1024 };
}
