import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { credentials, type ServiceError, status } from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { CheckRequest, ConfigureRequest, ProviderHandshakeRequest } from "@pulumi/pulumi/proto/provider_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";

import { inTurn } from "./pairs";
import { officialExecutable } from "./providers";

const name = "pulumi-resource-podwright";
/** The shortest code that answers over HTTP/2 in Node, without Podwright and without the gRPC library. */
const bareServer = `
  const listener = require("node:net").createServer();
  listener.listen(0, "127.0.0.1", () => {
    require("node:fs").writeSync(1, listener.address().port + "\\n");
    const server = require("node:http2").createServer();
    server.on("stream", (stream) => {
      stream.resume();
      stream.respond({ ":status": 200, "content-type": "application/grpc+proto" }, { waitForTrailers: true });
      stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
      stream.end(Buffer.alloc(5));
    });
    listener.on("connection", (socket) => server.emit("connection", socket));
  });`;
const official = officialExecutable();

const here = `${process.platform}-${process.arch}`;
const built = (folder: string) => resolve(__dirname, "../build", folder, name);
const started: Readonly<Record<string, readonly [command: string, args: readonly string[], env?: NodeJS.ProcessEnv]>> =
  {
    "a bare HTTP/2 server in Node": ["node", ["-e", bareServer]],
    "plugin, script": [built("plugin"), []],
    // A folder cannot exist at this path, so the plugin has no cache, and Node compiles its code.
    "plugin, script, without its cache of compiled code": [built("plugin"), [], { XDG_CACHE_HOME: "/dev/null" }],
    "plugin, executable": [built(here), []],
    ...(official === undefined ? {} : { "the official provider": [official, []] as const }),
  };

/** Returns the milliseconds from the start of a process to the milestone. Then ends the process. */
async function timed(
  command: string,
  args: readonly string[],
  enough: Milestone,
  more: NodeJS.ProcessEnv = {},
): Promise<number> {
  const started = performance.now();
  // Removes this variable, because extra certificates make Node start a second thread.
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: undefined, PODWRIGHT_CHECK_CATALOG: "false", ...more };
  const child = spawn(command, args, { env, stdio: ["pipe", "pipe", "inherit"] });
  try {
    await enough(child);
    return performance.now() - started;
  } finally {
    // If the child did not end after a failure, the benchmark would wait for it for ever.
    child.kill("SIGKILL");
    await once(child, "exit");
  }
}

type Milestone = (child: ChildProcess) => Promise<unknown>;

/** Returns the first line of output. A plugin prints its port there. */
async function firstLine({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error("no standard output");
  const [line] = (await once(stdout, "data")) as [Buffer];
  return line.toString().trim();
}

async function connected(child: ChildProcess): Promise<ResourceProviderClient> {
  const address = `127.0.0.1:${await firstLine(child)}`;
  return new ResourceProviderClient(address, credentials.createInsecure(), { "grpc.enable_http_proxy": 0 });
}

/** Sends the call with which an engine begins, right after the plugin has printed its port, and waits for the response. */
async function firstAnswer(child: ChildProcess): Promise<void> {
  const client = await connected(child);
  await introduce(client);
  client.close();
}

/** An older provider does not know this call, and its refusal is an answer too. */
async function introduce(client: ResourceProviderClient): Promise<void> {
  const call = promisify<ProviderHandshakeRequest, unknown>(client.handshake.bind(client));
  await call(new ProviderHandshakeRequest()).catch((error: ServiceError) => {
    if (error.code !== status.UNIMPLEMENTED) throw error;
  });
}

/** Waits for the plugin's first check of a pod, which loads most of its code. */
async function firstCheck(child: ChildProcess): Promise<void> {
  const client = await connected(child);
  const check = new CheckRequest();
  check.setUrn("urn:pulumi:test::e2e::podwright:index:Pod::web");
  check.setNews(Struct.fromJavaScript({ image: "nginx", gpu: { id: "NVIDIA L4" } }));
  await introduce(client);
  await promisify<ConfigureRequest, unknown>(client.configure.bind(client))(new ConfigureRequest());
  await promisify<CheckRequest, unknown>(client.check.bind(client))(check);
  client.close();
}

/** Starts a plugin once for so long that it stores its compiled code, which all later starts use. */
async function storeCompiledCode(command: string): Promise<void> {
  await timed(command, [], async (child) => {
    await firstCheck(child);
    await sleep(1_500);
  });
}

/**
 * Measures the plugin as a script and as an executable. Compares both with the script and the executable of another
 * build.
 */
export async function startBeforeAndAfter(): Promise<string[]> {
  const other = process.env.PODWRIGHT_BENCH_AGAINST;
  if (other === undefined) return [];
  const lines = [];
  for (const [what, folder] of Object.entries({ script: "plugin", executable: here })) {
    const [ours, theirs] = [built(folder), resolve(other, "build", folder, name)];
    for (const command of [ours, theirs]) await storeCompiledCode(command);
    for (const [until, milestone] of Object.entries({
      port: firstLine,
      "first answer": firstAnswer,
      "first check": firstCheck,
    })) {
      const { a, b, ratio } = await inTurn(
        25,
        () => timed(ours, [], milestone),
        () => timed(theirs, [], milestone),
      );
      const figures = `${a.toFixed(0)} ms; before: ${b.toFixed(0)} ms; ratio ${ratio.toFixed(2)}`;
      lines.push(`plugin, ${what}, spawn to ${until}: ${figures}`);
    }
  }
  return lines;
}

/** Measures how long each build takes to print its port and to answer. Compares it with a Node process that only prints a line. */
export async function pluginStart(): Promise<string[]> {
  await storeCompiledCode(built("plugin"));
  const emptyNode = () => timed("node", ["-e", "console.log(1)"], firstLine);
  const lines = [];
  for (const [what, [command, args, env]] of Object.entries(started)) {
    for (const [until, milestone] of [
      ["port", firstLine],
      ["first answer", firstAnswer],
      ["first check", firstCheck],
    ] as const) {
      if (milestone === firstCheck && !what.startsWith("plugin")) continue;
      const { a, b, ratio } = await inTurn(15, () => timed(command, args, milestone, env), emptyNode);
      const figures = `${a.toFixed(0)} ms; an empty node: ${b.toFixed(0)} ms; ratio ${ratio.toFixed(2)}`;
      lines.push(`${what}, spawn to ${until}: ${figures}`);
    }
  }
  return lines;
}
