import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { type Path, parsePath } from "../../../kernel/values";
import { dynamicModuleText, schemaText } from "../../../provider/schema/files";
import type {
  PackageSpec,
  Properties,
  PropertySpec,
  ResourceSpec,
  TypeSpec,
} from "../../../provider/schema/package/spec";
import { settingEntries } from "../../../provider/settings/settings";
import { casesOf, kinds, resourceOf, rowsOf } from "../../e2e/harness/cases/cases";

const repository = path.resolve(__dirname, "../../..");
const text = schemaText(repository);
const schema = JSON.parse(text) as PackageSpec;

const specOf = (kind: string) => schema.resources[`podwright:index:${kind}`] as ResourceSpec;

const remedy = "run: npm run generated";

test("schema.json matches the declarations (if not: npm run generated)", () => {
  expect(readFileSync(path.join(repository, "schema.json"), "utf8"), remedy).toBe(text);
});

test("the classes and functions of the npm package match the declarations (if not: npm run generated)", () => {
  const file = path.join(repository, "provider/hosts/dynamic/resources.ts");
  expect(readFileSync(file, "utf8"), remedy).toBe(dynamicModuleText(repository));
});

describe.each(kinds)("the schema of a %s", (kind) => {
  const { secrets: all, keeps } = resourceOf(kind);
  const secrets = all.filter((name) => !keeps.includes(name));
  const spec = specOf(kind);

  test("describes every property", () => {
    expect(undescribed(spec.inputProperties)).toEqual([]);
    expect(undescribed(spec.properties)).toEqual([]);
  });

  test("marks exactly its secrets in inputs and outputs", () => {
    expect(secretsIn(spec.inputProperties)).toEqual(secrets);
    expect(secretsIn(spec.properties)).toEqual(secrets);
  });

  const paths = [...new Set(casesOf(kind).map((one) => one.path))];
  test.each(paths)("says correctly for %s whether a change always replaces the resource", (place) => {
    const changes = casesOf(kind).filter(({ path, operation }) => path === place && operation === "change");
    const hasParts = paths.some((other) => other.startsWith(`${place}.`) || other.startsWith(`${place}[`));
    const isConditional = rowsOf(kind).some(({ path, change }) => path === place && "condition" in change);
    const onlyReplaces =
      !isConditional && changes.length > 0 && changes.every(({ effect }) => effect.kind === "replace");
    const mark = propertyAt(spec.inputProperties, parsePath(place)).willReplaceOnChanges ?? false;
    expect(mark).toBe(onlyReplaces && !hasParts);
  });
});

test("every place that takes an enumeration also takes text, because type checkers would refuse the text", () => {
  expect(placesOfEnums(schema, "")).not.toEqual([]);
  expect(placesOfEnums(schema, "").filter((place) => !place.endsWith(".oneOf.1"))).toEqual([]);
});

test("the schema has no replaceOnChanges, so that the provider alone decides about replacements", () => {
  expect(text).not.toContain('"replaceOnChanges"');
});

test("the schema marks an API key as secret wherever a program sets the key", () => {
  for (const properties of [schema.config.variables, schema.provider.inputProperties]) {
    expect(properties.apiKey).toMatchObject({ secret: true });
    expect(properties.apiKey).not.toHaveProperty("defaultInfo");
  }
});

test("an explicit provider reads every setting except the key from its environment", () => {
  const { apiKey: _key, ...others } = schema.provider.inputProperties;
  const variables = Object.fromEntries(settingEntries.map(([name, { environment }]) => [name, environment]));
  for (const [name, { defaultInfo }] of Object.entries(others))
    expect(defaultInfo).toEqual({ environment: variables[name] });
});

function placesOfEnums(value: unknown, place: string): string[] {
  if (typeof value !== "object" || value === null) return [];
  const { $ref } = value as TypeSpec;
  const named = $ref === undefined ? undefined : schema.types[$ref.replace("#/types/", "")];
  if (named !== undefined && "enum" in named) return [place];
  return Object.entries(value).flatMap(([name, part]) => placesOfEnums(part, `${place}.${name}`));
}

function secretsIn(properties: Properties): string[] {
  return Object.keys(properties).filter((name) => properties[name]?.secret === true);
}

/** The properties without a description, also in nested types. */
function undescribed(properties: Properties, prefix = ""): string[] {
  return Object.entries(properties).flatMap(([name, property]) => [
    ...(property.description === undefined ? [`${prefix}${name}`] : []),
    ...undescribed(partsOf(property), `${prefix}${name}.`),
  ]);
}

function partsOf(type: TypeSpec): Properties {
  const { $ref } = type.items ?? type;
  const named = $ref === undefined ? undefined : schema.types[$ref.replace("#/types/", "")];
  return named !== undefined && "properties" in named ? named.properties : {};
}

function propertyAt(properties: Properties, [name, ...rest]: Path): PropertySpec {
  const property = properties[String(name)];
  if (property === undefined) throw new Error(`the schema has no ${name}`);
  const below = rest[0] === 0 ? rest.slice(1) : rest;
  return below.length === 0 ? property : propertyAt(partsOf(property), below);
}
