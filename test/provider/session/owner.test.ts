import { expect, test } from "vitest";
import { markersFor } from "../../../provider/hosts/naming";
import { allResources, hasItem } from "../../../provider/kinds/kinds";
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

test("every kind that RunPod lists except SSH keys, and every task, shows its stack, and Podwright finds what the stack created", () => {
  const kinds = (those: (typeof allResources)[number][]) => those.map(({ kind }) => kind);
  const listed = kinds(allResources.filter(({ list }) => list !== undefined));
  // RunPod stores nothing with a key.
  const marked = [...listed.filter((kind) => kind !== "SshKey"), "Task"];
  expect(kinds(allResources.filter(({ markerIn }) => markerIn !== undefined))).toEqual(marked);
  expect(kinds(allResources.filter(({ createdByStack }) => createdByStack !== undefined))).toEqual(marked);
  expect(listed).toEqual(kinds(allResources.filter(({ kind }) => hasItem(kind))));
});

test.each(allResources.filter(({ markerIn }) => markerIn === "sealed name"))(
  "a long logical name with other characters shows the stack too, for a $kind",
  (declaration) => {
    const logicalName = "1st token (eu) ".repeat(30);
    const name = String(markersFor({}, declaration, { logicalName, stack }).__autoname);
    expect(originInName(name, stack)?.marker).toBe(name);
    expect(name.length).toBeLessThanOrEqual(declaration.longestName ?? Number.POSITIVE_INFINITY);
  },
);
