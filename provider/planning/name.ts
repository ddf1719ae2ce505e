import * as z from "zod";
import * as core from "zod/v4/core";
import type { CatalogName } from "./check";

type Schema = z.core.$ZodType;

/** A text that must be in a catalog of RunPod. */
export function catalogName(catalog: CatalogName, schema: z.ZodString = z.string().min(1)): z.ZodString {
  return schema.meta({ catalog });
}

/** The catalog of a text; `undefined` for any other schema. */
export function catalogOf(schema: Schema): CatalogName | undefined {
  return z.globalRegistry.get(schema)?.catalog as CatalogName | undefined;
}

/** The places of catalog names in a schema: `fallbacks[].gpu.id`. */
export function catalogPlaces(schema: Schema, place: string): [string, CatalogName][] {
  if (schema instanceof core.$ZodOptional || schema instanceof core.$ZodNullable)
    return catalogPlaces(schema._zod.def.innerType, place);
  if (schema instanceof core.$ZodArray) return catalogPlaces(schema._zod.def.element, `${place}[]`);
  if (schema instanceof core.$ZodObject)
    return Object.entries(schema._zod.def.shape).flatMap(([name, inner]) => catalogPlaces(inner, `${place}.${name}`));
  const catalog = catalogOf(schema);
  return catalog === undefined ? [] : [[place, catalog]];
}
