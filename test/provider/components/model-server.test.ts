import * as pulumi from "@pulumi/pulumi";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { requireOneModel } from "../../../provider/components/model-server/arguments";
import { ModelServer, type ModelServerArgs } from "../../../provider/hosts/dynamic/components";

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

test("a model server mounts an existing volume in place of a cache, and makes none", async () => {
  const { template, endpoint, volume } = await serve({
    networkVolumeId: pulumi.output("v1"),
    model: "/runpod-volume/out",
  });
  expect(volume).toEqual({});
  const env = { HF_HOME: "/runpod-volume/huggingface", MODEL_NAME: "/runpod-volume/out" };
  expect(template.env).toMatchObject({ value: env });
  expect(endpoint).toMatchObject({ networkVolumeId: "v1" });
  expect(endpoint).not.toHaveProperty("locations");
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

test("a model server rolls out another existing volume in place, or as blue/green on request", async () => {
  const nameWith = async (networkVolumeId: string, blueGreenOn: ModelServerArgs["blueGreenOn"]) => {
    made = [];
    return (await serve({ networkVolumeId, blueGreenOn })).name;
  };
  expect(await nameWith("v2", undefined)).toBe(await nameWith("v1", undefined));
  expect(await nameWith("v2", ["networkVolumeId"])).not.toBe(await nameWith("v1", ["networkVolumeId"]));
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
const gpuIds = "ADA_24";
const valid = { image, gpuIds };
const plain = "must be a plain value, not an output, because";

test.each<[string, unknown, readonly (string | RegExp)[]]>([
  ["without arguments", {}, ["gpuIds: is required", "image: is required unless `model` is given"]],
  [
    "with a misspelled pool",
    { image, gpuId: gpuIds },
    ["gpuIds: is required", "gpuId: is not a property of this component; did you mean gpuIds?"],
  ],
  ["with null as the pool, which YAML writes for nothing", { image, gpuIds: null }, ["gpuIds: is required"]],
  [
    "with a misspelled data center",
    { ...valid, cache: { size: 5, data_centre: "EU-RO-1" } },
    [
      "cache.size: must be at least 10",
      "cache.dataCenter: is required",
      "cache.data_centre: is not a property of this component; did you mean dataCenter? cache takes: size, dataCenter",
    ],
  ],
  [
    "with outputs that decide names",
    {
      image,
      gpuIds: pulumi.output(gpuIds),
      gpuCount: pulumi.output(2),
      fallbacks: [pulumi.output(gpuIds)],
      cache: { size: pulumi.output(50), dataCenter: pulumi.output("EU-RO-1") },
    },
    ["gpuIds", "gpuCount", "fallbacks[0]", "cache.dataCenter"].map(
      (path) => `${path}: ${plain} it decides names of resources. For example, read it from the configuration`,
    ),
  ],
  ["with a text for a list", { ...valid, fallbacks: "AMPERE_24" }, ["fallbacks: must be a list, not a string"]],
  [
    "with an input that cannot start blue/green",
    { ...valid, blueGreenOn: ["workersMax"] },
    [expect.stringMatching(/^blueGreenOn\[0\]: must be "model" or "image" or "env" or /)],
  ],
  [
    "with outputs in inputs that start blue/green",
    { ...valid, env: { HF_TOKEN: pulumi.secret("canary") }, disk: pulumi.output(9), blueGreenOn: ["env", "disk"] },
    [
      `env.HF_TOKEN: ${plain} \`blueGreenOn\` names \`env\`: give a plain value, or take \`env\` out of \`blueGreenOn\``,
      `disk: ${plain} \`blueGreenOn\` names \`disk\`: give a plain value, or take \`disk\` out of \`blueGreenOn\``,
    ],
  ],
  [
    "with an output that decides whether a resource exists",
    { ...valid, cache: pulumi.output({ size: 50, dataCenter: "EU-RO-1" }) },
    ["cache: must be a plain object, not an output. The values inside may be outputs"],
  ],
  [
    "with a wrong smoke test",
    {
      ...valid,
      smokeTest: { input: {}, timeout: "soon", accepts: [{ path: "text", matches: "(" }, { path: "text" }] },
    },
    [
      "smokeTest.input: is empty, and RunPod's workers treat an empty input as missing: give at least one key, such as `ping: true`",
      "smokeTest.timeout: must be a duration such as 90s, 10m or 1h30m",
      "smokeTest.accepts[0].matches: must be a valid regular expression of JavaScript",
      "smokeTest.accepts[1]: needs exactly one of equals, matches, present",
    ],
  ],
  [
    "with two values for one setting",
    {
      ...{ ...valid, model: "a/b", env: { MODEL_NAME: "c/d" }, keepFor: "10m", drain: { keepFor: "20m" } },
      ...{ allowedCudaVersions: ["12.4"], minCudaVersion: "12.4" },
    },
    [
      "minCudaVersion: cannot be given together with `allowedCudaVersions`",
      "drain.keepFor: is the same setting as `keepFor`: give only one of them",
      "env.MODEL_NAME: sets the model a second time, because `model` sets this variable: give only one of them",
    ],
  ],
  ["with a time that RunPod does not keep results", { ...valid, keepFor: "45m" }, [/^keepFor: must be at most 30m/]],
  [
    "with workers away from their cache",
    { ...valid, locations: "US,EU-CZ-1", cache: { size: 50, dataCenter: "EU-RO-1" } },
    [/^locations: does not allow the data center of `cache`/],
  ],
  [
    "with a cache beside an existing volume",
    { ...valid, networkVolumeId: pulumi.output("v1"), cache: { size: 50, dataCenter: "EU-RO-1" } },
    [
      "networkVolumeId: names an existing volume, but `cache` creates a new one, and a worker mounts only one volume: give only one of them",
    ],
  ],
  [
    "with an input that the component sets",
    { ...valid, templateId: "t1" },
    ["templateId: is not a property of this component"],
  ],
])("a model server %s fails with one line for each problem, before Pulumi makes a resource", (_what, args, lines) => {
  const make = () => new ModelServer("chat", args as ModelServerArgs);
  // Pulumi shows no stack trace for such an error.
  expect(make).toThrow(pulumi.RunError);
  const [header, ...problems] = messageOf(make).split("\n  ");
  expect(header).toBe('ModelServer "chat" has wrong arguments:');
  expect(problems).toEqual(lines.map((line) => (line instanceof RegExp ? expect.stringMatching(line) : line)));
  expect(made).toEqual([]);
});

function messageOf(make: () => unknown): string {
  try {
    make();
  } catch (error) {
    return (error as Error).message;
  }
  return "";
}

test.each<[string, Partial<ModelServerArgs>]>([
  ["a region around its cache", { locations: "RO", cache: { size: 50, dataCenter: "EU-RO-1" } }],
  ["outputs in other inputs", { disk: pulumi.output(20), workersMax: pulumi.output(3), drain: pulumi.output({}) }],
  ["a model and an env that is an output", { model: "a/b", env: pulumi.output({ MODE: "fast" }) }],
  ["outputs inside the smoke test", { smokeTest: { input: { prompt: pulumi.output("hi") } } }],
])("a model server accepts %s", async (_what, args) => {
  expect((await serve(args)).url).toMatch(/^https:/);
});

test("a model server refuses a second model when the values of a secret env arrive", () => {
  const known = { MODEL_NAME: "c/d" };
  expect(() => requireOneModel("chat", "a/b", known)).toThrow(
    'ModelServer "chat" has wrong arguments:\n  env.MODEL_NAME: sets the model a second time, because `model` sets this variable: give only one of them',
  );
  expect(() => requireOneModel("chat", undefined, known)).not.toThrow();
});

test.each<[string, Partial<ModelServerArgs>, Partial<ModelServerArgs>]>([
  ["a new value in `env`", { env: { HF_TOKEN: "one" } }, { env: { HF_TOKEN: "another" } }],
  ["a larger disk", { disk: 20 }, { disk: 30 }],
  ["another volume", { networkVolumeId: "v1" }, { networkVolumeId: "v2" }],
])("%s runs the smoke test again", async (_what, one, another) => {
  const before = await serve(one);
  made = [];
  const after = await serve(another);
  expect(after.job.triggers).not.toEqual(before.job.triggers);
});

test("the job of the smoke test contains no value of `env`", async () => {
  const { job } = await serve({ env: { HF_TOKEN: "canary" } });
  expect(job).toHaveProperty("triggers");
  expect(JSON.stringify(job)).not.toContain("canary");
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
