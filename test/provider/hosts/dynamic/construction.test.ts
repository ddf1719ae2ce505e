import * as pulumi from "@pulumi/pulumi";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import * as dynamic from "../../../../provider/hosts/dynamic";
import {
  Job,
  type JobArgs,
  Pod,
  RegistryCredential,
  runJobOutput,
  Secret,
  Template,
} from "../../../../provider/hosts/dynamic";
import { ModelServer } from "../../../../provider/hosts/dynamic/components";
import { callbackServer } from "../../../../provider/hosts/dynamic/sdk-internals";
import { lastTransform } from "../../../../provider/hosts/dynamic/transformed";
import { secretMark, secretSignature } from "../../../../provider/hosts/properties/secret-mark";
import { allResources } from "../../../../provider/kinds/kinds";

beforeAll(() =>
  pulumi.runtime.setMocks({
    newResource: ({ name, inputs }) => ({ id: `${name}-id`, state: inputs }),
    call: () => ({}),
  }),
);

type Make = (options: pulumi.CustomResourceOptions) => pulumi.Resource;
type Named = Readonly<Record<string, pulumi.Output<unknown>>>;

test.each<[string, readonly string[], Make]>([
  ["Pod", ["env"], (options) => new Pod("a", { image: "nginx", env: { A: "1" } }, options)],
  ["Template", ["env"], (options) => new Template("b", { image: "worker", env: { A: "1" } }, options)],
  [
    "RegistryCredential",
    ["username", "password"],
    (options) => new RegistryCredential("c", { username: "robot", password: "canary" }, options),
  ],
  ["Secret", ["value"], (options) => new Secret("s", { value: "canary" }, options)],
])("a program sends the secret inputs of a %s as secrets: %j", async (_kind, secrets, make) => {
  const resource = make({}) as unknown as Named;
  for (const name of secrets) expect(await pulumi.isSecret(resource[name]!)).toBe(true);
});

test("a resource in a component tells the check its parent, because the engine tells the dynamic host only the name", async () => {
  const site = new pulumi.ComponentResource("test:index:Site", "shop");
  const web = new Pod("in-site", { image: "nginx" }, { parent: site }) as unknown as Named;
  const alone = new Pod("alone", { image: "nginx" }) as unknown as Named;
  const known = (output: pulumi.Output<unknown>) => new Promise((resolve) => output.apply(resolve));
  expect(await known(web.__parent!)).toMatch(/::test:index:Site::shop$/);
  expect(alone.__parent).toBeUndefined();
});

describe("a transformation of a resource", () => {
  const known = (output: pulumi.Output<unknown>) => new Promise((resolve) => output.apply(resolve));
  const token = pulumi.secret("canary");
  const change: pulumi.ResourceTransformation = ({ props, opts }) => ({
    props: { ...props, env: { TOKEN: "canary" }, args: token },
    opts: pulumi.mergeOptions(opts, { customTimeouts: { create: "3s" }, replaceOnChanges: ["image"] }),
  });
  class Parent extends pulumi.ComponentResource {
    constructor(options: pulumi.ComponentResourceOptions) {
      super("test:index:Parent", "parent", {}, options);
    }
  }

  test.each<[string, () => pulumi.CustomResourceOptions]>([
    ["the resource", () => ({ transformations: [change] })],
    ["the resource's parent", () => ({ parent: new Parent({ transformations: [change] }) })],
  ])("in the options of %s can set secrets, customTimeouts and replaceOnChanges", async (_, options) => {
    const web = new Pod("changed", { image: "nginx" }, options()) as unknown as Named;
    expect(await known(web.__timeouts!)).toEqual({ create: "3s" });
    expect(await known(web.__replaceOnChanges!)).toEqual(["image"]);
    expect(await known(web.__secretInputs!)).toEqual(["args"]);
    expect(await pulumi.isSecret(web.env!)).toBe(true);
  });

  test("in the options of the resource works with an SDK that has none of the members that its types omit", async () => {
    vi.doMock("@pulumi/pulumi/runtime/state.js", () => {
      throw new Error("no such file");
    });
    onTestFinished(() => void vi.doUnmock("@pulumi/pulumi/runtime/state.js"));
    const forget: pulumi.ResourceTransformation = ({ resource }) => {
      delete (resource as { __transformations?: unknown }).__transformations;
      return undefined;
    };
    const options = { transformations: [forget, change] };
    const web = new Pod("later", { image: "nginx" }, options) as unknown as Named;
    expect(await known(web.__timeouts!)).toEqual({ create: "3s" });
    expect(await known(web.__secretInputs!)).toEqual(["args"]);
    expect(await callbackServer()).toBeUndefined();
  });

  test("of the stack cannot clear the marks of secrets: the last transform sends them in the form of the engine", async () => {
    const transformed = async (props: pulumi.Inputs) => {
      const resource = { custom: true, type: "pulumi-nodejs:dynamic/podwright:Pod", name: "web", props, opts: {} };
      const result = await lastTransform(resource);
      return result && (await pulumi.runtime.serializeProperties("web", result.props));
    };
    void new Pod("known-kind", { image: "nginx" });
    const sent = { [secretMark]: secretSignature, value: { TOKEN: "canary" } };
    const asked = { __secretOutputs: [] };
    expect(await transformed({ env: { TOKEN: "canary" } })).toEqual({ env: sent, ...asked });
    expect(await transformed({ env: { TOKEN: pulumi.secret("canary") } })).toEqual({ env: sent, ...asked });
    expect(await transformed({ env: pulumi.secret({ TOKEN: "canary" }), __secretInputs: ["args"] })).toEqual({
      env: sent,
      ...asked,
    });
    expect(await transformed({ args: "canary", __secretInputs: ["args"] })).toEqual({
      args: { [secretMark]: secretSignature, value: "canary" },
      __secretInputs: ["args"],
      ...asked,
    });
    expect(await transformed({ env: pulumi.secret({ TOKEN: "canary" }), ...asked })).toBeUndefined();
    expect(await transformed({ image: "nginx", env: null, ...asked })).toBeUndefined();
  });

  test("does not change a child of the resource", async () => {
    const parent = new Pod("with-children", { image: "nginx" }, { customTimeouts: { create: "3s" } });
    const options = { parent, customTimeouts: { create: "5s" } };
    class Child extends pulumi.CustomResource {}
    const child = new Child("test:index:Child", "child", { env: "1" }, options) as unknown as Named;
    expect(child.__timeouts).toBeUndefined();
    expect(await pulumi.isSecret(child.env!)).toBe(false);
  });
});

test.each<[string, unknown, unknown, string]>([
  ["null", null, {}, "its inputs must be a plain object, not null"],
  ["a text", "nginx", {}, "its inputs must be a plain object, not a string"],
  ["a list", [{}], {}, "its inputs must be a plain object, not a list"],
  ["an output", pulumi.output({}), {}, "its inputs must be a plain object, not an output or a promise"],
  ["null for options", {}, null, "its options must be a plain object such as { parent }, not null"],
])("the constructor of every class refuses %s in place of an object", (_, args, options, sentence) => {
  const classes = Object.values(dynamic).filter(
    (one) => typeof one === "function" && one.prototype instanceof pulumi.Resource,
  );
  expect(classes).toHaveLength(allResources.length);
  for (const one of [...classes, ModelServer]) {
    const Class = one as new (name: unknown, args: unknown, options: unknown) => unknown;
    const make = () => new Class("web", args, options);
    expect(make).toThrow(pulumi.RunError);
    expect(make).toThrow(`${Class.name} "web": ${sentence}`);
    expect(() => new Class("", {}, {})).toThrow(`a ${Class.name} needs a name`);
  }
});

test.each<[string, unknown, string]>([
  ["a date", new Date(0), "is a Date"],
  ["a number that is too large", 10n, "is a bigint"],
  ["a map", new Map([["a", 1]]), "is a Map"],
  ["a set", new Set([1]), "is a Set"],
  ["a function", () => 1, "is a function"],
  ["bytes", Buffer.from("a"), "is a Buffer"],
  ["a number that JavaScript rounds to infinity", Number("1e400"), "is Infinity"],
  ["NaN", Number.NaN, "is NaN"],
])("the constructor of a job refuses %s in the input", (_, value, sentence) => {
  const endpointId = "e";
  const make = (args: JobArgs) => () => new Job("smoke", args);
  expect(make({ endpointId, input: {}, triggers: ["v1", { at: value }] })).toThrow(
    `Job "smoke": triggers[1].at: ${sentence}`,
  );
  expect(make({ endpointId, input: { at: [value] } })).toThrow(`Job "smoke": input.at[0]: ${sentence}`);
  expect(() => runJobOutput({ endpointId, input: { at: value } })).toThrow(`runJob: input.at: ${sentence}`);
});

test("the constructor of a job accepts null, empty values and objects of the program's own classes", () => {
  class Settings {
    readonly size = 1;
  }
  const input = { settings: new Settings(), none: null, list: [], empty: {}, text: "" };
  expect(() => new Job("kept", { endpointId: "e", input })).not.toThrow();
});

test("a program in JavaScript may omit the arguments of the constructor", async () => {
  // @ts-expect-error: TypeScript says it before.
  const { urn } = new Pod("web");
  expect(await new Promise((resolve) => urn.apply(resolve))).toContain("Pod::web");
});

test("the constructor refuses the key `__proto__`, which Pulumi's SDK would lose", () => {
  const hostile = (text: string) => JSON.parse(text) as Record<string, string>;
  const env = hostile('{"A": "1", "__proto__": "canary"}');
  const sentence = (path: string) => `${path}: is a property name that JavaScript does not keep: choose another name`;
  expect(() => new Pod("web", { image: "nginx", env })).toThrow(`Pod "web": ${sentence("env.__proto__")}`);
  expect(() => new Template("web", { image: "nginx", env })).toThrow(`Template "web": ${sentence("env.__proto__")}`);
  expect(() => new Pod("web", { image: "nginx", fallbacks: [hostile('{"__proto__": "x"}')] })).toThrow(
    sentence("fallbacks[0].__proto__"),
  );
});

test.each(["constructor", "toString", "hasOwnProperty"])(
  "a program can set the environment variable %s",
  async (key) => {
    const { env } = new Pod(`web-${key}`, { image: "nginx", env: { [key]: "1" } });
    expect(await new Promise((known) => env.apply(known))).toEqual({ [key]: "1" });
  },
);
