import { createRequire } from "node:module";
import { resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { allResources } from "../../../../provider/kinds/kinds";
import { publicKeys } from "../../../samples";

/* The engine stores code of the built package with each resource, not the sources, so these tests read the compiler's output. `npm run build` first. */
const load = createRequire(resolve(__dirname, "../../../../package.json"));
const pulumi: typeof import("@pulumi/pulumi") = load("@pulumi/pulumi");

interface Registered {
  readonly type: string;
  readonly inputs: Record<string, unknown>;
}

const canary = "canary-key-3f9a";
const registered: Record<string, Registered> = {};

beforeAll(async () => {
  process.env.PODWRIGHT_API_KEY = canary;
  await pulumi.runtime.setMocks(
    {
      newResource: ({ type, name, inputs }) => {
        registered[name] = { type, inputs };
        return { id: `${name}-id`, state: inputs };
      },
      call: () => ({}),
    },
    "project",
    "stack",
  );
  const podwright: typeof import("../../../../provider/hosts/dynamic") = load("podwright");
  const env = { TOKEN: pulumi.secret(canary) };
  const made = [
    new podwright.Pod("Pod", { image: "nginx", gpu: { id: "A" }, env }, { customTimeouts: { create: "20m" } }),
    new podwright.Cluster("Cluster", {
      ...{ type: "TRAINING", image: "trainer", env },
      compute: { gpuTypeId: "A", gpuCountPerPod: 1, podCount: 2 },
    }),
    new podwright.ServerlessEndpoint("ServerlessEndpoint", { gpuIds: "ADA_24", templateId: "t" }),
    new podwright.Template("Template", { image: "worker", env }),
    new podwright.NetworkVolume("NetworkVolume", { size: 10, dataCenter: "EU-RO-1" }),
    new podwright.RegistryCredential("RegistryCredential", { username: "robot", password: pulumi.secret(canary) }),
    new podwright.Secret("Secret", { value: pulumi.secret(canary) }),
    new podwright.SshKey("SshKey", { publicKey: publicKeys[0] }),
    new podwright.Job("Job", { endpointId: "e", input: { token: pulumi.secret(canary) } }),
    new podwright.Task("Task", {
      image: "trainer",
      cpu: { id: "cpu3c", vcpuCount: 2 },
      command: ["train"],
      timeout: "1h",
      env,
    }),
  ];
  await Promise.all(made.map(({ urn }) => new Promise((done) => urn.apply(done))));
  delete process.env.PODWRIGHT_API_KEY;
});

const kinds = allResources.map(({ kind }) => kind);

test("the tests of the stored provider cover every kind of resource", () => {
  expect(Object.keys(registered).toSorted()).toEqual(kinds.toSorted());
});

describe.each(kinds)("the stored provider of a %s", (kind) => {
  const text = () => String(registered[kind]?.inputs.__provider);

  test("is the same text in every release, so a destroy works with an older state", async () => {
    await expect(text()).toMatchFileSnapshot(`golden/${kind}.txt`);
  });

  test("is shorter than 2,500 characters", () => {
    expect(text().length).toBeLessThan(2_500);
  });

  test("contains no secret, no address and no path of this machine", () => {
    for (const word of [canary, "apiKey", "http", process.cwd(), "node_modules"]) expect(text()).not.toContain(word);
  });

  test("has the same type token in every release", () => {
    expect(registered[kind]?.type).toBe(`pulumi-nodejs:dynamic/podwright:${kind}`);
  });
});

test("the stored provider calls the module of the dynamic host", () => {
  const exports: { handler?: () => Record<string, unknown> } = {};
  new Function("exports", "require", String(registered.Template?.inputs.__provider))(exports, load);
  const provider = exports.handler?.() ?? {};
  expect(Object.keys(provider).sort()).toEqual(["check", "configure", "create", "delete", "diff", "read", "update"]);
  const host = load("podwright/dynamic-host");
  for (const operation of Object.keys(provider)) expect(host[operation], operation).toBeTypeOf("function");
});

test("the stored provider checks inputs exactly as the dynamic host does", async () => {
  const exports: { handler?: () => { check: (olds: object, news: object) => Promise<{ failures: unknown[] }> } } = {};
  new Function("exports", "require", String(registered.Template?.inputs.__provider))(exports, load);
  const result = await exports.handler?.().check({}, { bogus: 1 });
  expect(result?.failures).toEqual([
    { property: "", reason: "image: is required\nbogus: is not a property of this resource" },
  ]);
});

describe("a resource under the dynamic host", () => {
  test("adds its logical name and its time-outs as hidden inputs", () => {
    expect(registered.Pod?.inputs).toMatchObject({ __logicalName: "Pod", __timeouts: { create: "20m" } });
    expect(registered.Template?.inputs).not.toHaveProperty("__timeouts");
  });

  test("adds only its logical name and its stack if it has no time-outs", () => {
    const { __provider: _, ...inputs } = registered.NetworkVolume?.inputs ?? {};
    const __stack = { organization: "-", project: "project", stack: "stack" };
    expect(inputs).toEqual({
      size: 10,
      dataCenter: "EU-RO-1",
      __logicalName: "NetworkVolume",
      __stack,
      __secretOutputs: [],
    });
  });
});
