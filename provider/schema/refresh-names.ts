import { writeFileSync } from "node:fs";
import { connect, type Platform } from "../../client";
import { knownNames } from "../planning/catalog/known-names";
import { readSettings } from "../settings/read-settings";

type Names = Readonly<Record<Exclude<keyof typeof knownNames, "date">, readonly string[]>>;

/** Writes the list of names anew, from the catalog of the account that the environment names. */
export async function refreshNames(file: string, env: NodeJS.ProcessEnv, today: Date): Promise<void> {
  const platform = connect(readSettings(undefined, env));
  try {
    writeFileSync(file, textOf(await namesOf(platform), today));
  } finally {
    await platform.close();
  }
}

/** A name that the catalog has lost stays: programs may use the SDKs' constant for it. */
async function namesOf({ catalog }: Platform): Promise<Names> {
  const [gpus, cpus, centers] = await Promise.all([catalog.gpuTypes(), catalog.cpuTypes(), catalog.dataCenters()]);
  const together = (known: readonly string[], found: readonly string[]) => [...new Set([...known, ...found])].sort();
  const ids = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);
  return {
    gpuTypes: together(knownNames.gpuTypes, ids(gpus)),
    gpuPools: together(
      knownNames.gpuPools,
      gpus.flatMap(({ pool }) => pool ?? []),
    ),
    cpuFlavors: together(knownNames.cpuFlavors, ids(cpus)),
    dataCenters: together(knownNames.dataCenters, ids(centers)),
  };
}

function textOf(names: Names, today: Date): string {
  const date = today.toISOString().slice(0, 10);
  return `// biome-ignore-all format: written by \`npm run names\`.

/** The names that RunPod's catalog has listed up to a date. */
export const knownNames = ${JSON.stringify({ date, ...names }, null, 2)} as const;
`;
}
