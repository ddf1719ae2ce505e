import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { credentials } from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { inTurn } from "./pairs";

const plugin = resolve(__dirname, "../build/plugin/pulumi-resource-podwright");

/** From starting a process until that much of it has come; then it is gone. Milliseconds. */
async function timed(command: string, args: readonly string[], enough: Milestone): Promise<number> {
  const started = performance.now();
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
  await enough(child);
  const took = performance.now() - started;
  child.kill("SIGKILL");
  await once(child, "exit");
  return took;
}

type Milestone = (child: ChildProcess) => Promise<unknown>;

/** The first line, which is the port for the plugin. */
async function firstLine({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error("no standard output");
  const [line] = (await once(stdout, "data")) as [Buffer];
  return line.toString().trim();
}

/** The plugin's first answer to a call that came as soon as the port was known. */
async function firstAnswer(child: ChildProcess): Promise<void> {
  const client = new ResourceProviderClient(`127.0.0.1:${await firstLine(child)}`, credentials.createInsecure(), {
    "grpc.enable_http_proxy": 0,
  });
  await promisify<Empty, unknown>(client.getPluginInfo.bind(client))(new Empty());
  client.close();
}

/** How long the packaged plugin takes to say its port, and to answer, against a Node that only prints a line. */
export async function pluginStart(): Promise<string[]> {
  // The first start leaves its compiled code behind for the later ones.
  await timed(plugin, [], async (child) => {
    await firstAnswer(child);
    await sleep(1_500);
  });
  const emptyNode = () => timed("node", ["-e", "console.log(1)"], firstLine);
  const lines = [];
  for (const [what, milestone] of [
    ["port", firstLine],
    ["first answer", firstAnswer],
  ] as const) {
    const { a, b, ratio } = await inTurn(15, () => timed(plugin, [], milestone), emptyNode);
    const figures = `${a.toFixed(0)} ms; an empty node: ${b.toFixed(0)} ms; ratio ${ratio.toFixed(2)}`;
    lines.push(`plugin, spawn to ${what}: ${figures}`);
  }
  return lines;
}
