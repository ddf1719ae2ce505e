import * as pulumi from "@pulumi/pulumi";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { ModelServer, type ModelServerArgs } from "../../../provider/hosts/dynamic/components";
import { job as jobResource } from "../../../provider/kinds/job/lifecycle";
import { formatProblems, problemsOf } from "../../../provider/planning/check";

interface Made {
  readonly name: string;
  readonly inputs: Readonly<Record<string, unknown>>;
}

let made: Made[] = [];

// One set for all tests, because Pulumi registers a component's outputs after the test that creates it has ended.
beforeAll(async () => {
  await pulumi.runtime.setMocks({
    newResource: ({ name, inputs }) => {
      made.push({ name, inputs });
      const outputs = inputs.gpuIds === undefined ? { output: "an answer" } : { url: `https://${name}.invalid` };
      return { id: `${name}-id`, state: { ...inputs, ...outputs } };
    },
    call: () => ({}),
  });
});
beforeEach(() => {
  made = [];
});

const resolved = <T>(output: pulumi.Output<T>) => (output as unknown as { promise(): Promise<T> }).promise();

const smokeTest = { input: { prompt: "hi" } };

async function serve(args: Partial<ModelServerArgs> = {}) {
  const server = new ModelServer("chat", { image: "worker:1", gpuIds: "ADA_24", smokeTest, ...args });
  const url = await resolved(server.url);
  const name = made.find(({ inputs }) => "gpuIds" in inputs)?.name ?? "";
  const of = (has: string) => made.find(({ inputs }) => has in inputs)?.inputs ?? {};
  return {
    server,
    url,
    name,
    template: of("image"),
    endpoint: of("gpuIds"),
    volume: of("dataCenter"),
    job: of("triggers"),
  };
}

test("a model server passes its inputs to its child resources", async () => {
  const { template, endpoint, volume, job, url, name } = await serve({
    model: "Qwen/Qwen2.5-7B-Instruct",
    env: { MODE: "fast" },
    fallbacks: ["AMPERE_24"],
    workersMin: 1,
    cache: { size: 50, dataCenter: "EU-RO-1" },
  });
  expect(volume).toMatchObject({ size: 50, dataCenter: "EU-RO-1" });
  expect(template).toMatchObject({ image: "worker:1", serverless: true });
  const env = { HF_HOME: "/runpod-volume/huggingface", MODEL_NAME: "Qwen/Qwen2.5-7B-Instruct", MODE: "fast" };
  // The wrapping marks the value as secret.
  expect(template.env).toMatchObject({ value: env });
  expect(endpoint).toMatchObject({
    ...{ gpuIds: "ADA_24,AMPERE_24", locations: "EU-RO-1", workersMin: 1 },
    ...{ templateId: `${name}-id`, networkVolumeId: "chat-EU-RO-1-id" },
  });
  expect(endpoint.drain).toBeUndefined();
  expect(job).toMatchObject({ endpointId: `${name}-id`, input: { prompt: "hi" } });
  expect(url).toBe(`https://${name}.invalid`);
});

test.each<[string, string, Partial<ModelServerArgs>]>([
  ["a new image", "in place", { image: "worker:2" }],
  ["more workers", "in place", { workersMax: 9 }],
  ["a larger cache", "in place", { cache: { size: 60, dataCenter: "EU-RO-1" } }],
  ["a new GPU pool", "as blue/green", { gpuIds: "AMPERE_80" }],
  ["more GPUs per worker", "as blue/green", { gpuCount: 2 }],
  ["a new fallback", "as blue/green", { fallbacks: ["AMPERE_24"] }],
  ["a cache in another data center", "as blue/green", { cache: { size: 50, dataCenter: "US-KS-2" } }],
])("a model server rolls out %s %s", async (_what, way, change) => {
  const cache = { size: 50, dataCenter: "EU-RO-1" };
  const before = await serve({ cache });
  made = [];
  const after = await serve({ cache, ...change });
  expect(after.name === before.name ? "in place" : "as blue/green").toBe(way);
});

test("blueGreenOn names the inputs whose changes a model server rolls out as blue/green", async () => {
  const nameWith = async (args: Partial<ModelServerArgs>) => {
    made = [];
    return (await serve({ blueGreenOn: ["image", "env"], env: { MODE: "fast" }, ...args })).name;
  };
  const before = await nameWith({});
  expect(await nameWith({ image: "worker:2" })).not.toBe(before);
  expect(await nameWith({ env: { MODE: "slow" } })).not.toBe(before);
  expect(await nameWith({ disk: 30 })).toBe(before);
});

test("a model server adds keepFor to the drain settings of its endpoint", async () => {
  const { endpoint } = await serve({ keepFor: pulumi.output("10m"), drain: { inProgress: "abandon" } });
  expect(endpoint.drain).toEqual({ inProgress: "abandon", keepFor: "10m" });
});

test("a model server passes each GPU pool only once to its endpoint, even if the program lists a pool twice", async () => {
  const { endpoint } = await serve({ gpuIds: "ADA_24", fallbacks: ["AMPERE_24", "ADA_24", "AMPERE_24"] });
  expect(endpoint.gpuIds).toBe("ADA_24,AMPERE_24");
});

const image = "worker:1";

test.each<[unknown, string]>([
  [{ gpuIds: "ADA_24" }, "needs an image or a model: set image or model"],
  [{ image }, "needs gpuIds: set gpuIds to the GPU pool of the workers, such as ADA_24"],
  [
    { image, gpuId: "ADA_24" },
    "needs gpuIds (it has gpuId): set gpuIds to the GPU pool of the workers, such as ADA_24",
  ],
  [{ image, gpuIds: pulumi.output("ADA_24") }, "gpuIds must be a plain string, not an output"],
  [{ image, gpuIds: "ADA_24", fallbacks: "AMPERE_24" }, "needs a list for fallbacks: write fallbacks: [ … ]"],
  [{ image, gpuIds: "ADA_24", fallbacks: [pulumi.output("ADA_24")] }, "each of fallbacks must be a plain string"],
  [{ image, gpuIds: "ADA_24", gpuCount: pulumi.output(2) }, "gpuCount must be a plain number, not an output"],
  [
    { image, gpuIds: "ADA_24", blueGreenOn: ["imgae"] },
    'has no input "imgae" for blueGreenOn; did you mean image? blueGreenOn takes the names of inputs: model, image, env',
  ],
  [
    { image: pulumi.output(image), gpuIds: "ADA_24", blueGreenOn: ["image"] },
    "blueGreenOn names image, and image is an output. Give image a plain value, or take image out of blueGreenOn",
  ],
  [
    { image, gpuIds: "ADA_24", env: { HF_TOKEN: pulumi.secret("canary") }, blueGreenOn: ["env"] },
    "blueGreenOn names env, and env.HF_TOKEN is an output",
  ],
  [
    { image, gpuIds: "ADA_24", cache: pulumi.output({ size: 50, dataCenter: "EU-RO-1" }) },
    "needs a plain object for cache, not an output. The values inside may be outputs",
  ],
  [
    { image, gpuIds: "ADA_24", smokeTest: { ...smokeTest, accepts: [{ path: "text", matches: "(" }] } },
    'needs a valid regular expression for smokeTest.accepts[0].matches, not "("',
  ],
  [
    { image, gpuIds: "ADA_24", smokeTest: { ...smokeTest, accepts: [{ path: "text" }] } },
    "needs exactly one of equals, matches, present in smokeTest.accepts[0]",
  ],
])("the constructor of a model server refuses wrong arguments in one sentence: case %#", (args, sentence) => {
  const make = () => new ModelServer("chat", args as ModelServerArgs);
  // Pulumi shows no stack trace for such an error.
  expect(make).toThrow(pulumi.RunError);
  expect(make).toThrow(sentence);
  expect(make).toThrow(/^ModelServer "chat" /);
});

test("a new value in `env` runs the smoke test again", async () => {
  const before = await serve({ env: { HF_TOKEN: "one" } });
  made = [];
  const after = await serve({ env: { HF_TOKEN: "another" } });
  expect(after.job.triggers).not.toEqual(before.job.triggers);
});

test("the job of the smoke test contains no value of `env`", async () => {
  const { job } = await serve({ env: { HF_TOKEN: "canary" } });
  expect(job).toHaveProperty("triggers");
  expect(JSON.stringify(job)).not.toContain("canary");
});

test("a preview refuses a smoke test with an empty input", async () => {
  const { job } = await serve({ smokeTest: { ...smokeTest, input: {} } });
  const problems = formatProblems(problemsOf(jobResource.inputs, { ...job, endpointId: "e1" }));
  expect(problems).toContain("input: is empty, and RunPod's workers treat an empty input as missing");
});

test("a function in the program can judge the response of the smoke test", async () => {
  const seen: unknown[] = [];
  const { url } = await serve({ smokeTest: { ...smokeTest, accepts: (answer) => seen.push(answer) > 0 } });
  expect(url).toMatch(/^https:/);
  expect(seen).toEqual(["an answer"]);
});

test("a model server without a smoke test runs no job", async () => {
  const { job, server } = await serve({ smokeTest: undefined });
  expect(job).toEqual({});
  expect(await resolved(server.keyHint)).toBe("Authorization: Bearer $PODWRIGHT_API_KEY");
});
