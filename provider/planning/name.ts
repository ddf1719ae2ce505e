import * as z from "zod";
import { type Shape, shapeOf } from "../../kernel/shape";
import type { CatalogName } from "./check";

/** Declares a text that must be in a catalog of RunPod. */
export function catalogName(catalog: CatalogName, schema: z.ZodString = z.string().min(1)): z.ZodString {
  return schema.meta({ catalog });
}

/** Returns the paths of catalog names in a resource's inputs, such as `fallbacks[].gpu.id`. */
export function catalogPlaces(inputs: z.ZodObject): Readonly<Record<string, CatalogName>> {
  const places = placesIn(shapeOf(inputs), "");
  return Object.fromEntries(places.map(([place, name]) => [place.slice(1), name]));
}

function placesIn(shape: Shape, place: string): [string, CatalogName][] {
  if (shape.type === "list") return placesIn(shape.item, `${place}[]`);
  if (shape.type === "object")
    return Object.entries(shape.properties).flatMap(([name, inner]) => placesIn(inner, `${place}.${name}`));
  return shape.catalog === undefined ? [] : [[place, shape.catalog as CatalogName]];
}
