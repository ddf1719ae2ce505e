import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, type TestContext, test } from "vitest";
import type { Emulator } from "../../../emulator";
import { send } from "../../support/account";
import { emulated } from "../harness/emulated";
import { repository } from "../harness/repository";
import type { TestStack } from "../harness/stack/stack";
import { mustChangeNothing, mustFail, mustSucceed } from "../harness/stack/steps";
import { buildGoProgram, buildJavaProgram, installPythonSdk } from "./languages";

const example = join(repository, "examples/model-server");
const patience = 900_000;

/** The example, with an application that has the address in its environment. */
const program = `${readFileSync(join(example, "index.ts"), "utf8")}
import { Pod } from "podwright";
new Pod("app", { image: "app", cpu: { id: "cpu3c", vcpuCount: 2 }, env: { MODEL_URL: url } });
`;

test(
  "a model server rolls out a new image, tries other hardware with a smoke test first, and loses no job",
  async () => {
    const { emulator, stack } = await modelServer();
    await mustSucceed(stack.up());
    expect(stack.stateText()).not.toContain("hf_of_the_test");
    await mustChangeNothing(stack.preview());
    const first = outputs(stack);
    expect(first).toMatchObject({
      openaiUrl: `${first.url}/openai/v1`,
      keyHint: expect.stringContaining("$PODWRIGHT"),
    });
    const chat = { model: "m", messages: [{ role: "user", content: "hi" }] };
    expect(await send(emulator, "POST", `${new URL(first.openaiUrl).pathname}/chat/completions`, chat)).toMatchObject({
      choices: [{ message: { content: "You said: hi" } }],
    });
    const application = startApplication(emulator);

    await stack.configure("image", "vllm:2");
    await mustSucceed(stack.up());
    expect(outputs(stack)).toEqual(first);
    expect(emulator.state().templates).toMatchObject([{ image: "vllm:2" }]);

    await stack.configure("gpuIds", "AMPERE_80");
    await mustSucceed(stack.up());
    const second = outputs(stack);
    expect(emulator.state().endpoints).toMatchObject([{ id: second.endpointId, gpuIds: "AMPERE_80,ADA_32_PRO" }]);
    expect(second.endpointId).not.toBe(first.endpointId);

    await stack.configure("gpuIds", "ADA_48_PRO");
    emulator.handle("*", (_input, { endpointId }) => {
      if (endpointId !== second.endpointId) throw new Error("no kernel image for this device");
      return { output: answer };
    });
    const refused = await mustFail(stack.up());
    expect(refused.text).toContain("no kernel image for this device");
    emulator.handle("*", (_input, { endpointId }) => ({ output: endpointId === second.endpointId ? answer : "??" }));
    const unaccepted = await mustFail(stack.up());
    expect(unaccepted.text).toMatch(/the smoke test of endpoint "chat-\w+" was answered, and `accepts` refused/);
    expect(outputs(stack)).toEqual(second);

    await stack.configure("gpuIds", "AMPERE_80");
    await mustSucceed(stack.up());
    expect(outputs(stack)).toEqual(second);
    expect(emulator.state().endpoints.map(({ id }) => id)).toEqual([second.endpointId]);

    const { servedBy, failures } = await application.stop();
    expect(failures).toEqual([]);
    expect([...servedBy]).toEqual([first.url, second.url]);
    const gone = await mustSucceed(stack.destroy());
    expect(gone.text).toContain("workersMin and workersMax to 0");
    expect(emulator.state()).toMatchObject({ endpoints: [], templates: [], networkVolumes: [], pods: [] });
  },
  patience,
);

/** The example in other languages, over the plugin. */
const languages: Readonly<Record<string, (stack: TestStack, context: TestContext) => Promise<void>>> = {
  async yaml(stack) {
    copyExample(join(example, "yaml"), stack);
  },
  async python(stack, context) {
    copyExample(join(example, "python"), stack);
    await installPythonSdk(stack, context);
  },
  async go(stack, context) {
    copyExample(join(repository, "examples/go/model-server"), stack);
    await buildGoProgram(stack, context, "./model-server");
  },
  async java(stack, context) {
    copyExample(join(example, "java"), stack);
    await buildJavaProgram(stack, context);
  },
};

test.for(Object.entries(languages))(
  "a model server in %s over the plugin tries other hardware first, and its old endpoint serves after a failure",
  { timeout: patience },
  async ([, install], context) => {
    const { emulator, stack } = await emulated({}, { host: "plugin" });
    await install(stack, context);
    const on = (pool: string) => stack.configure("gpuIds", pool);
    const seen: unknown[] = [];
    emulator.handle("*", (input) => {
      seen.push(input);
      return { output: answer };
    });
    await on("ADA_24");
    await mustSucceed(stack.up());
    expect(seen).toEqual([{ prompt: "Say hello." }]);
    await mustChangeNothing(stack.preview());
    await stack.configure("hfToken", "hf_of_the_test", true);
    await mustSucceed(stack.up());
    expect(seen, "another token runs the smoke test again").toHaveLength(2);
    expect(stack.stateText()).not.toContain("hf_of_the_test");
    const first = outputs(stack);
    expect(first).toEqual({
      url: expect.stringMatching(`/v2/${first.endpointId}$`),
      openaiUrl: `${first.url}/openai/v1`,
      endpointId: expect.any(String),
      keyHint: "Authorization: Bearer $PODWRIGHT_API_KEY",
    });
    await stack.configure("image", "vllm:2");
    await mustSucceed(stack.up());
    expect(outputs(stack), "a new image rolls out behind the same address").toEqual(first);
    expect(emulator.state().templates).toMatchObject([{ image: "vllm:2" }]);
    await on("ADA_32_PRO");
    await stack.configure("dataCenter", "US-TX-3");
    await mustSucceed(stack.up());
    expect(emulator.state().endpoints).toMatchObject([{ gpuIds: "ADA_32_PRO", locations: "US-TX-3" }]);
    expect(emulator.state().networkVolumes).toMatchObject([{ dataCenter: "US-TX-3" }]);
    await on("AMPERE_80");
    await mustSucceed(stack.up());
    const second = outputs(stack);
    expect(second.endpointId).not.toBe(first.endpointId);
    expect(emulator.state().endpoints.map(({ id }) => id)).toEqual([second.endpointId]);

    emulator.handle("*", () => {
      throw new Error("no kernel image for this device");
    });
    await on("HOPPER_141");
    const refused = await mustFail(stack.up());
    expect(refused.text).toContain("no kernel image for this device");
    emulator.handle("*", () => ({ output: { text: "??" } }));
    const unaccepted = await mustFail(stack.up());
    expect(unaccepted.text).toContain("`accepts` refused: `choices` in the answer is missing");
    expect(outputs(stack)).toEqual(second);
    expect(emulator.state().endpoints.map(({ id }) => id)).toContain(second.endpointId);

    emulator.handle("*", () => ({ output: answer }));
    await on("AMPERE_80");
    await mustSucceed(stack.up());
    expect(outputs(stack)).toEqual(second);
    expect(emulator.state().endpoints.map(({ id }) => id)).toEqual([second.endpointId]);
    await mustSucceed(stack.destroy());
    expect(emulator.state()).toMatchObject({ endpoints: [], templates: [], networkVolumes: [] });
  },
);

const answer = { choices: [] };

/** The harness expects the state under its own project name. */
function copyExample(from: string, { dir }: TestStack): void {
  cpSync(from, dir, { recursive: true });
  renameProject(join(dir, "Pulumi.yaml"), readFileSync(join(from, "Pulumi.yaml"), "utf8"));
}

function renameProject(file: string, text: string): void {
  writeFileSync(file, text.replace(/^name: .*$/m, "name: e2e"));
}

async function modelServer() {
  const running = await emulated({}, { host: "dynamic" });
  const { emulator, stack } = running;
  const { "chat-*": vllm } = await import(join(example, "handlers.mjs"));
  emulator.handle("*", (input) => ({ output: vllm(input) }));
  writeFileSync(join(stack.dir, "index.ts"), program);
  cpSync(join(example, "tsconfig.json"), join(stack.dir, "tsconfig.json"));
  // Checks the types once; Pulumi would check them with every command.
  execFileSync(join(repository, "node_modules/.bin/tsc"), ["-p", stack.dir, "--noEmit", "false"], { stdio: "inherit" });
  stack.writeProgram("index.js", readFileSync(join(stack.dir, "index.js"), "utf8"));
  renameProject(join(stack.dir, "Pulumi.yaml"), readFileSync(join(example, "Pulumi.yaml"), "utf8"));
  await stack.configure("hfToken", "hf_of_the_test", true);
  return running;
}

function outputs(stack: TestStack): Record<"url" | "openaiUrl" | "endpointId" | "keyHint", string> {
  const { checkpoint } = JSON.parse(stack.stateText());
  return checkpoint.latest.resources.find(({ type }: { type: string }) => type === "pulumi:pulumi:Stack").outputs;
}

/** Sends requests to the address in the application's environment, one after another. */
function startApplication(emulator: Emulator) {
  const servedBy = new Set<string>();
  const failures: unknown[] = [];
  const input = { openai_route: "/v1/chat/completions", openai_input: { messages: [{ content: "hi" }] } };
  let isRunning = true;
  const asked = (async () => {
    while (isRunning) {
      const url = String(emulator.state().pods[0]?.env.MODEL_URL);
      const job = await send<{ status: string }>(emulator, "POST", `${new URL(url).pathname}/runsync`, { input });
      if (job.status === "COMPLETED") servedBy.add(url);
      else failures.push(job);
      await setTimeout(100);
    }
  })().catch((error: unknown) => failures.push(error));
  const stop = async () => {
    isRunning = false;
    await asked;
    return { servedBy, failures };
  };
  return { stop };
}
