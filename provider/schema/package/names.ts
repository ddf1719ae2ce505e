import type { Meanings, Shape } from "../../../kernel/shape";
import { knownNames } from "../../planning/catalog/known-names";

/** Known names for a text. The text may also have other values. */
export interface Names {
  readonly title: string;
  readonly description: string;
  readonly values: readonly string[];
  readonly meanings: Meanings;
}

/** Names in each catalog, for programs. The list shows the names at one date, so other texts are valid, too. */
const types: Readonly<Record<string, Names>> = {
  gpuType: named("GpuTypeId", "GPU type", knownNames.gpuTypes),
  pools: named("GpuPool", "GPU pool", knownNames.gpuPools),
  cpuFlavor: named("CpuFlavorId", "CPU flavor", knownNames.cpuFlavors),
  dataCenter: named("DataCenterId", "Data center", knownNames.dataCenters),
};

export function namesOf({ catalog = "" }: Shape): Names | undefined {
  return types[catalog === "places" ? "dataCenter" : catalog];
}

function named(title: string, kind: string, values: readonly string[]): Names {
  return {
    title,
    description: `${kind}s that RunPod had on ${knownNames.date}. Podwright accepts other names, too.`,
    values,
    // The names in a program have other letters than the values.
    meanings: Object.fromEntries(values.map((value) => [value, `${kind} \`${value}\`.`])),
  };
}
