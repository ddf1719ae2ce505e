import * as z from "zod";
import { knownNames } from "../planning/catalog/known-names";
import type { CatalogName } from "../planning/check";
import { catalogOf } from "../planning/name";

/** The types that programs see of texts with a name from a catalog. Another text is no error: the list has a date. */
const types: Partial<Record<CatalogName, z.ZodEnum>> = {
  gpuType: named("GpuTypeId", "GPU types", knownNames.gpuTypes),
  pools: named("GpuPool", "GPU pools", knownNames.gpuPools),
  cpuFlavor: named("CpuFlavorId", "CPU flavors", knownNames.cpuFlavors),
  dataCenter: named("DataCenterId", "Data centers", knownNames.dataCenters),
};

/** The names that a text may hold, among others. */
export function namesOf(schema: z.core.$ZodType): z.ZodEnum | undefined {
  const catalog = catalogOf(schema);
  return types[catalog === "places" ? "dataCenter" : (catalog ?? "cudaVersion")];
}

function named(title: string, what: string, names: readonly string[]): z.ZodEnum {
  return z
    .enum(names)
    .meta({ title, description: `${what} of the platform on ${knownNames.date}; others are taken too.` });
}
