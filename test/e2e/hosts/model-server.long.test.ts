import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Emulator } from "../../../emulator";
import { send } from "../../support/account";
import { emulated } from "../harness/emulated";
import { repository, tsc } from "../harness/repository";
import type { Host, TestStack } from "../harness/stack/stack";
import { mustChangeNothing, mustFail, mustSucceed } from "../harness/stack/steps";
import { accountOf, mustPassOptions, outputsOf } from "./model-servers";

const example = join(repository, "examples/model-server");

/**
 * The hosts of the component, each in its cheapest language. `every-program.long` deploys the example in all languages and compares
 * the accounts.
 */
const hosts: Readonly<Record<Host, (stack: TestStack) => void>> = {
  plugin: (stack) => copyExample(join(example, "yaml"), stack),
  dynamic: runExample,
};

const beforeTheTest = "RunPod renews the workers before the smoke test runs";

/** The accounts that the hosts left after each step. */
const accounts = new Map<string, Readonly<Record<string, unknown>>>();

test.for(Object.keys(hosts) as Host[])(
  "a model server under the %s host loses no job while Podwright rolls out a new image and new hardware",
  { timeout: 900_000 },
  async (host) => {
    const { emulator, stack } = await emulated({}, { host });
    const after: Record<string, unknown> = {};
    hosts[host](stack);
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
    const first = outputsOf(stack);
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
    expect(outputsOf(stack), "a new image rolls out behind the same address").toEqual(first);
    expect(emulator.state().templates).toMatchObject([{ image: "vllm:2", env: { HF_TOKEN: "hf_of_the_test" } }]);
    after.image = accountOf(emulator);

    await stack.configure("gpuIds", "AMPERE_80");
    await stack.configure("dataCenter", "US-TX-3");
    expect((await mustSucceed(stack.preview())).text).not.toContain(beforeTheTest);
    await mustSucceed(stack.up());
    const second = outputsOf(stack);
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
    expect(outputsOf(stack)).toEqual(second);
    after.refused = accountOf(emulator);

    await stack.configure("gpuIds", "AMPERE_80");
    await mustSucceed(stack.up());
    expect(outputsOf(stack)).toEqual(second);
    expect(emulator.state().endpoints.map(({ id }) => id)).toEqual([second.endpointId]);
    after.back = accountOf(emulator);

    const { servedBy, failures } = await application.stop();
    expect(failures).toEqual([]);
    expect([...servedBy]).toEqual([first.endpointId, second.endpointId]);
    const gone = await mustSucceed(stack.destroy());
    expect(gone.text).toContain("workersMin and workersMax to 0");
    expect(emulator.state()).toMatchObject({ endpoints: [], templates: [], networkVolumes: [] });
    accounts.set(host, after);
  },
);

test("a model server creates the same resources under both hosts", () => {
  expect([...accounts.keys()]).toEqual(Object.keys(hosts));
  expect(accounts.get("dynamic")).toEqual(accounts.get("plugin"));
});

test("a model server of the npm package names its wrong inputs, and passes protect and time-outs to its resources", async () => {
  const { stack } = await emulated({}, { host: "dynamic" });
  const declare = (keepFor: string, size: number) =>
    stack.runHere(`
      const { ModelServer } = require("podwright/components");
      new ModelServer("own", {
        image: "server:1", gpuIds: "AMPERE_16", keepFor: "${keepFor}", cache: { size: ${size}, dataCenter: "EU-RO-1" },
      }, { protect: true, customTimeouts: { create: "40m" } });
    `);
  declare("45m", 5);
  const { text } = await mustFail(stack.preview());
  expect(text).toContain('ModelServer "own" has wrong arguments:');
  expect(text).toMatch(/^ +keepFor: must be at most 30m, because RunPod then deletes/m);
  expect(text).toMatch(/^ +cache\.size: must be at least 10$/m);

  declare("10m", 50);
  await mustSucceed(stack.up());
  mustPassOptions(stack);
});

/** The harness expects the state under its own project name. */
function copyExample(from: string, { dir }: TestStack): void {
  cpSync(from, dir, { recursive: true });
  const text = readFileSync(join(from, "Pulumi.yaml"), "utf8");
  writeFileSync(join(dir, "Pulumi.yaml"), text.replace(/^name: .*$/m, "name: e2e"));
}

/** Checks the types once. The program runs in this process, because `task-story.long` runs such a program as a user does. */
function runExample(stack: TestStack): void {
  const { dir } = stack;
  for (const file of ["index.ts", "tsconfig.json"]) cpSync(join(example, file), join(dir, file));
  execFileSync(process.execPath, [tsc, "-p", dir, "--noEmit", "false"], { stdio: "inherit" });
  stack.runHere(readFileSync(join(dir, "index.js"), "utf8"));
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
