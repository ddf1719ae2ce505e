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
import { installNodeSdk } from "./node-sdk";

const example = join(repository, "examples/model-server");
const program = readFileSync(join(example, "index.ts"), "utf8");
/** The plugin takes conditions in place of a function. */
const programOverSdk = program
  .replace("podwright/components", "pulumi-podwright")
  .replace(/accepts: \(answer\) =>.*?\)(?= })/, 'accepts: [{ path: "[0].choices", present: true }]');

/** The same program in every language. */
const languages: Readonly<Record<string, (stack: TestStack, context: TestContext) => Promise<void> | void>> = {
  "TypeScript, npm package": (stack) => writeTypeScript(stack, program),
  "TypeScript, SDK": (stack) => {
    installNodeSdk(stack);
    writeTypeScript(stack, programOverSdk);
  },
  YAML: (stack) => copyExample(join(example, "yaml"), stack),
  async Python(stack, context) {
    copyExample(join(example, "python"), stack);
    await installPythonSdk(stack, context);
  },
  async Go(stack, context) {
    copyExample(join(repository, "examples/go/model-server"), stack);
    await buildGoProgram(stack, context, "./model-server");
  },
  async Java(stack, context) {
    copyExample(join(example, "java"), stack);
    await buildJavaProgram(stack, context);
  },
};

/** The line of the drain in languages that write the inputs in another way. */
const drains: Readonly<Record<string, string>> = {
  Python: "workers_min and workers_max to 0",
  Go: "WorkersMin and WorkersMax to 0",
};

const beforeTheTest = "RunPod renews the workers before the smoke test runs";

/** The accounts that the languages left after each step. */
const accounts = new Map<string, Readonly<Record<string, unknown>>>();

test.for(Object.entries(languages))(
  "a model server in %s loses no job while Podwright rolls out a new image and new hardware",
  { timeout: 900_000 },
  async ([language, install], context) => {
    const { emulator, stack } = await emulated({}, { host: language.includes("npm") ? "dynamic" : "plugin" });
    const after: Record<string, unknown> = {};
    await install(stack, context);
    const { "chat-*": vllm } = await import(join(example, "handlers.mjs"));
    const application = startApplication(emulator);
    emulator.handle("*", (input, { endpointId }) => {
      if (input.prompt !== undefined) application.moveTo(endpointId);
      return { output: vllm(input) };
    });

    await mustSucceed(stack.up());
    after.create = accountOf(emulator);
    const unchanged = await mustChangeNothing(stack.preview());
    expect(unchanged.text).not.toContain(beforeTheTest);
    const first = outputs(stack);
    expect(first).toEqual({
      url: expect.stringMatching(`/v2/${first.endpointId}$`),
      openaiUrl: `${first.url}/openai/v1`,
      endpointId: expect.any(String),
      keyHint: "Authorization: Bearer $PODWRIGHT_API_KEY",
    });
    const chat = { model: "m", messages: [{ role: "user", content: "hi" }] };
    expect(await send(emulator, "POST", `${new URL(first.openaiUrl).pathname}/chat/completions`, chat)).toMatchObject({
      choices: [{ message: { content: "You said: hi" } }],
    });

    await stack.configure("hfToken", "hf_of_the_test", true);
    await stack.configure("image", "vllm:2");
    expect((await mustSucceed(stack.preview())).text).toContain(beforeTheTest);
    await mustSucceed(stack.up());
    expect(application.smokeTests(), "another image runs the smoke test again").toBe(2);
    expect(stack.stateText()).not.toContain("hf_of_the_test");
    expect(outputs(stack), "a new image rolls out behind the same address").toEqual(first);
    expect(emulator.state().templates).toMatchObject([{ image: "vllm:2", env: { HF_TOKEN: "hf_of_the_test" } }]);
    after.image = accountOf(emulator);

    await stack.configure("gpuIds", "AMPERE_80");
    await stack.configure("dataCenter", "US-TX-3");
    expect((await mustSucceed(stack.preview())).text).not.toContain(beforeTheTest);
    await mustSucceed(stack.up());
    const second = outputs(stack);
    expect(second.endpointId).not.toBe(first.endpointId);
    expect(emulator.state()).toMatchObject({
      endpoints: [{ id: second.endpointId, gpuIds: "AMPERE_80,ADA_32_PRO", locations: "US-TX-3" }],
      networkVolumes: [{ dataCenter: "US-TX-3" }],
    });
    after.hardware = accountOf(emulator);

    await stack.configure("gpuIds", "ADA_48_PRO");
    emulator.handle("*", (input, { endpointId }) => {
      if (endpointId !== second.endpointId) throw new Error("no kernel image for this device");
      return { output: vllm(input) };
    });
    const refused = await mustFail(stack.up());
    expect(refused.text).toContain("no kernel image for this device");
    emulator.handle("*", (input, { endpointId }) => ({ output: endpointId === second.endpointId ? vllm(input) : {} }));
    const unaccepted = await mustFail(stack.up());
    expect(unaccepted.text).toContain("`accepts` refused");
    expect(outputs(stack)).toEqual(second);
    after.refused = accountOf(emulator);

    await stack.configure("gpuIds", "AMPERE_80");
    await mustSucceed(stack.up());
    expect(outputs(stack)).toEqual(second);
    expect(emulator.state().endpoints.map(({ id }) => id)).toEqual([second.endpointId]);
    after.back = accountOf(emulator);

    const { servedBy, failures } = await application.stop();
    expect(failures).toEqual([]);
    expect([...servedBy]).toEqual([first.endpointId, second.endpointId]);
    const gone = await mustSucceed(stack.destroy());
    expect(gone.text).toContain(drains[language] ?? "workersMin and workersMax to 0");
    expect(emulator.state()).toMatchObject({ endpoints: [], templates: [], networkVolumes: [] });
    accounts.set(language, after);
  },
);

test("a model server creates the same resources in every language", () => {
  const [first, ...others] = accounts;
  expect(others).not.toEqual([]);
  for (const [language, account] of others) expect(account, `${language} and ${first?.[0]}`).toEqual(first?.[1]);
});

/** All that an account holds, without ids, times and the random ends of names. */
function accountOf(emulator: Emulator): unknown {
  const { endpoints, templates, networkVolumes, pods } = emulator.state();
  const items = [...endpoints, ...templates, ...networkVolumes];
  const all = items.reduce(
    (text, { id, name }) => text.replaceAll(id, "<id>").replaceAll(name, name.replace(/-[^-]*$/, "")),
    JSON.stringify({ endpoints, templates, networkVolumes, running: pods.length }, withoutTimes),
  );
  return JSON.parse(all);
}

/** The application's jobs and the workers' own pods differ from run to run. */
const withoutTimes = (key: string, value: unknown) => (/At$|^(jobs|pods|workers)$/.test(key) ? undefined : value);

/** The harness expects the state under its own project name. */
function copyExample(from: string, { dir }: TestStack): void {
  cpSync(from, dir, { recursive: true });
  renameProject(join(dir, "Pulumi.yaml"), readFileSync(join(from, "Pulumi.yaml"), "utf8"));
}

function renameProject(file: string, text: string): void {
  writeFileSync(file, text.replace(/^name: .*$/m, "name: e2e"));
}

/** Checks the types once; Pulumi would check them with every command. */
function writeTypeScript(stack: TestStack, text: string): void {
  const { dir } = stack;
  writeFileSync(join(dir, "index.ts"), text);
  cpSync(join(example, "tsconfig.json"), join(dir, "tsconfig.json"));
  execFileSync(join(repository, "node_modules/.bin/tsc"), ["-p", dir, "--noEmit", "false"], { stdio: "inherit" });
  stack.writeProgram("index.js", readFileSync(join(dir, "index.js"), "utf8"));
  renameProject(join(dir, "Pulumi.yaml"), readFileSync(join(example, "Pulumi.yaml"), "utf8"));
}

function outputs(stack: TestStack): Record<"url" | "openaiUrl" | "endpointId" | "keyHint", string> {
  const { checkpoint } = JSON.parse(stack.stateText());
  return checkpoint.latest.resources.find(({ type }: { type: string }) => type === "pulumi:pulumi:Stack").outputs;
}

/** Sends requests, one after another, to the endpoint that passed the smoke test last. */
function startApplication(emulator: Emulator) {
  const servedBy = new Set<string>();
  const failures: unknown[] = [];
  const input = { openai_route: "/v1/chat/completions", openai_input: { messages: [{ content: "hi" }] } };
  const runSync = (id: string) => send<{ status: string }>(emulator, "POST", `/v2/${id}/runsync`, { input });
  let endpoint = "";
  let smokeTests = 0;
  let isRunning = true;
  const asked = (async () => {
    while (isRunning) {
      const asking = endpoint;
      const job = asking === "" ? undefined : await runSync(asking);
      if (job?.status === "COMPLETED") servedBy.add(asking);
      else if (job !== undefined) failures.push(job);
      await setTimeout(100);
    }
  })().catch((error: unknown) => failures.push(error));
  return {
    moveTo(id: string) {
      endpoint = id;
      smokeTests++;
    },
    smokeTests: () => smokeTests,
    async stop() {
      isRunning = false;
      await asked;
      return { servedBy, failures };
    },
  };
}
