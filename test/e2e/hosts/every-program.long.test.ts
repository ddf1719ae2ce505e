import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Emulator } from "../../../emulator";
import type { PackageSpec } from "../../../provider/schema/package/spec";
import { exampleOf } from "../../../provider/schema/programs";
import { newEndpoint, newPod, send } from "../../support/account";
import { emulated } from "../harness/emulated";
import { repository } from "../harness/repository";
import type { TestStack } from "../harness/stack/stack";
import { mustFail, mustSucceed, steps } from "../harness/stack/steps";
import { joined } from "./joined";
import { compilingGo } from "./languages";
import { accountOf, mustPassOptions, outputsOf } from "./model-servers";
import { type OwnPrograms, ownPrograms } from "./own-programs";

const schema = JSON.parse(readFileSync(join(repository, "schema.json"), "utf8")) as PackageSpec;
const kinds = [...Object.keys(schema.resources), ...Object.keys(schema.functions)].map((token) =>
  token.replace("podwright:index:", ""),
);

/** The line of the drain in languages that write the inputs in another way. */
const drains: Readonly<Record<string, string>> = {
  python: "workers_min and workers_max to 0",
  go: "WorkersMin and WorkersMax to 0",
};

/** The accounts of the model server `talk` that the languages left after each step. */
const accounts = new Map<string, Readonly<Record<string, unknown>>>();

test.for(Object.keys(joined) as (keyof typeof joined)[])(
  "all %s programs of the documentation deploy in one stack, with the example of a model server",
  { timeout: compilingGo },
  async (language, context) => {
    const apiKey = "a-key-of-this-story";
    const { emulator, stack } = await emulated({ runCommands: true, apiKey }, { host: "plugin", apiKey });
    const { example, others, names }: OwnPrograms = ownPrograms[language];
    // The pages' programs in TypeScript use the npm package.
    const ofPages = language === "typescript" ? [] : kinds;
    // No machine has the program of the task's page.
    emulator.scriptPods({ match: { name: "train-*" }, outcome: "exit" });
    const { "chat-*": vllm } = await import(join(repository, "examples/model-server/handlers.mjs"));
    emulator.handle("talk-*", (input) => ({ output: vllm(input) }));
    // The pages of functions show ids of these resources, and read the first volume in this data center.
    const own: Readonly<Record<string, string>> = {
      "8flcb2nif3l6sp": await newPod(emulator),
      mmd6zzya3w2rxd: await newEndpoint(emulator, "existing"),
    };
    const pod = own["8flcb2nif3l6sp"] ?? "";
    const volume = { name: "existing", size: 10, dataCenter: "EU-RO-1" };
    await send(emulator, "POST", "/v2/network-volumes", volume);
    await send(emulator, "POST", "/v2/account/secrets", { name: "hf_token", value: "canary" });
    const texts = ofPages.map((kind) =>
      Object.entries(own).reduce(
        (text, [shown, id]) => text.replaceAll(shown, id),
        exampleOf(repository, kind)[language],
      ),
    );
    await joined[language]([example, ...others, ...texts], stack, context);
    for (const name of ["hfToken", "registryPassword"]) await stack.configure(name, "secret-of-the-test", true);
    await stack.configure("pod", pod);

    await stack.configure("size", "5");
    await stack.configure("keepFor", "45m");
    const { text: problems } = await mustFail(stack.preview());
    const [keepFor, size] = names;
    expect(problems).toContain('ModelServer "own" has wrong arguments:');
    expect(problems).toMatch(new RegExp(`^ +${keepFor}: must be at most 30m, because RunPod then deletes`, "m"));
    expect(problems).toMatch(new RegExp(`^ +${size}: must be at least 10$`, "m"));

    await stack.configure("size", "50");
    await stack.configure("keepFor", "10m");
    await mustSucceed(stack.up());
    const deployed = new Set(stack.resources().map(({ type }) => type.replace("podwright:index:", "")));
    expect([...deployed]).toEqual(expect.arrayContaining(ofPages.filter((kind) => /^[A-Z]/.test(kind))));
    mustPassOptions(stack);
    const after: Record<string, unknown> = { create: talkOf(emulator) };
    const first = mustHaveAddress(stack);
    if (language === "python" || language === "go") {
      const exists = { pod: true, otherPod: false, job: false, task: false };
      expect(outputsOf(stack, "exists-")).toEqual(exists);
    }

    await stack.configure("image", "vllm:2");
    await stack.configure("talkToken", "secret-of-the-test-of-talk", true);
    await stack.configure("gpuIds", "AMPERE_80");
    await stack.configure("dataCenter", "US-TX-3");
    const changed = await mustSucceed(stack.up());
    const changes = Object.keys(steps(changed));
    expect(changes).not.toEqual([]);
    expect(changes.filter((name) => !name.startsWith("talk"))).toEqual([]);
    expect(mustHaveAddress(stack).endpointId).not.toBe(first.endpointId);
    after.change = talkOf(emulator);
    expect(after.change).toMatchObject({
      endpoints: [{ gpuIds: "AMPERE_80,ADA_32_PRO", locations: "US-TX-3" }],
      templates: [{ image: "vllm:2", env: { HF_TOKEN: "secret-of-the-test-of-talk" } }],
      networkVolumes: [{ dataCenter: "US-TX-3" }],
    });
    accounts.set(language, after);
    expect(stack.stateText()).not.toContain("secret-of-the-test");

    // Some pages protect their volume.
    await mustSucceed(stack.pulumi("state", "unprotect", "--all", "--yes", "--stack", "test"));
    const gone = await mustSucceed(stack.destroy());
    expect(gone.text).toContain(drains[language] ?? "workersMin and workersMax to 0");
    expect(emulator.state().pods.map(({ id }) => id)).toEqual([pod]);
  },
);

test("a model server creates the same resources in every language", () => {
  const [first, ...rest] = accounts;
  expect(rest).not.toEqual([]);
  for (const [language, account] of rest) expect(account, `${language} and ${first?.[0]}`).toEqual(first?.[1]);
});

const talkOf = (emulator: Emulator) => accountOf(emulator, ({ name }) => name.startsWith("talk"));

function mustHaveAddress(stack: TestStack) {
  const found = outputsOf(stack, "talk-");
  expect(found).toEqual({
    url: expect.stringMatching(`/v2/${found.endpointId}$`),
    openaiUrl: `${found.url}/openai/v1`,
    endpointId: expect.any(String),
    keyHint: "Authorization: Bearer $PODWRIGHT_API_KEY",
  });
  return found;
}
