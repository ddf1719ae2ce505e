import { isDeepStrictEqual } from "node:util";
import type { CpuType, DataCenter, GpuType } from "../../../client";
import { isRegion } from "../../../client/endpoints/tokens";
import { didYouMean } from "../../../kernel/nearest";
import { tokensOf } from "../../../kernel/text";
import { isRecord, type Path, parsePath, type Values } from "../../../kernel/values";
import type { Catalogs } from "../catalogs";
import type { CatalogName, InputsDefinition, Problem } from "../check";
import { knownNames } from "./known-names";

interface Written {
  readonly path: Path;
  readonly text: string;
}

interface Judge {
  readonly catalog: keyof Known;
  /** Returns the fault of a name, or `undefined` if the catalog contains the name. */
  readonly judge: (text: string, catalogs: Known) => string | undefined;
}

interface Known {
  readonly gpus: readonly GpuType[];
  readonly cpus: readonly CpuType[];
  readonly dataCenters: readonly DataCenter[];
}

/** Checks a text that contains a single name. */
const oneOf = (catalog: keyof Known, namesIn: (known: Known) => readonly string[], wrong: string): Judge => ({
  catalog,
  judge: (text, known) => unlessAmong(text, namesIn(known), `"${text}" ${wrong}`),
});

const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);
const versionsOf = ({ cudaVersions = [] }: GpuType) => cudaVersions.map(({ version }) => version);

const judges: Readonly<Record<CatalogName, Judge>> = {
  gpuType: oneOf("gpus", ({ gpus }) => idsOf(gpus), "is no GPU type of RunPod"),
  cpuFlavor: oneOf("cpus", ({ cpus }) => idsOf(cpus), "is no CPU flavor of RunPod"),
  dataCenter: oneOf("dataCenters", ({ dataCenters }) => idsOf(dataCenters), "is no data center of RunPod"),
  cudaVersion: oneOf("gpus", ({ gpus }) => gpus.flatMap(versionsOf), "is a CUDA version that no machine of RunPod has"),
  pools: { catalog: "gpus", judge: (text, { gpus }) => lines(tokensOf(text).map((token) => poolFault(token, gpus))) },
  places: {
    catalog: "dataCenters",
    judge: (text, { dataCenters }) => lines(tokensOf(text).map((token) => placeFault(token, idsOf(dataCenters)))),
  },
};

/** The regions that RunPod documents for endpoints. A region may have no data center now. */
const documentedRegions = ["CZ", "FR", "GB", "NO", "RO", "US"];

/** Returns the fault of a data center such as `EU-RO-9`, or of a region without a data center. */
function placeFault(token: string, dataCenters: readonly string[]): string | undefined {
  if (!isRegion(token)) return unlessAmong(token, dataCenters, `"${token}" is no data center of RunPod`);
  // An account's catalog may not list every data center of RunPod.
  const regions = [...documentedRegions, ...[...knownNames.dataCenters, ...dataCenters].flatMap(regionsOf)];
  return dataCenters.length === 0 || regions.some((region) => isSame(region, token))
    ? undefined
    : unlessAmong(token, [...new Set(regions)], `"${token}" is no region of RunPod`);
}

/** Returns the regions of a data center: `US` for `US-KS-2`, where `KS` is a state, and `EU` and `CZ` for `EU-CZ-1`. */
function regionsOf(dataCenter: string): string[] {
  const [area = "", place = ""] = dataCenter.split("-");
  return (area === "US" || area === "CA" ? [area] : [area, place]).filter(isRegion);
}

/** Returns the fault of a GPU pool, for example if the text is a GPU type. `-NVIDIA L4` excludes a GPU type. */
function poolFault(token: string, gpus: readonly GpuType[]): string | undefined {
  const named = (name: string) => gpus.find((gpu) => [gpu.id, gpu.name].some((one) => isSame(one, name)));
  if (token.startsWith("-")) {
    const left = token.slice(1).trim();
    return named(left) === undefined ? unlessAmong(left, idsOf(gpus), `"${left}" is no GPU type of RunPod`) : undefined;
  }
  // An account's catalog may not list every pool that RunPod documents.
  const pools: readonly string[] = [...knownNames.gpuPools, ...gpus.flatMap(({ pool }) => pool ?? [])];
  if (pools.includes(token)) return undefined;
  const type = named(token);
  if (type === undefined) return unlessAmong(token, pools, `"${token}" is no GPU pool of RunPod`);
  const where = type.pool === null ? "no pool has that type" : `that type is in ${type.pool}`;
  return `takes GPU pools, and "${token}" is a GPU type: ${where}`;
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** Returns a fault unless the list contains the text. An empty catalog proves nothing. */
function unlessAmong(text: string, names: readonly string[], wrong: string): string | undefined {
  return names.length === 0 || names.includes(text) ? undefined : `${wrong}${didYouMean(text, names)}`;
}

function lines(faults: readonly (string | undefined)[]): string | undefined {
  const found = faults.filter((fault) => fault !== undefined);
  return found.length === 0 ? undefined : found.join("; ");
}

/**
 * Returns a problem for each name that RunPod's catalogs do not contain. It compares only new and changed inputs, and
 * requests only the catalogs for these inputs.
 */
export async function unknownNames(
  { names = {} }: Pick<InputsDefinition, "names">,
  { olds, news }: { readonly olds: Values; readonly news: Values },
  catalogs: Catalogs,
  isUnknown: (value: unknown) => boolean,
): Promise<Problem[]> {
  const problems = Object.entries(names).map(async ([pattern, name]) => {
    const [first = ""] = parsePath(pattern.replaceAll("[]", ""));
    if (isDeepStrictEqual(olds[first], news[first])) return [];
    const written = textsAt(news, pattern.split(".")).filter(({ text }) => !isUnknown(text));
    const { catalog, judge } = judges[name];
    const found = written.length === 0 ? undefined : await catalogs[catalog]();
    if (found === undefined) return [];
    const known: Known = { gpus: [], cpus: [], dataCenters: [], [catalog]: found };
    return written.flatMap(({ path, text }) => {
      const message = judge(text, known);
      return message === undefined ? [] : [{ path, message }];
    });
  });
  return (await Promise.all(problems)).flat();
}

/** Returns the texts at a pattern such as `fallbacks[].gpu.id`. It skips empty texts, which the schema reports. */
function textsAt(value: unknown, [part, ...rest]: readonly string[], path: Path = []): Written[] {
  if (part === undefined) return typeof value === "string" && value !== "" ? [{ path, text: value }] : [];
  if (!isRecord(value)) return [];
  const name = part.replace("[]", "");
  const inner = value[name];
  if (!part.endsWith("[]")) return textsAt(inner, rest, [...path, name]);
  const items: readonly unknown[] = Array.isArray(inner) ? inner : [];
  return items.flatMap((item, index) => textsAt(item, rest, [...path, name, index]));
}
