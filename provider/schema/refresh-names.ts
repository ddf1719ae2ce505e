import { writeFileSync } from "node:fs";
import { connect, type Platform } from "../../client";
import { knownNames } from "../planning/catalog/known-names";
import { readSettings } from "../settings/read-settings";

type Names = Readonly<Record<Exclude<keyof typeof knownNames, "date">, readonly string[]>>;

/** Writes the list of names again, from the catalog of the account in the environment. */
export async function refreshNames(file: string, env: NodeJS.ProcessEnv, today: Date): Promise<void> {
  const platform = connect(readSettings(undefined, env));
  try {
    writeFileSync(file, textOf(await namesOf(platform), today));
  } finally {
    await platform.close();
  }
}

/**
 * Returns the names of the catalog. It keeps names that the catalog no longer contains, because programs may use their
 * constants in the SDKs.
 */
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

/** Names that RunPod's catalog has listed up to this date. */
export const knownNames = ${JSON.stringify({ date, ...names }, null, 2)} as const;
`;
}
