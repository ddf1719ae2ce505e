import * as pulumi from "@pulumi/pulumi";
import { beforeAll, describe, expect, test } from "vitest";
import { ModelServer as NpmModelServer } from "../../../provider/hosts/dynamic/components";
import { ModelServer as PluginModelServer } from "../../../provider/hosts/plugin/construct/model-server";

beforeAll(() =>
  pulumi.runtime.setMocks({
    newResource: ({ name, inputs }) => ({
      id: `${name}-id`,
      state: { ...inputs, url: "https://a.invalid", output: 1 },
    }),
    call: () => ({}),
  }),
);

const args = {
  image: "worker:1",
  gpuIds: "ADA_24",
  cache: { size: 50, dataCenter: "EU-RO-1" },
  smokeTest: { input: { prompt: "hi" } },
};

describe.each([
  ["the npm package", NpmModelServer],
  ["the plugin", PluginModelServer],
])("a model server of %s", (_host, ModelServer) => {
  test("passes its time-outs to each of its resources", () => {
    const customTimeouts = { create: "40m", update: "30m" };
    const seen = new Map<string, unknown>();
    const look: pulumi.ResourceTransformation = ({ type, opts }) => {
      seen.set(type.split(":").at(-1) ?? "", (opts as pulumi.CustomResourceOptions).customTimeouts);
      return undefined;
    };
    new ModelServer("chat", args, { customTimeouts, transformations: [look] });
    for (const kind of ["NetworkVolume", "Template", "ServerlessEndpoint", "Job"])
      expect(seen.get(kind), kind).toEqual(customTimeouts);
  });

  test.each<[string, object]>([
    ["ignoreChanges", { ignoreChanges: ["env"] }],
    ["replaceOnChanges", { replaceOnChanges: ["image"] }],
    ["replacementTrigger", { replacementTrigger: "v2" }],
    ["replaceWith", { replaceWith: [new pulumi.ComponentResource("a:b:C", "other")] }],
  ])("refuses the option %s, which Pulumi would ignore", (name, options) => {
    const make = () => new ModelServer("chat", args, options);
    expect(make).toThrow(pulumi.RunError);
    expect(make).toThrow(
      `ModelServer "chat" has wrong arguments:\n  option ${name}: has no effect, because Pulumi ignores it on a component: `,
    );
  });

  test("accepts an empty list of changes to ignore", () => {
    expect(() => new ModelServer("chat", args, { ignoreChanges: [] })).not.toThrow();
  });
});
