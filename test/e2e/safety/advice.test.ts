import { execFile } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { stateCommands } from "../../../provider/pulumi/state-commands";
import { commandLine } from "../../cli/support/command-line";
import { newPod, send } from "../../support/account";
import { emulated } from "../harness/emulated";
import { endedByThemselves } from "../harness/kills/kill";
import { killUp, podOn } from "../harness/kills/killed";
import { podwrightProgram } from "../harness/repository";
import { TestStack } from "../harness/stack/stack";
import { deploy, mustDo, mustFail, mustSucceed } from "../harness/stack/steps";

const plugin = { host: "plugin" } as const;
const pod = { image: "nginx", gpu: { id: "NVIDIA L4" } };
/** A name that a shell would read as several words. */
const odd = "my files; $(touch touched)";

/** Each command, with the words with which it begins. The tests below run each as it is printed. */
const words = {
  import: "import podwright",
  importList: "import --file",
  forget: "state delete",
  move: "state move",
} satisfies Record<keyof typeof stateCommands, string>;
const run = new Set<string>();

/** Finds the command in a message, and runs it in a shell in the folder of the stack. Pulumi asks no questions. */
async function paste(stack: TestStack, kind: keyof typeof words, message: string, end = "`"): Promise<string> {
  const [line] = new RegExp(`pulumi ${words[kind]}.*?(?=${end})`).exec(message.replace(/\s+/g, " ")) ?? [];
  if (line === undefined) throw new Error(message);
  await inShell(stack, line);
  run.add(kind);
  return line;
}

/** Runs a command in a shell in the folder of the stack, as a user with `podwright` on the PATH. Pulumi asks no questions. */
async function inShell(stack: TestStack, line: string): Promise<void> {
  const bin = join(stack.dir, "own-bin");
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, "podwright"), `#!/bin/sh\nexec "${process.execPath}" "${podwrightProgram}" "$@"\n`, {
    mode: 0o755,
  });
  const own = await stack.environment();
  const env = { ...own, PATH: [bin, own.PATH].join(delimiter), PULUMI_SKIP_CONFIRMATIONS: "true" };
  const failure = await new Promise<string>((resume) => {
    const shell = execFile("sh", ["-c", line], { cwd: stack.dir, env }, (error, out, err) =>
      resume(error === null ? "" : `${line}\n${out}${err}`),
    );
    // A question ends the command.
    shell.stdin?.end();
  });
  expect(failure).toBe("");
}

async function podwright(stack: TestStack, ...args: string[]): Promise<string> {
  const { out, err } = await commandLine([...args, "--cwd", stack.dir], { env: await stack.environment() });
  return out + err;
}

/** Another stack with a project of its own in the same backend. */
async function neighbour(stack: TestStack, url: string): Promise<TestStack> {
  const other = new TestStack({ url, env: { PULUMI_BACKEND_URL: stack.env.PULUMI_BACKEND_URL }, ...plugin });
  onTestFinished(() => other.dispose());
  other.writeYaml({ name: "theirs", resources: { trainer: { type: "podwright:Pod", properties: pod } } });
  return await other.init();
}

test("the import command for a taken name makes the existing secret the stack's", async () => {
  const { emulator, stack } = await emulated({}, plugin);
  const { id } = await send(emulator, "POST", "/v2/account/secrets", { name: "token", value: "first" });
  stack.declare([{ kind: "Secret", name: odd, args: { name: "token", value: "second" } }]);
  const { text } = await mustFail(stack.up());

  await paste(stack, "import", text, '"');

  expect(stack.resource(odd).id).toBe(id);
  expect(existsSync(join(stack.dir, "touched"))).toBe(false);
  await mustDo(stack.up(), { [odd]: "update" });
  expect(emulator.state().secrets).toHaveLength(1);
});

test("the import command for an item of another account names the explicit provider of that account", async () => {
  const { emulator: other } = await emulated({ apiKey: "canary-other-key" });
  const { stack } = await emulated({}, plugin);
  const properties = { apiKey: other.apiKey, baseUrl: other.url, serverlessUrl: other.url };
  stack.writeYaml({ resources: { "else-where": { type: "pulumi:providers:podwright", properties } } });
  await mustSucceed(stack.up());
  const id = await newPod(other, { name: "stray" });
  const { unmanaged } = JSON.parse(await podwright(stack, "drift", "--unmanaged", "--output", "json"));

  await paste(stack, "import", unmanaged[0].import, "$");

  expect(stack.resource("stray").id).toBe(id);
  expect(stack.stateText()).toMatch(/"provider":"urn:[^"]*providers:podwright::else-where::/);
});

test("the import command after a wrong refresh brings the pod back, unless another stack has it by then", async () => {
  const { emulator, stack } = await emulated({}, plugin);
  await deploy(stack, [{ kind: "Pod", name: odd, args: pod }]);
  const { id = "" } = stack.resource(odd);
  emulator.addFault({ operation: "getPod", times: 100, effect: { status: 404 } });
  emulator.addFault({ operation: "listPods", times: 100, effect: { absent: id } });
  await mustSucceed(stack.refresh());
  emulator.clearFaults();
  expect(stack.resources()).toEqual([]);
  const drift = async () => JSON.parse(await podwright(stack, "drift", "--output", "json")).stacks[0].unfinished;
  const [offered] = await drift();

  const other = await neighbour(stack, emulator.url);
  await mustSucceed(other.pulumi("import", "podwright:index:Pod", "trainer", id, "--yes", "--protect=false"));
  const [left] = await drift();
  expect(left).toContain(`RunPod still has ${id}. It is not this stack's any more: the stack theirs/test manages it`);
  expect(left).not.toContain("import");

  const { text } = await other.pulumi("stack", "export");
  await mustSucceed(other.pulumi("state", "delete", /urn:[^"]*::trainer/.exec(text)?.[0] ?? "", "--yes"));
  expect(await drift()).toEqual([offered]);
  await paste(stack, "import", offered);
  expect(stack.resource(odd).id).toBe(id);
  await mustDo(stack.up(), {});
});

test("the commands for the state move a pod of another stack, and forget a pod that two states contain", async () => {
  const { emulator, stack } = await emulated({}, plugin);
  await mustSucceed(stack.up());
  const other = await neighbour(stack, emulator.url);
  await mustSucceed(other.up());
  const [{ id } = { id: "" }] = emulator.state().pods;

  await paste(stack, "move", await podwright(stack, "adopt", "--only", id, "--yes"));
  expect(stack.resource("trainer").id).toBe(id);
  expect((await other.pulumi("stack", "export")).text).not.toContain(id);

  const importAgain = () =>
    mustSucceed(other.pulumi("import", "podwright:index:Pod", "trainer", id, "--yes", "--protect=false"));
  await importAgain();
  await paste(stack, "forget", await podwright(stack, "drift", "--stack", "test", "--cwd", other.dir));
  expect(stack.resource("trainer").id).toBe(id);
  expect((await other.pulumi("stack", "export")).text).not.toContain(id);

  await importAgain();
  await paste(stack, "forget", await podwright(stack, "rm", id, "--yes"));
  expect(stack.resources()).toEqual([]);
  expect(emulator.state().pods.map((one) => one.id)).toEqual([id]);
});

test("the import command of adopt --list imports the listed resources", async () => {
  const { emulator, stack } = await emulated({}, plugin);
  const id = await newPod(emulator, { name: "stray" });

  await paste(stack, "importList", await podwright(stack, "adopt", "--list", join(stack.dir, "my list.json")));

  expect(stack.resource("stray").id).toBe(id);
});

test("the three commands that drift prints after a killed run leave the stack as its program declares it", async () => {
  const { emulator, stack } = await emulated({ provision: 600_000 }, plugin);
  stack.declare([
    podOn("NVIDIA L4"),
    { kind: "NetworkVolume", name: "files", args: { size: 20, dataCenter: "EU-RO-1" } },
  ]);
  await endedByThemselves(await killUp(stack, () => emulator.state().pods.length === 1));
  emulator.advance(600_000);
  const text = (await podwright(stack, "drift", "--stack", "test")).replace(/\s+/g, " ");
  const [, steps = ""] = /If it was killed, run (.+?): the first ends its lock/.exec(text) ?? [];
  const lines = [...steps.matchAll(/`(.+?)`/g)].map(([, line = ""]) => line);
  expect(lines).toHaveLength(3);

  for (const line of lines) await inShell(stack, line);

  expect(emulator.state().pods.map(({ id }) => id)).toEqual([stack.resource("web").id]);
  expect(stack.resource("files").id).toBe(emulator.state().networkVolumes[0]?.id);
  expect(await podwright(stack, "drift", "--stack", "test")).toContain("in sync");
});

test("every command of this kind has been run as it is printed", () => {
  expect([...run].toSorted()).toEqual(Object.keys(stateCommands).toSorted());
});
