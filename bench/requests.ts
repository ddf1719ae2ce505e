import { join } from "node:path";
import type { Declared, Host, TestStack } from "../test/e2e/harness/stack/stack";
import { emptyStackOf } from "./against";

const idOf = (name: string) => `\${${name}.id}`;
const several = (count: number, one: (index: number) => readonly Declared[]) =>
  Array.from({ length: count }, (_, index) => one(index)).flat();

const program = (image: string): Declared[] => [
  { kind: "RegistryCredential", name: "ghcr", args: { username: "robot", password: "none" } },
  { kind: "Secret", name: "token", args: { value: "none" } },
  { kind: "NetworkVolume", name: "models", args: { size: 10, dataCenter: "US-TX-3" } },
  ...several(10, (index) => [{ kind: "Pod", name: `web-${index}`, args: { image, gpu: { id: "NVIDIA L4" } } }]),
  ...several(2, (index) => [
    { kind: "Template", name: `worker-${index}`, args: { image, serverless: true } },
    {
      kind: "ServerlessEndpoint",
      name: `jobs-${index}`,
      args: { gpuIds: "AMPERE_16", workersMax: 1, templateId: idOf(`worker-${index}`) },
    },
  ]),
];

/**
 * Counts the requests that a stack's commands send to RunPod. With `PODWRIGHT_BENCH_AGAINST`, it counts the requests of
 * another clone's build, too.
 */
export async function requestsOfCommands(): Promise<string[]> {
  const other = process.env.PODWRIGHT_BENCH_AGAINST;
  const lines: string[] = [];
  for (const host of (process.env.PODWRIGHT_BENCH_HOSTS?.split(",") ?? ["plugin", "dynamic"]) as Host[]) {
    const ours = await counted(join(__dirname, ".."), host);
    const theirs = other === undefined ? {} : await counted(other, host);
    for (const [command, count] of Object.entries(ours)) {
      const before = theirs[command] === undefined ? "" : `; before: ${theirs[command]}`;
      lines.push(`requests of ${command}, ${host}: ${count}${before}`);
    }
  }
  return lines;
}

const commands: Readonly<Record<string, (stack: TestStack) => readonly string[]>> = {
  "the first up": () => ["up", "--yes", "--skip-preview"],
  "up without a change": () => ["up", "--yes", "--skip-preview"],
  "up with another image": (stack) => {
    stack.declare(program("nginx:2"));
    return ["up", "--yes", "--skip-preview"];
  },
  refresh: () => ["refresh", "--yes", "--skip-preview"],
  destroy: () => ["destroy", "--yes", "--skip-preview"],
};

async function counted(clone: string, host: Host): Promise<Record<string, number>> {
  const opened: { dispose(): unknown }[] = [];
  const counts: Record<string, number> = {};
  try {
    const { emulator, stack } = await emptyStackOf(clone, host, opened, { PODWRIGHT_TIME_SCALE: undefined });
    stack.declare(program("nginx:1"));
    for (const [name, argsFor] of Object.entries(commands)) {
      emulator.clearRequests();
      const { ok, text } = await stack.pulumi(...argsFor(stack), "--stack", "test");
      if (!ok) throw new Error(text);
      counts[name] = emulator.requests().length;
    }
    return counts;
  } finally {
    for (const one of opened) await one.dispose();
  }
}
