import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { json } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { startEmulator } from "../emulator";
import { version } from "../package.json";
import { TestStack } from "../test/e2e/harness/stack/stack";
import { inTurn } from "./pairs";

const source = "https://github.com/runpod/pulumi-runpod";
const commit = "8a7e9d4a67670f85413e21621808596216d509a4";
const versions = { podwright: version, runpod: "0.1.5" };
const pods = 50;
/** Milliseconds from here to a platform that is not on this machine, and back. */
const away = 50;
/** What this machine or the tests' harness sets for Node alone: no user's run has them, and nothing in Go reads them. */
const plain = { NODE_OPTIONS: undefined, NODE_COMPILE_CACHE: undefined, NODE_EXTRA_CA_CERTS: undefined };
const rounds = 7;

/** The platform's own provider, in Go: `PODWRIGHT_BENCH_PEER`, else built from its public source; `undefined` without either. */
export function officialProvider(): string | undefined {
  const { PODWRIGHT_BENCH_PEER: given, XDG_CACHE_HOME: cache = join(homedir(), ".cache") } = process.env;
  if (given !== undefined) return given;
  const folder = join(cache, "podwright/bench", commit);
  const executable = join(folder, "pulumi-resource-runpod");
  if (existsSync(executable)) return executable;
  mkdirSync(folder, { recursive: true });
  const run = (command: string, args: readonly string[], cwd = folder) =>
    execFileSync(command, args, { cwd, stdio: "ignore", timeout: 600_000 });
  try {
    run("git", ["init"]);
    run("git", ["fetch", "--depth", "1", source, commit]);
    run("git", ["checkout", "--force", "FETCH_HEAD"]);
    run("go", ["build", "-o", executable, "./cmd/pulumi-resource-runpod"], join(folder, "provider"));
    return executable;
  } catch {
    return undefined;
  }
}

/**
 * Commands on 50 pods with the plugin's executable, and with the platform's own provider. That one talks to a server that
 * keeps nothing; ours to the emulator. Both answer at once, and then as from afar, where each request counts.
 */
export async function besideOfficialProvider(): Promise<string[]> {
  const executable = officialProvider();
  if (executable === undefined) return [`the official provider: skipped, ${source} or Go cannot be reached`];
  const emulator = await startEmulator({ provision: 0, start: 0 });
  const answering = await answerGraphql();
  const ours = new TestStack({ url: emulator.url, host: "plugin", env: plain });
  const RUNPOD_API_URL = `http://127.0.0.1:${(answering.server.address() as AddressInfo).port}/graphql`;
  const env = { ...plain, RUNPOD_API_URL, RUNPOD_API_KEY: "key" };
  const theirs = new TestStack({ url: emulator.url, host: "plugin", env });
  try {
    const built = resolve(__dirname, `../build/${process.platform}-${process.arch}/pulumi-resource-podwright`);
    await declarePods(ours, "podwright", built, { image: "nginx", gpu: { id: "NVIDIA L4" } });
    await declarePods(theirs, "runpod", executable, { imageName: "nginx", gpuTypeId: "NVIDIA L4" });
    const lines: string[] = [];
    const compare = async (command: Command, where: string) => {
      const { a, b, ratio } = await inTurn(
        rounds,
        () => timedAlone(ours, command),
        () => timedAlone(theirs, command),
      );
      const figures = `${(a / 1000).toFixed(2)} s; the official provider: ${(b / 1000).toFixed(2)} s; ratio ${ratio.toFixed(2)}`;
      lines.push(`${command} of ${pods} pods, executable, platform ${where}: ${figures}`);
    };
    for (const command of ["preview", "refresh", "destroy"] as const) await compare(command, "on this machine");
    await timed(ours, "up");
    await timed(theirs, "up");
    emulator.addFault({ operation: "*", times: Number.MAX_SAFE_INTEGER, effect: { delayMs: away } });
    answering.delayMs = away;
    for (const command of ["refresh", "destroy"] as const) await compare(command, `${away} ms away`);
    return lines;
  } finally {
    ours.dispose();
    theirs.dispose();
    answering.server.close();
    await emulator.close();
  }
}

async function declarePods(
  stack: TestStack,
  name: keyof typeof versions,
  executable: string,
  args: object,
): Promise<void> {
  // As `pulumi plugin install` leaves it: the engine keeps the schema beside it.
  const folder = join(stack.dir, `home/plugins/resource-${name}-v${versions[name]}`);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `pulumi-resource-${name}`);
  rmSync(file, { force: true });
  symlinkSync(executable, file);
  const pod = (index: number) => ({ type: `${name}:Pod`, properties: { name: `web-${index}`, ...args } });
  const resources = Array.from({ length: pods }, (_, index) => [`web-${index}`, pod(index)] as const);
  stack.writeYaml({ resources: Object.fromEntries(resources) });
  await stack.init();
  await timed(stack, "up");
}

type Command = "preview" | "refresh" | "destroy";

async function timedAlone(stack: TestStack, command: Command): Promise<number> {
  if (command === "destroy") await timed(stack, "up");
  return await timed(stack, command);
}

async function timed(stack: TestStack, command: string): Promise<number> {
  const options = command === "preview" ? [] : ["--yes", "--skip-preview"];
  const started = performance.now();
  const { ok, text } = await stack.pulumi(command, ...options, "--stack", "test");
  if (!ok) throw new Error(text);
  return performance.now() - started;
}

/** Answers what the official provider asks about pods. */
async function answerGraphql(): Promise<{ readonly server: Server; delayMs: number }> {
  let made = 0;
  const pod = (id: string) => ({
    id,
    name: id,
    imageName: "nginx",
    gpuCount: 1,
    desiredStatus: "RUNNING",
    costPerHr: 1,
  });
  const answers: Readonly<Record<string, (input: { readonly podId: string }) => object>> = {
    CreatePod: () => ({ podFindAndDeployOnDemand: pod(`pod-${made++}`) }),
    GetPod: ({ podId }) => ({ pod: pod(podId) }),
    TerminatePod: () => ({ podTerminate: null }),
  };
  const server = createServer(async (request, response) => {
    const { operationName, variables } = (await json(request)) as {
      operationName: string;
      variables: { input: { podId: string } };
    };
    await sleep(answering.delayMs);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ data: answers[operationName]?.(variables.input) }));
  });
  const answering = { server, delayMs: 0 };
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return answering;
}
