import { expect, test } from "vitest";
import { withPresentReferences } from "../../../cli/recover/references";
import type { StateResource } from "../../../cli/stack/state";

const stack = "urn:pulumi:dev::app::";
const type = "podwright:index:Pod";
const defaultUrn = `${stack}pulumi:providers:podwright::default_1_2_3`;
const web: StateResource = { urn: `${stack}my:Service$${type}::web`, type, provider: `${defaultUrn}::old` };
const provider = (urn: string, id: string): StateResource => ({ urn, id, type: "pulumi:providers:podwright" });

test("podwright recover removes references to resources that the state no longer contains", () => {
  const kept = provider(defaultUrn, "old");
  const gone = `${stack}my:Service::renamed-since`;
  const references = { parent: gone, deletedWith: gone, replaceWith: [gone, kept.urn], dependencies: [gone] };

  const { resource } = withPresentReferences({ ...web, ...references }, [kept], {});

  expect(resource).toMatchObject({ replaceWith: [kept.urn], dependencies: [], provider: web.provider });
  expect(resource).not.toHaveProperty("parent");
  expect(resource).not.toHaveProperty("deletedWith");
  const present = { parent: kept.urn, deletedWith: kept.urn };
  expect(withPresentReferences({ ...web, ...present }, [kept], {}).resource).toMatchObject(present);
});

test.each([
  ["the same provider with a new id", provider(defaultUrn, "new"), `${defaultUrn}::new`],
  [
    "the default provider of another plugin version",
    provider(defaultUrn.replace("1_2_3", "1_3_0"), "next"),
    `${defaultUrn.replace("1_2_3", "1_3_0")}::next`,
  ],
])("if the default provider is missing, podwright recover assigns the resource to %s", (_, there, reference) => {
  const { resource, resources } = withPresentReferences(web, [there], {});

  expect(resource.provider).toBe(reference);
  expect(resources).toEqual([there]);
});

const configuration = {
  "podwright:baseUrl": { value: "https://rest.example" },
  "podwright:apiKey": { value: "canary", secret: true },
  "aws:region": { value: "eu-west-1" },
};
const apiKey = {
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  plaintext: JSON.stringify("canary"),
};

test("podwright recover restores a missing default provider from the stack's configuration", () => {
  const others = [provider(`${stack}pulumi:providers:podwright::explicit`, "1"), { urn: `${stack}x::y`, type: "x" }];

  const { resource, resources } = withPresentReferences(web, others, configuration);

  expect(resource.provider).toBe(web.provider);
  const inputs = { baseUrl: "https://rest.example", apiKey, version: "1.2.3" };
  expect(resources).toEqual([
    { urn: defaultUrn, custom: true, id: "old", type: "pulumi:providers:podwright", inputs, outputs: inputs },
    ...others,
  ]);
});

test("podwright recover restores a missing default provider of dynamic resources", () => {
  const restored = (urn: string) =>
    withPresentReferences({ ...web, provider: `${urn}::old` }, [], configuration).resources[0];

  expect(restored(`${stack}pulumi:providers:pulumi-nodejs::default`)?.inputs).toEqual({
    "podwright:baseUrl": "https://rest.example",
    "podwright:apiKey": apiKey,
    "aws:region": "eu-west-1",
  });
  expect(restored(`${stack}pulumi:providers:podwright::elsewhere`)).toMatchObject({ id: "old", inputs: {} });
});
