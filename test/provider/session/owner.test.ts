import { expect, test } from "vitest";
import { markersFor } from "../../../provider/hosts/naming";
import { allResources } from "../../../provider/kinds/kinds";
import { originInName } from "../../../provider/session/owner";

const stack = { organization: "acme", project: "shop", stack: "prod" };
const sealing = { markerIn: "sealed name" } as const;
const generated = (logicalName: string, seed?: Uint8Array) =>
  String(markersFor({}, sealing, { logicalName, stack, seed }).__autoname);

test.each(["data", "my-data", "a b/ü", "web-1f3a2b4", "x\ny"])(
  "a generated name shows which stack created the resource %j",
  (name) => {
    const found = generated(name);
    expect(originInName(found, stack)).toEqual({ name, marker: found });
    // The plugin does not learn the organization.
    expect(originInName(found, { ...stack, organization: "-" })).toEqual({ name, marker: found });
    expect(originInName(found, { ...stack, stack: "dev" })).toBeUndefined();
    expect(originInName(found, { ...stack, project: "other" })).toBeUndefined();
  },
);

test("a name that the user wrote shows no stack", () => {
  for (const name of ["", "data", "data-1f3a2b4", "data-1f3a2b4c0ffe", "-1f3a2b4c0ffe", "1f3a2b4c0ffe"]) {
    expect(originInName(name, stack)).toBeUndefined();
  }
});

test("a generated name is the same in a preview and in the update that follows", () => {
  const seed = Buffer.from("seed of one step");
  expect(generated("data", seed)).toBe(generated("data", seed));
  expect(generated("data")).not.toBe(generated("data"));
});

test("every kind of resource that costs money shows its stack in the generated name", () => {
  const costly = ["Cluster", "NetworkVolume", "Pod", "ServerlessEndpoint"];
  const showing = allResources.filter(({ createdByStack }) => createdByStack !== undefined);
  expect(showing.map(({ kind }) => kind).toSorted()).toEqual(costly);
});
