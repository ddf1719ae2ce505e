import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";

const children: ChildProcess[] = [];
let folder: string;
let file: string;
let program: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "podwright-kill-"));
  file = join(folder, "demo.json");
  program = join(folder, "emulator.js");
  const source = `
    const { signal } = require("./cli/context/interruption").watchInterruption();
    const context = { signal, env: {}, print: (text) => process.stdout.write(text), warn: console.error };
    void require("./cli/emulator/command").emulatorCommand(context).parseAsync();
  `;
  const resolveDir = resolve(__dirname, "../../..");
  await build({ stdin: { contents: source, resolveDir }, bundle: true, platform: "node", outfile: program });
}, 60_000);
afterAll(async () => {
  for (const child of children) if (child.exitCode === null) child.kill("SIGKILL");
  await rm(folder, { recursive: true });
});

/** Starts `podwright emulator --state FILE` as its own process. */
async function emulate(): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [program, "--port", "0", "--state", file], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  const [greeting] = (await once(child.stdout, "data")) as [Buffer];
  const url = /http:\S+?:\d+/.exec(greeting.toString())?.[0] ?? "";
  return { child, url };
}

async function send(url: string, body?: object) {
  const headers = { authorization: "Bearer emulator-key" };
  const init = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };
  return (await fetch(url, init)).json();
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(10);
}

test("the state file survives kill -9 and contains all changes after SIGTERM", async () => {
  const first = await emulate();
  const pod = (await send(`${first.url}/v2/pods`, {
    name: "web",
    image: "nginx",
    cpu: { id: "cpu3c", vcpuCount: 2 },
  })) as {
    id: string;
  };
  await until(async () => (await readFile(file, "utf8")).includes(pod.id));
  first.child.kill("SIGKILL");
  await once(first.child, "exit");

  const second = await emulate();
  expect(await send(`${second.url}/v2/pods`)).toMatchObject({ pods: [{ id: pod.id }] });
  const volume = { name: "v", size: 10, dataCenter: "US-TX-3" };
  await send(`${second.url}/v2/network-volumes`, volume);
  second.child.kill("SIGTERM");
  expect(await once(second.child, "exit")).toEqual([0, null]);
  expect(await readFile(file, "utf8")).toContain('"name": "v"');
}, 60_000);
