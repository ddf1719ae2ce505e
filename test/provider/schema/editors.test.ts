import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { PackageSpec, Properties } from "../../../provider/schema/package/spec";

// Editors show the descriptions in the SDKs, which follow from the schema.

const repository = path.resolve(__dirname, "../../..");
const schema = JSON.parse(readFileSync(path.join(repository, "schema.json"), "utf8")) as PackageSpec;

/** Returns every property of the schema with its place. */
const properties = [
  ...Object.entries(schema.resources).flatMap(([kind, { inputProperties, properties: outputs }]) => [
    ...within(kind, inputProperties),
    ...within(kind, outputs),
  ]),
  ...Object.entries(schema.functions).flatMap(([name, { inputs, outputs }]) => [
    ...within(name, inputs.properties),
    ...within(name, outputs.properties),
  ]),
  ...Object.entries(schema.types).flatMap(([name, type]) =>
    "properties" in type ? within(name, type.properties) : [],
  ),
  ...within("the provider", schema.provider.inputProperties),
];

function within(place: string, all: Properties) {
  return Object.entries(all).map(([name, property]) => ({ name, place: `${place} ${name}`, ...property }));
}

test("every input, output and list of values has a description in whole sentences", () => {
  const lists = Object.entries(schema.types).flatMap(([place, type]) =>
    "enum" in type ? [{ place, description: type.description }] : [],
  );
  const others = [...properties, ...lists].filter(
    ({ description = "" }) => !/^["`A-Z0-9][\s\S]*[.)`]$/.test(description),
  );
  expect(others).toEqual([]);
});

test("the description of an input says when a change replaces the resource", () => {
  const replacing = properties.filter(({ willReplaceOnChanges }) => willReplaceOnChanges === true);
  expect(replacing).not.toEqual([]);
  expect(replacing.filter(({ description = "" }) => !/replace/i.test(description))).toEqual([]);
});

test("the npm package describes an input in the words of the schema", () => {
  const module = readFileSync(path.join(repository, "provider/hosts/dynamic/resources.ts"), "utf8");
  const texts = new Set(
    [...module.matchAll(/\/\*\* (.*) \*\/\n {2}readonly (\w+)/g)].map(([, text, name]) => `${name}: ${text}`),
  );
  const inputs = Object.entries(schema.resources).flatMap(([kind, { inputProperties, isComponent }]) =>
    isComponent === true ? [] : within(kind, inputProperties),
  );
  const others = inputs.filter(
    ({ name, description = "" }) => !texts.has(`${name}: ${description.replaceAll(/\s+/g, " ")}`),
  );
  expect(inputs).not.toEqual([]);
  expect(others).toEqual([]);
});

test.each([
  { language: "Python", folder: "sdk/python/pulumi_podwright", instance: "workers_min" },
  { language: "Go", folder: "sdk/go/podwright", instance: "WorkersMin" },
  { language: "C#", folder: "sdk/dotnet", instance: "WorkersMin" },
])("the descriptions in $language spell names as $language does", ({ folder, instance }) => {
  const texts = readdirSync(path.join(repository, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(py|go|cs)$/.test(file))
    .map((file) => readFileSync(path.join(repository, folder, file), "utf8").replaceAll(/```[\s\S]*?```/g, ""));
  const names = new Set(properties.map(({ name }) => name).filter((name) => /[A-Z]/.test(name)));
  // A backtick also begins a raw text in Go, and a text between quotes is a value.
  const spans = texts.flatMap((text) => text.match(/`[^`\n]+`/g) ?? []).filter((span) => !/["\\:]/.test(span));
  const foreign = spans.filter((span) => (span.match(/[A-Za-z]+/g) ?? []).some((word) => names.has(word)));
  expect(spans).toContain(`\`${instance}\``);
  expect(foreign).toEqual([]);
});
