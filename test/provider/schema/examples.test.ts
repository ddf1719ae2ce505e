import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { isRecord, type Values } from "../../../kernel/values";
import type { PackageSpec, Properties, TypeSpec } from "../../../provider/schema/package/spec";
import { exampleOf, fileName } from "../../../provider/schema/programs";
import { blocksOf } from "../../docs/support/blocks";

// Other tests compile the programs in TypeScript, which stand on the resources' pages. These programs stand only in
// the schema.

const repository = path.resolve(__dirname, "../../..");
const folder = path.join(repository, "provider/schema/examples");
const schema = JSON.parse(readFileSync(path.join(repository, "schema.json"), "utf8")) as PackageSpec;
const sources = readdirSync(folder).filter((file) => file.endsWith(".yaml"));
const isOfFunction = (file: string) => /^(get|run)-/.test(file);

interface Program {
  readonly resources: readonly { readonly kind: string; readonly properties: Values }[];
  /** The properties of resources that the program reads. */
  readonly reads: readonly { readonly kind: string; readonly property: string }[];
}

test("every resource, component and function has an example program in each language", () => {
  const tokens = [...Object.keys(schema.resources), ...Object.keys(schema.functions)];
  const kinds = tokens.map((token) => token.replace("podwright:index:", ""));
  expect(sources.toSorted()).toEqual(kinds.map((kind) => `${fileName(kind)}.yaml`).toSorted());
  for (const kind of kinds)
    for (const [language, program] of Object.entries(exampleOf(repository, kind)))
      expect(program, `${kind} in ${language}`).not.toBe("");
});

test("an example program is written by hand only if a translated program would lose an option, a secret or an enum", () => {
  const byHand = readdirSync(folder).filter((file) => /\.(?!yaml)\w+$/.test(file));
  const kinds = Object.keys(schema.resources).map((token) => fileName(token.replace("podwright:index:", "")));
  const withEnums = ["get-billing", "get-cpu-types", "get-gpu-types"];
  const inJava = [...kinds, ...withEnums].map((name) => `${name}.java`);
  // The npm package has no enums, and both packages accept the text.
  const inTypeScript = withEnums.map((name) => `${name}.ts`);
  const inGo = withEnums.map((name) => `${name}.go`);
  expect(byHand.toSorted()).toEqual(["cluster.cs", "pod.cs", ...inJava, ...inTypeScript, ...inGo].toSorted());
});

test("the example programs of functions use the arguments and results of the schema", () => {
  for (const token of Object.keys(schema.functions)) {
    const name = token.replace("podwright:index:", "");
    const { yaml } = exampleOf(repository, name);
    const { variables, outputs } = parse(yaml) as Record<"variables" | "outputs", Values>;
    const [[variable = "", call] = []] = Object.entries(variables);
    const { function: called, arguments: given } = (call as { "fn::invoke": { function: string; arguments: Values } })[
      "fn::invoke"
    ];
    const spec = schema.functions[token];
    expect(called).toBe(`podwright:${name}`);
    expect(Object.keys(spec?.inputs.properties ?? {})).toEqual(expect.arrayContaining(Object.keys(given)));
    expect(Object.keys(given)).toEqual(expect.arrayContaining([...(spec?.inputs.required ?? [])]));
    const [, read] = new RegExp(`\\$\\{${variable}\\.(\\w+)`).exec(String(Object.values(outputs)[0])) ?? [];
    expect(Object.keys(spec?.outputs.properties ?? {})).toContain(read);
  }
});

test.each(sources.filter((file) => !isOfFunction(file)))("the example program %s fits the schema", (file) => {
  const text = readFileSync(path.join(folder, file), "utf8");
  const { resources } = parse(text) as { resources: Record<string, { type: string; properties: Values }> };
  const kindOf = (name: string) => resources[name]?.type.replace("podwright:", "") ?? name;
  const reads = [...text.matchAll(/\$\{([\w-]+)\.(\w+)/g)].map(([, name = "", property = ""]) => ({
    kind: kindOf(name),
    property,
  }));

  expectToFit({
    resources: Object.keys(resources).map((name) => ({
      kind: kindOf(name),
      properties: resources[name]?.properties ?? {},
    })),
    reads,
  });
});

test("the provider's front page in the Pulumi Registry shows the same programs as the SDKs' READMEs", () => {
  const read = (file: string) => readFileSync(path.join(repository, file), "utf8");
  const shown = read("docs/_index.md");
  const sdks = { nodejs: "typescript", python: "python", go: "go", java: "java", dotnet: "csharp" };
  for (const [sdk, language] of Object.entries(sdks)) {
    const [program] = blocksOf(read(`sdk/${sdk}/README.md`), language);
    expect(blocksOf(shown, language).map(({ text }) => text)).toEqual([program?.text]);
  }
  const [yaml] = blocksOf(shown, "yaml");
  const { web } = (parse(yaml?.text ?? "") as { resources: Record<string, { properties: Values }> }).resources;
  expectToFit({ resources: [{ kind: "Pod", properties: web?.properties ?? {} }], reads: [] });
});

function expectToFit({ resources, reads }: Program): void {
  expect(resources).not.toEqual([]);
  for (const { kind, properties } of resources) {
    const spec = schema.resources[`podwright:index:${kind}`];
    expect(spec, `a resource called ${kind}`).toBeDefined();
    expect(
      misfits(kind, properties, { properties: spec?.inputProperties ?? {}, required: spec?.requiredInputs }),
    ).toEqual([]);
  }
  for (const { kind, property } of reads) {
    const known = Object.keys(schema.resources[`podwright:index:${kind}`]?.properties ?? {});
    expect(["id", "urn", ...known], `an output of ${kind}`).toContain(property);
  }

  /** The places with an unknown or missing property. */
  function misfits(
    place: string,
    given: Values,
    spec: { properties: Properties; required?: readonly string[] | undefined },
  ): string[] {
    const missing = (spec.required ?? []).filter((name) => !(name in given));
    return [
      ...missing.map((name) => `${place}.${name} is missing`),
      ...Object.entries(given).flatMap(([name, value]) => {
        const type = spec.properties[name];
        return type === undefined ? [`${place}.${name} is unknown`] : inside(`${place}.${name}`, value, type);
      }),
    ];
  }

  function inside(place: string, value: unknown, type: TypeSpec): string[] {
    if (Array.isArray(value)) return value.flatMap((item) => inside(place, item, type.items ?? {}));
    const named = type.$ref === undefined ? undefined : schema.types[type.$ref.replace("#/types/", "")];
    if (named === undefined || !("properties" in named)) return [];
    return isRecord(value) ? misfits(place, value, named) : [];
  }
}
