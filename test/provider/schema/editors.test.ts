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

test("every input, output, type and value has a description in whole sentences", () => {
  const types = Object.entries(schema.types).flatMap(([place, type]) => [
    { place, description: type.description },
    ...("enum" in type ? type.enum.map(({ name, description }) => ({ place: `${place} ${name}`, description })) : []),
  ]);
  const others = [...properties, ...types].filter(
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

test("no description sends readers of an SDK to a file that they do not have", () => {
  expect(JSON.stringify(schema)).not.toMatch(/(?<!\/)\bdocs\/[\w-]+\.md|\]\((?!https?:)/);
});

test.each([
  { folder: "sdk/nodejs", end: /\.ts$/, comment: /^\s*\* ?/ },
  { folder: "sdk/python/pulumi_podwright", end: /\.py$/, comment: /^\s*/ },
  { folder: "sdk/go/podwright", end: /\.go$/, comment: /^\s*\/\/ ?/ },
  { folder: "sdk/dotnet", end: /\.cs$/, comment: /^\s*\/\/\/ ?/ },
  { folder: "sdk/java/src", end: /\.java$/, comment: /^\s*\* ?/ },
])("no paragraph in $folder announces a program or list that is not there", ({ folder, end, comment }) => {
  const files = readdirSync(path.join(repository, folder), { recursive: true, encoding: "utf8" });
  const announced = files
    .filter((file) => end.test(file))
    .flatMap((file) => followed(readFileSync(path.join(repository, folder, file), "utf8").split("\n"), comment));
  expect(announced.length).toBeGreaterThan(10);
  expect(announced.filter(({ next }) => !/^(```|- |1\. |\|)/.test(next))).toEqual([]);
});

/** Returns each line of a comment that ends a paragraph with a colon, with the line that begins the next paragraph. */
function followed(lines: readonly string[], comment: RegExp) {
  const texts = lines.map((line) => (comment.test(line) ? line.replace(comment, "").trim() : undefined));
  return texts.flatMap((text = "", index) => {
    // Generated code and lists of the generators have no full sentence before the colon.
    if (!text.endsWith(":") || texts[index + 1] !== "" || /^(def |or:)|can be one of|construct a concrete/.test(text))
      return [];
    return [{ text, next: texts.slice(index + 1).find((later) => later !== "") ?? "" }];
  });
}

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
