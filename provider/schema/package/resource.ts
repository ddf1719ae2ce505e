import { present } from "../../../kernel/values";
import type { ComponentDeclaration } from "../../components/component";
import type { Resource } from "../../session/resource";
import { alwaysReplaces } from "./replacing";
import type { PropertySpec, ResourceSpec } from "./spec";
import type { Marks, Types } from "./types";

/** Returns the schema of a resource, and adds its nested types to `types`. */
export function resourceSpec<Inputs>(resource: Resource<Inputs>, description: string, types: Types): ResourceSpec {
  const { kind, inputs, outputs, changes, secrets, autoname, list } = resource;
  const isSecret = (path: readonly unknown[]) => path.length === 1 && secrets.some((name) => name === path[0]);
  const marks: Marks = (path) => ({
    ...(isSecret(path) ? { secret: true } : {}),
    ...(alwaysReplaces(changes.rows, path) ? { willReplaceOnChanges: true } : {}),
  });
  const given = types.object(kind, inputs.schema, marks);
  const added = types.object(kind, outputs, () => ({}));
  const filled = Object.keys(given.properties).filter(
    (name) => given.properties[name]?.default !== undefined || (autoname && name === "name"),
  );
  const always = new Set([...filled, ...(given.required ?? []), ...(added.required ?? [])]);
  const properties = { ...asOutputs(given.properties), ...added.properties };
  return {
    description,
    properties,
    required: Object.keys(properties).filter((name) => always.has(name)),
    inputProperties: given.properties,
    ...(given.required === undefined ? {} : { requiredInputs: given.required }),
    // The engine lists a kind of resource only if the schema declares the arguments for it.
    ...(list === undefined ? {} : { listInputs: { type: "object", properties: {} } }),
    // This alias lets a stack of dynamic resources continue with the plugin: ids stay the same and nothing changes.
    aliases: [{ type: `pulumi-nodejs:dynamic/podwright:${kind}` }],
  };
}

/** Returns the schema of a component. A resource also has its inputs as outputs, but a component does not. */
export function componentSpec(component: ComponentDeclaration, description: string, types: Types): ResourceSpec {
  const { kind, inputs, outputs, plain, secrets, npmType } = component;
  const marks: Marks = ([name, ...inside]) => ({
    ...(inside.length === 0 && secrets.includes(String(name)) ? { secret: true } : {}),
    ...(plain.includes(String(name)) ? { plain: true } : {}),
  });
  const given = types.object(kind, inputs, marks);
  const made = types.object(kind, outputs, () => ({}));
  return {
    description,
    isComponent: true,
    properties: made.properties,
    ...present({ required: made.required, requiredInputs: given.required }),
    inputProperties: given.properties,
    // This alias lets a stack of the npm package's component continue with the plugin.
    aliases: [{ type: npmType }],
  };
}

/** Returns each input as an output of the same type. Only the input keeps the default and the mark of a replacement. */
function asOutputs(inputs: Readonly<Record<string, PropertySpec>>): Record<string, PropertySpec> {
  return Object.fromEntries(
    Object.entries(inputs).map(([name, { default: _default, willReplaceOnChanges: _replaces, ...rest }]) => [
      name,
      rest,
    ]),
  );
}
