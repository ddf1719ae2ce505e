import * as z from "zod";
import { propertiesOf } from "../../../kernel/shape";
import { capitalized } from "../../../kernel/text";
import type { Values } from "../../../kernel/values";
import type { ComponentDeclaration } from "../../components/component";
import { allComponents } from "../../components/components";
import { functions, type PlatformFunction } from "../../functions";
import { allResources } from "../../kinds/kinds";
import { withDefaults } from "../../planning/check";
import type { Resource } from "../../session/resource";
import { alwaysReplaces } from "../package/replacing";
import { comment, interfaceText, type Member, TypeScriptTypes } from "./types";

/**
 * Returns the module with the npm package's classes and functions. A program loads the module on each run, and loading
 * the schemas and the HTTP client would be slow. So the module contains the facts that a program needs.
 */
export function dynamicModule(describe: (kind: string) => string): string {
  const types = new TypeScriptTypes();
  const classes = allResources.map((resource) => classText(resource, describe(resource.kind), types));
  const components = allComponents.map((component) => componentArguments(component, types));
  const calls = functions.map((definition) => functionText(definition, types));
  return `${[
    "// Written by `npm run generated` from provider/kinds and provider/functions.",
    [
      'import type { CustomResourceOptions, Input, Output } from "@pulumi/pulumi";',
      'import { DynamicResource } from "./dynamic-resource";',
      'import { call, callOutput } from "./functions";',
    ].join("\n"),
    ...classes,
    ...components,
    ...calls,
    ...types.interfaces,
  ].join("\n\n")}\n`;
}

function classText(resource: Resource<Values>, description: string, types: TypeScriptTypes): string {
  const { kind, inputs, outputs, secrets, changes } = resource;
  const given = types.members(kind, inputs.schema, "given", (path) => alwaysReplaces(changes.rows, path));
  const own = types.members(kind, inputs.schema, "got").map((member) => asOutput(resource, member));
  const members = [...own, ...types.members(kind, outputs, "got")];
  const facts = JSON.stringify({ kind, secrets, computed: computedOf(resource) });
  return [
    ...comment(description),
    `export class ${kind} extends DynamicResource {`,
    ...members.flatMap(({ name, doc, isOptional, type }) => [
      ...comment(doc, "  "),
      `  declare readonly ${name}: Output<${type}${isOptional ? " | undefined" : ""}>;`,
    ]),
    "",
    `  constructor(name: string, args: ${kind}Args, options: CustomResourceOptions = {}) {`,
    `    super(${facts}, name, args, options);`,
    "  }",
    "}",
    "",
    interfaceText(`${kind}Args`, given, "given"),
  ].join("\n");
}

/**
 * Returns an input as an output. The name is always present, because Podwright generates it if a program gives none.
 */
function asOutput({ autoname }: Resource<Values>, member: Member): Member {
  return autoname && member.name === "name" ? { ...member, isOptional: false } : member;
}

/** Returns outputs that RunPod may fill. Such an output is unknown, not absent, until the resource exists. */
function computedOf({ inputs, outputs, changes }: Resource<Values>): string[] {
  const properties = propertiesOf(inputs.schema);
  const chosen = changes.observed.filter((name) => properties[name]?.isOptional);
  return [...new Set([...chosen, ...Object.keys(withDefaults(inputs, {})), ...Object.keys(outputs.shape)])];
}

function componentArguments({ kind, inputs, plain }: ComponentDeclaration, types: TypeScriptTypes): string {
  const side = (name: string) => (plain.includes(name) ? "plain" : "given");
  const membersOf = Object.entries(inputs.shape).flatMap(([name, schema]) =>
    types.members(kind, z.object({ [name]: schema }), side(name)),
  );
  return interfaceText(`${kind}Args`, membersOf, "given", plain);
}

function functionText({ name, description, args, result }: PlatformFunction, types: TypeScriptTypes): string {
  const owner = capitalized(name);
  const plain = types.members(owner, args, "plain");
  const given = types.members(owner, args, "given");
  const got = types.members(owner, result, "got");
  const fallback = plain.every(({ isOptional }) => isOptional) ? " = {}" : "";
  return [
    ...comment(description),
    `export function ${name}(args: ${owner}Args${fallback}): Promise<${owner}Result> {`,
    `  return call("${name}", args);`,
    "}",
    "",
    ...comment(`${description} Its arguments may be outputs.`),
    `export function ${name}Output(args: ${owner}OutputArgs${fallback}): Output<${owner}Result> {`,
    `  return callOutput("${name}", args);`,
    "}",
    "",
    interfaceText(`${owner}Args`, plain, "plain"),
    "",
    interfaceText(`${owner}OutputArgs`, given, "given"),
    "",
    interfaceText(`${owner}Result`, got, "got"),
  ].join("\n");
}
