import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { json } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { version } from "../package.json";
import { TestStack } from "../test/e2e/harness/stack/stack";

export const source = "https://github.com/runpod/pulumi-runpod";
const commit = "8a7e9d4a67670f85413e21621808596216d509a4";
const versions = { podwright: version, runpod: "0.1.5" };
/** Removes settings that only this machine or the test harness has. A user's run does not have them, and Go does not read them. */
export const plain = { NODE_OPTIONS: undefined, NODE_COMPILE_CACHE: undefined, NODE_EXTRA_CA_CERTS: undefined };

/**
 * Returns RunPod's official provider, which is written in Go. It is the file in `PODWRIGHT_BENCH_PEER`, or a build of
 * its public source. Returns `undefined` if neither exists.
 */
export function officialExecutable(): string | undefined {
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

/** A provider, and the inputs that it requires for a pod. */
interface Provider {
  readonly name: keyof typeof versions;
  readonly executable: string;
  readonly args: object;
}

export const podwright: Provider = {
  name: "podwright",
  executable: resolve(__dirname, `../build/${process.platform}-${process.arch}/pulumi-resource-podwright`),
  args: { image: "nginx", gpu: { id: "NVIDIA L4" } },
};

export function official(executable: string): Provider {
  return { name: "runpod", executable, args: { imageName: "nginx", gpuTypeId: "NVIDIA L4" } };
}

/** Returns a stack of the official provider, which sends its requests to `server`. */
export function officialStack({ server }: { readonly server: Server }): TestStack {
  const RUNPOD_API_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
  const env = { ...plain, RUNPOD_API_URL, RUNPOD_API_KEY: "key" };
  return new TestStack({ url: "http://127.0.0.1:9", host: "plugin", env });
}

export async function declarePods(stack: TestStack, provider: Provider, count: number): Promise<void> {
  const { name, executable, args } = provider;
  // Lays out the folder as `pulumi plugin install` does. The engine stores the schema next to it.
  const folder = join(stack.dir, `home/plugins/resource-${name}-v${versions[name]}`);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `pulumi-resource-${name}`);
  rmSync(file, { force: true });
  symlinkSync(executable, file);
  const pod = (index: number) => ({ type: `${name}:Pod`, properties: { name: `web-${index}`, ...args } });
  const resources = Array.from({ length: count }, (_, index) => [`web-${index}`, pod(index)] as const);
  stack.writeYaml({ resources: Object.fromEntries(resources) });
  await stack.init();
}

export async function timed(stack: TestStack, command: string): Promise<number> {
  const options = command === "preview" ? [] : ["--yes", "--skip-preview"];
  const started = performance.now();
  const { ok, text } = await stack.pulumi(command, ...options, "--stack", "test");
  if (!ok) throw new Error(text);
  return performance.now() - started;
}

/** Starts a server that answers the official provider's requests about pods. */
export async function answerGraphql(): Promise<{ readonly server: Server; delayMs: number }> {
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
  // Keeps idle connections open. If one closed while the engine pauses, the official provider's next request would fail.
  server.keepAliveTimeout = 0;
  const answering = { server, delayMs: 0 };
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return answering;
}
