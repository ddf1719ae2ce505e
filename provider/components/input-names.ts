import { type Shape, shapeOf } from "../../kernel/shape";
import { functions } from "../functions";
import { allResources } from "../kinds/kinds";
import type { Names } from "../pulumi/spelling";
import { SETTINGS } from "../settings/settings";
import { allComponents } from "./components";

/**
 * Returns the names of all inputs of resources, components and functions, of the parts of these inputs, and of the provider's
 * settings, which are the arguments of an explicit provider.
 */
export function inputNames(): Names {
  const schemas = [
    ...allResources.map(({ inputs }) => inputs.schema),
    ...allComponents.map(({ inputs }) => inputs),
    ...functions.map(({ args }) => args),
  ];
  return new Set([...schemas.flatMap((schema) => namesIn(shapeOf(schema))), ...Object.keys(SETTINGS)]);
}

function namesIn(shape: Shape): string[] {
  switch (shape.type) {
    case "list":
    case "map":
      return namesIn(shape.item);
    case "object":
      return Object.entries(shape.properties).flatMap(([name, inner]) => [name, ...namesIn(inner)]);
    default:
      return [];
  }
}
