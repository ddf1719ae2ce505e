import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { inTurn } from "./pairs";

const plugin = resolve(__dirname, "../build/plugin/pulumi-resource-podwright");

/** From starting the process to its first line, which is the port for the plugin. */
async function timeToFirstLine(command: string, args: readonly string[]): Promise<number> {
  const started = performance.now();
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
  await once(child.stdout, "data");
  const took = performance.now() - started;
  child.kill("SIGKILL");
  await once(child, "exit");
  return took;
}

/** How long the packaged plugin takes to say its port, against a Node that only prints a line. */
export async function pluginStart(): Promise<string[]> {
  // The first start leaves its compiled code behind for the later ones.
  const first = spawn(plugin, { stdio: ["pipe", "pipe", "inherit"] });
  await once(first.stdout, "data");
  await sleep(1_500);
  first.kill();
  const { a, b, ratio } = await inTurn(
    15,
    () => timeToFirstLine(plugin, []),
    () => timeToFirstLine("node", ["-e", "console.log(1)"]),
  );
  return [`plugin, spawn to port: ${a.toFixed(0)} ms; an empty node: ${b.toFixed(0)} ms; ratio ${ratio.toFixed(2)}`];
}
