import { knownNames } from "../../planning/catalog/known-names";
import type { Shape } from "../../values/shape";

/** The names that a text may hold, among others. */
export interface Names {
  readonly title: string;
  readonly description: string;
  readonly values: readonly string[];
}

/** The names in each catalog, as programs see them. Another text is no error: the list has a date. */
const types: Readonly<Record<string, Names>> = {
  gpuType: named("GpuTypeId", "GPU types", knownNames.gpuTypes),
  pools: named("GpuPool", "GPU pools", knownNames.gpuPools),
  cpuFlavor: named("CpuFlavorId", "CPU flavors", knownNames.cpuFlavors),
  dataCenter: named("DataCenterId", "Data centers", knownNames.dataCenters),
};

export function namesOf({ catalog = "" }: Shape): Names | undefined {
  return types[catalog === "places" ? "dataCenter" : catalog];
}

function named(title: string, kind: string, values: readonly string[]): Names {
  return {
    title,
    description: `${kind} that RunPod had on ${knownNames.date}. Podwright accepts other names, too.`,
    values,
  };
}
