import { allResources } from "../kinds/kinds";
import { type Shape, shapeOf } from "../values/shape";
import type { Names } from "../values/spelling";
import { allComponents } from "./components";

/** Returns the names of all inputs of resources and components, and of the parts of these inputs. */
export function inputNames(): Names {
  const schemas = [...allResources.map(({ inputs }) => inputs.schema), ...allComponents.map(({ inputs }) => inputs)];
  return new Set(schemas.flatMap((schema) => namesIn(shapeOf(schema))));
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
