import { knownNames } from "../../planning/catalog/known-names";
import type { Shape } from "../../values/shape";

/** Known names for a text. The text may also have other values. */
export interface Names {
  readonly title: string;
  readonly description: string;
  readonly values: readonly string[];
}

/** Names in each catalog, for programs. The list shows the names at one date, so other texts are valid, too. */
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
