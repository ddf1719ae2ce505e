import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { faultOfTransport } from "../../../client/http/configuration";
import { cluster } from "../../../provider/kinds/cluster/lifecycle";
import { job } from "../../../provider/kinds/job/lifecycle";
import { networkVolume } from "../../../provider/kinds/network-volume/lifecycle";
import { pod } from "../../../provider/kinds/pod/lifecycle";
import { registryCredential } from "../../../provider/kinds/registry-credential/lifecycle";
import { secret } from "../../../provider/kinds/secret/lifecycle";
import { serverlessEndpoint } from "../../../provider/kinds/serverless-endpoint/lifecycle";
import { template } from "../../../provider/kinds/template/lifecycle";
import type { Resource } from "../../../provider/operations/resource";
import { type Path, parsePath } from "../../../provider/planning/values";
import { dynamicModuleText, schemaText } from "../../../provider/schema/files";
import { packageSpec } from "../../../provider/schema/package/package";
import type {
  EnumSpec,
  PackageSpec,
  Properties,
  PropertySpec,
  ResourceSpec,
  TypeSpec,
} from "../../../provider/schema/package/spec";
import { settingEntries } from "../../../provider/settings";
import { casesOf, rowsOf } from "../../e2e/harness/cases/cases";

const repository = path.resolve(__dirname, "../../..");
const text = schemaText(repository);
const schema = JSON.parse(text) as PackageSpec;

const resources = {
  Pod: pod,
  Cluster: cluster,
  ServerlessEndpoint: serverlessEndpoint,
  Template: template,
  NetworkVolume: networkVolume,
  RegistryCredential: registryCredential,
  Secret: secret,
  Job: job,
} as const;
const names = Object.keys(resources) as (keyof typeof resources)[];
const specOf = (kind: string) => schema.resources[`podwright:index:${kind}`] as ResourceSpec;

test("schema.json is fresh (else: npm run schema)", () => {
  expect(readFileSync(path.join(repository, "schema.json"), "utf8")).toBe(text);
});

test("the classes and functions of the npm package are fresh (else: npm run schema)", () => {
  const file = path.join(repository, "provider/hosts/dynamic/resources.ts");
  expect(readFileSync(file, "utf8")).toBe(dynamicModuleText(repository));
});

test("these resources, and no others, are in the schema", () => {
  expect(Object.keys(schema.resources).sort()).toEqual(names.map((kind) => `podwright:index:${kind}`).sort());
});

describe.each(names)("the schema of a %s", (kind) => {
  const { inputs, outputs, secrets, autoname, list } = resources[kind] as Resource<unknown>;
  const spec = specOf(kind);
  const inputNames = Object.keys(inputs.schema.shape);

  test("has every input, and gives each back as an output", () => {
    expect(Object.keys(spec.inputProperties)).toEqual(inputNames);
    expect(Object.keys(spec.properties)).toEqual([...inputNames, ...Object.keys(outputs.shape)]);
    for (const name of inputNames) expect(typeOf(spec.properties[name])).toEqual(typeOf(spec.inputProperties[name]));
  });

  test("describes every property", () => {
    expect(undescribed(spec.inputProperties)).toEqual([]);
    expect(undescribed(spec.properties)).toEqual([]);
  });

  test("requires what a program cannot leave out, and promises what is always there", () => {
    const required = inputNames.filter((name) => !inputs.schema.shape[name]?.safeParse(undefined).success);
    expect(spec.requiredInputs ?? []).toEqual(required);
    const promised = Object.keys(outputs.shape).filter((name) => !outputs.shape[name]?.safeParse(undefined).success);
    expect(spec.required).toEqual(expect.arrayContaining([...required, ...promised, ...(autoname ? ["name"] : [])]));
  });

  test("fills in exactly the defaults that a check fills in", () => {
    const filled = inputNames.flatMap((name) => {
      const parsed = inputs.schema.shape[name]?.safeParse(undefined);
      return parsed?.success && parsed.data !== undefined ? [[name, parsed.data]] : [];
    });
    const defaults = Object.entries(spec.inputProperties).map(([name, property]) => [name, property.default]);
    expect(defaults.filter(([, value]) => value !== undefined)).toEqual(filled);
  });

  test("marks its secrets, in inputs and outputs, and nothing else", () => {
    expect(secretsIn(spec.inputProperties)).toEqual(secrets);
    expect(secretsIn(spec.properties)).toEqual(secrets);
  });

  test("takes over a stack's dynamic resources of the kind", () => {
    expect(spec.aliases).toEqual([{ type: `pulumi-nodejs:dynamic/podwright:${kind}` }]);
  });

  test("can be listed, without arguments, if the platform lists it", () => {
    expect(spec.listInputs).toEqual(list === undefined ? undefined : { type: "object", properties: {} });
  });

  test("says how to import one, or why none can be", () => {
    const command = `pulumi import podwright:index:${kind} <name> <id>`;
    const [, section = ""] = spec.description?.split("\n\n## Import\n\n") ?? [];
    expect(section).toContain(list === undefined ? "cannot be imported" : command);
  });

  test("shows a program in each language", () => {
    for (const language of ["typescript", "python", "go", "csharp", "java", "yaml"])
      expect(spec.description).toContain(`\n\`\`\`${language}\n`);
    expect(spec.description).not.toContain('"podwright"');
  });

  const paths = [...new Set(casesOf(kind).map((one) => one.path))];
  test.each(paths)("says of a change of %s whether it can only replace", (place) => {
    const changes = casesOf(kind).filter(({ path, operation }) => path === place && operation === "change");
    const hasParts = paths.some((other) => other.startsWith(`${place}.`) || other.startsWith(`${place}[`));
    const isConditional = rowsOf(kind).some(({ path, change }) => path === place && "condition" in change);
    const onlyReplaces =
      !isConditional && changes.length > 0 && changes.every(({ effect }) => effect.kind === "replace");
    const mark = propertyAt(spec.inputProperties, parsePath(place)).willReplaceOnChanges ?? false;
    expect(mark).toBe(onlyReplaces && !hasParts);
  });
});

test("the schema lists exactly these changes as replacing without a condition", () => {
  const marked = [
    ...names.flatMap((kind) => marksIn(`${kind}.`, specOf(kind).inputProperties)),
    ...Object.entries(schema.types).flatMap(([token, type]) =>
      "properties" in type ? marksIn(`${token.split(":")[2]}.`, type.properties) : [],
    ),
  ];
  expect(marked.sort()).toEqual([
    ...["compute", "disk", "env", "image", "mounts", "ports", "startJupyter", "startSsh", "templateId", "type"].map(
      (name) => `Cluster.${name}`,
    ),
    "Job.endpointId",
    "Job.input",
    "Job.triggers",
    "NetworkVolume.dataCenter",
    "NetworkVolume.type",
    "Pod.startJupyter",
    "Pod.startSsh",
    "PodGpu.allowedCudaVersions",
    "PodGpu.minCudaVersion",
    "PodGpu.minRamPerGpu",
    "PodGpu.minVcpuCountPerGpu",
    "PodMountsNetwork.volumeId",
    "RegistryCredential.name",
    "RegistryCredential.password",
    "RegistryCredential.username",
    "Secret.name",
    "ServerlessEndpoint.type",
    "Template.serverless",
  ]);
});

test("nothing in the schema can overrule what the provider's diff says", () => {
  expect(text).not.toContain('"replaceOnChanges"');
});

test("an API key is secret wherever it is given, and never read from the environment into the state", () => {
  for (const properties of [schema.config.variables, schema.provider.inputProperties]) {
    expect(properties.apiKey).toMatchObject({ secret: true });
    expect(properties.apiKey).not.toHaveProperty("defaultInfo");
  }
});

test("an explicit provider takes what its environment says of every other setting", () => {
  const { apiKey: _key, ...others } = schema.provider.inputProperties;
  const variables = Object.fromEntries(settingEntries.map(([name, { environment }]) => [name, environment]));
  for (const [name, { defaultInfo }] of Object.entries(others))
    expect(defaultInfo).toEqual({ environment: variables[name] });
});

test("the surface of endpoints is an enum with the two that the provider takes, and any text in programs", () => {
  const { oneOf, type } = schema.provider.inputProperties.endpointTransport ?? {};
  expect({ oneOf, type }).toEqual({
    oneOf: [{ type: "string" }, { $ref: "#/types/podwright:index:EndpointTransport" }],
    type: "string",
  });
  const { enum: values } = schema.types["podwright:index:EndpointTransport"] as EnumSpec;
  expect(values.map(({ value }) => faultOfTransport(value))).toEqual([undefined, undefined]);
});

test("the schema's head names who publishes it and where the engine finds the plugin", () => {
  expect(schema).toMatchObject({
    publisher: "Podwright",
    homepage: "https://github.com/podwright/podwright",
    repository: "https://github.com/podwright/podwright",
    pluginDownloadURL: "github://api.github.com/podwright/podwright",
  });
  // The address of the logo is a file of this repository; a package for C# takes it as its icon, which has to be a PNG.
  const [, logo = ""] = /\/main\/(.*)$/.exec(schema.logoUrl) ?? [];
  expect(readFileSync(path.join(repository, logo)).subarray(1, 4).toString()).toBe("PNG");
});

test("every function shows a program in each language that has its example", () => {
  for (const { description } of Object.values(schema.functions))
    for (const language of ["typescript", "python", "csharp", "yaml"])
      expect(description).toContain(`\n\`\`\`${language}\n`);
});

test("a function is in the schema with its inputs and outputs", () => {
  const region = z.object({ id: z.string().describe("Which one.") });
  const { functions, types } = packageSpec({
    version: "1.0.0",
    license: "none",
    description: "",
    describe: () => "",
    functions: [
      {
        name: "getRegions",
        description: "All of them.",
        args: z.object({}),
        result: z.object({ regions: z.array(region) }),
        call: async () => ({}),
      },
    ],
  });
  expect(functions).toEqual({
    "podwright:index:getRegions": {
      description: "All of them.",
      inputs: { type: "object", properties: {} },
      outputs: {
        type: "object",
        properties: { regions: { type: "array", items: { $ref: "#/types/podwright:index:GetRegionsRegion" } } },
        required: ["regions"],
      },
    },
  });
  expect(types).toHaveProperty(["podwright:index:GetRegionsRegion"]);
});

function typeOf(property: PropertySpec | undefined): TypeSpec {
  const { description: _text, default: _value, willReplaceOnChanges: _mark, ...type } = property ?? {};
  return type;
}

function secretsIn(properties: Properties): string[] {
  return Object.keys(properties).filter((name) => properties[name]?.secret === true);
}

function marksIn(prefix: string, properties: Properties): string[] {
  return Object.keys(properties)
    .filter((name) => properties[name]?.willReplaceOnChanges === true)
    .map((name) => `${prefix}${name}`);
}

/** The properties without a description, those of nested types included. */
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
