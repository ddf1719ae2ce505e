import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { credentials } from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { CheckRequest, ConfigureRequest } from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
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

const built = (folder: string) => resolve(__dirname, "../build", folder, name);
const started: Readonly<Record<string, readonly [command: string, args: readonly string[]]>> = {
  "a bare HTTP/2 server in Node": ["node", ["-e", bareServer]],
  "plugin, script": [built("plugin"), []],
  "plugin, executable": [built(`${process.platform}-${process.arch}`), []],
  ...(official === undefined ? {} : { "the official provider": [official, []] as const }),
};

/** Returns the milliseconds from the start of a process to the milestone. Then ends the process. */
async function timed(command: string, args: readonly string[], enough: Milestone): Promise<number> {
  const started = performance.now();
  // Removes this variable, because extra certificates make Node start a second thread.
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: undefined, PODWRIGHT_CHECK_CATALOG: "false" };
  const child = spawn(command, args, { env, stdio: ["pipe", "pipe", "inherit"] });
  await enough(child);
  const took = performance.now() - started;
  child.kill("SIGKILL");
  await once(child, "exit");
  return took;
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

/** Calls the plugin right after it has printed its port, and waits for the response. */
async function firstAnswer(child: ChildProcess): Promise<void> {
  const client = await connected(child);
  await promisify<Empty, unknown>(client.getPluginInfo.bind(client))(new Empty());
  client.close();
}

/** Waits for the plugin's first check of a pod, which loads most of its code. */
async function firstCheck(child: ChildProcess): Promise<void> {
  const client = await connected(child);
  const check = new CheckRequest();
  check.setUrn("urn:pulumi:test::e2e::podwright:index:Pod::web");
  check.setNews(Struct.fromJavaScript({ image: "nginx", gpu: { id: "NVIDIA L4" } }));
  await promisify<ConfigureRequest, unknown>(client.configure.bind(client))(new ConfigureRequest());
  await promisify<CheckRequest, unknown>(client.check.bind(client))(check);
  client.close();
}

/** Measures the plugin as a script. Compares it with the plugin of another build. */
export async function startBeforeAndAfter(): Promise<string[]> {
  const other = process.env.PODWRIGHT_BENCH_AGAINST;
  if (other === undefined) return [];
  const theirs = resolve(other, "build/plugin", name);
  const lines = [];
  for (const [until, milestone] of Object.entries({
    port: firstLine,
    "first answer": firstAnswer,
    "first check": firstCheck,
  })) {
    const { a, b, ratio } = await inTurn(
      25,
      () => timed(built("plugin"), [], milestone),
      () => timed(theirs, [], milestone),
    );
    const figures = `${a.toFixed(0)} ms; before: ${b.toFixed(0)} ms; ratio ${ratio.toFixed(2)}`;
    lines.push(`plugin, script, spawn to ${until}: ${figures}`);
  }
  return lines;
}

/** Measures how long each build takes to print its port and to answer. Compares it with a Node process that only prints a line. */
export async function pluginStart(): Promise<string[]> {
  // The first start stores compiled code for the later starts.
  await timed(built("plugin"), [], async (child) => {
    await firstAnswer(child);
    await sleep(1_500);
  });
  const emptyNode = () => timed("node", ["-e", "console.log(1)"], firstLine);
  const lines = [];
  for (const [what, [command, args]] of Object.entries(started)) {
    for (const [until, milestone] of [
      ["port", firstLine],
      ["first answer", firstAnswer],
      ["first check", firstCheck],
    ] as const) {
      if (milestone === firstCheck && !what.startsWith("plugin")) continue;
      const { a, b, ratio } = await inTurn(15, () => timed(command, args, milestone), emptyNode);
      const figures = `${a.toFixed(0)} ms; an empty node: ${b.toFixed(0)} ms; ratio ${ratio.toFixed(2)}`;
      lines.push(`${what}, spawn to ${until}: ${figures}`);
    }
  }
  return lines;
}
