import * as pulumi from "@pulumi/pulumi";
import { beforeAll, expect, test } from "vitest";
import { Pod, RegistryCredential, Secret, ServerlessEndpoint, Template } from "../../../../provider/hosts/dynamic";

beforeAll(() =>
  pulumi.runtime.setMocks({
    newResource: ({ name, inputs }) => ({ id: `${name}-id`, state: inputs }),
    call: () => ({}),
  }),
);

type Make = (options: pulumi.CustomResourceOptions) => pulumi.Resource;

test.each<[string, readonly string[], Make]>([
  ["Pod", ["env"], (options) => new Pod("a", { image: "nginx" }, options)],
  ["Template", ["env"], (options) => new Template("b", { image: "worker" }, options)],
  [
    "RegistryCredential",
    ["username", "password"],
    (options) => new RegistryCredential("c", { username: "robot", password: "canary" }, options),
  ],
  ["Secret", ["value"], (options) => new Secret("s", { value: "canary" }, options)],
  [
    "ServerlessEndpoint",
    ["env", "__served"],
    (options) => new ServerlessEndpoint("d", { gpuIds: "ADA_24", templateId: "t" }, options),
  ],
])(
  "the engine stores the secrets of a %s as such whatever an operation answers, also a failed update: %j",
  (_kind, secrets, make) => {
    let asked: pulumi.CustomResourceOptions | undefined;
    const transformations: pulumi.ResourceTransformation[] = [
      ({ opts }) => {
        asked = opts;
        return undefined;
      },
    ];
    make({ transformations, additionalSecretOutputs: ["cost"] });
    expect(asked?.additionalSecretOutputs).toEqual(["cost", ...secrets]);
  },
);

test("a program in JavaScript may leave the arguments out: check says which it needs", async () => {
  // @ts-expect-error: TypeScript says it before.
  const { urn } = new Pod("web");
  expect(await new Promise((resolve) => urn.apply(resolve))).toContain("Pod::web");
});

test("a key that Pulumi's SDK would lose on its way is refused by its path at construction", () => {
  const hostile = (text: string) => JSON.parse(text) as Record<string, string>;
  const env = hostile('{"A": "1", "__proto__": "canary"}');
  const sentence = (path: string) => `${path}: is a name that JavaScript does not keep: choose another one`;
  expect(() => new Pod("web", { image: "nginx", env })).toThrow(`Pod "web": ${sentence("env.__proto__")}`);
  expect(() => new Template("web", { image: "nginx", env })).toThrow(`Template "web": ${sentence("env.__proto__")}`);
  expect(() => new Pod("web", { image: "nginx", fallbacks: [hostile('{"__proto__": "x"}')] })).toThrow(
    sentence("fallbacks[0].__proto__"),
  );
});

test.each(["constructor", "toString", "hasOwnProperty"])("the environment key %s is kept", async (key) => {
  const { env } = new Pod(`web-${key}`, { image: "nginx", env: { [key]: "1" } });
  expect(await new Promise((known) => env.apply(known))).toEqual({ [key]: "1" });
});
