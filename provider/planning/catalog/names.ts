import { isDeepStrictEqual } from "node:util";
import type { Clock, GpuType, Platform } from "../../../client";
import { isRegion, tokensOf } from "../../../client/endpoints/tokens";
import { didYouMean } from "../../../client/values/nearest";
import { withDeadline } from "../../waiting/deadline";
import type { CatalogName, InputsDefinition, Problem } from "../check";
import { isRecord, type Path, parsePath, type Values } from "../values";
import { knownNames } from "./known-names";

/** A preview does not wait longer for a catalog; it then skips the comparison. */
const timeoutMs = 5_000;

/** The platform's catalogs, each requested at most once a process. `undefined` stands for one that is not available. */
export interface Catalogs {
  gpus(): Promise<readonly GpuType[] | undefined>;
  /** Ids. */
  cpus(): Promise<readonly string[] | undefined>;
  /** Ids. */
  dataCenters(): Promise<readonly string[] | undefined>;
}

/** Without catalogs nothing is compared. */
export interface Comparison {
  readonly catalogs?: Catalogs | undefined;
  /** The name of the setting that switches it off. */
  readonly settingNames: { readonly checkCatalog: string };
}

export function catalogsOf({ catalog }: Pick<Platform, "catalog">, clock: Clock): Catalogs {
  const once = <T>(request: (signal: AbortSignal) => Promise<T>) => {
    let response: Promise<T | undefined> | undefined;
    return () => {
      // Without a key, a network or a response a preview checks what it can.
      response ??= withDeadline(clock, timeoutMs, request).catch(() => undefined);
      return response;
    };
  };
  const ids = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);
  return {
    // With availability come the CUDA versions.
    gpus: once((signal) => catalog.gpuTypes({ signal, availability: { product: ["POD", "SERVERLESS"] } })),
    cpus: once(async (signal) => ids(await catalog.cpuTypes({ signal }))),
    dataCenters: once(async (signal) => ids(await catalog.dataCenters({ signal }))),
  };
}

interface Written {
  readonly path: Path;
  readonly text: string;
}

interface Judge {
  readonly catalog: keyof Catalogs;
  /** The fault of a name; `undefined` where the catalog has it. */
  readonly judge: (text: string, catalogs: Known) => string | undefined;
}

interface Known {
  readonly gpus: readonly GpuType[];
  readonly cpus: readonly string[];
  readonly dataCenters: readonly string[];
}

/** Of a text that is one name. */
const oneOf = (catalog: keyof Catalogs, namesIn: (known: Known) => readonly string[], wrong: string): Judge => ({
  catalog,
  judge: (text, known) => unlessAmong(text, namesIn(known), wrong),
});

const versionsOf = ({ cudaVersions = [] }: GpuType) => cudaVersions.map(({ version }) => version);

const judges: Readonly<Record<CatalogName, Judge>> = {
  gpuType: oneOf("gpus", ({ gpus }) => gpus.map(({ id }) => id), "is no GPU type of the platform"),
  cpuFlavor: oneOf("cpus", ({ cpus }) => cpus, "is no CPU flavor of the platform"),
  dataCenter: oneOf("dataCenters", ({ dataCenters }) => dataCenters, "is no data center of the platform"),
  cudaVersion: oneOf(
    "gpus",
    ({ gpus }) => gpus.flatMap(versionsOf),
    "is a CUDA version that no machine of the platform has",
  ),
  pools: { catalog: "gpus", judge: (text, { gpus }) => lines(tokensOf(text).map((token) => poolFault(token, gpus))) },
  places: {
    catalog: "dataCenters",
    judge: (text, { dataCenters }) =>
      lines(
        tokensOf(text)
          .filter((token) => !isRegion(token))
          .map((token) => unlessAmong(token, dataCenters, `"${token}" is no data center of the platform`)),
      ),
  },
};

/** `NVIDIA L4` in the place of a pool; `-NVIDIA L4` excludes a type. */
function poolFault(token: string, gpus: readonly GpuType[]): string | undefined {
  const named = (name: string) => gpus.find((gpu) => [gpu.id, gpu.name].some((one) => isSame(one, name)));
  if (token.startsWith("-")) {
    const left = token.slice(1).trim();
    const ids = gpus.map(({ id }) => id);
    return named(left) === undefined ? unlessAmong(left, ids, `"${left}" is no GPU type of the platform`) : undefined;
  }
  // The platform documents pools that an account's catalog may lack.
  const pools: readonly string[] = [...knownNames.gpuPools, ...gpus.flatMap(({ pool }) => pool ?? [])];
  if (pools.includes(token)) return undefined;
  const type = named(token);
  if (type === undefined) return unlessAmong(token, pools, `"${token}" is no GPU pool of the platform`);
  const where = type.pool === null ? "no pool has that type" : `that type is in ${type.pool}`;
  return `takes GPU pools, and "${token}" is a GPU type: ${where}`;
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** An empty catalog proves nothing. */
function unlessAmong(text: string, names: readonly string[], wrong: string): string | undefined {
  return names.length === 0 || names.includes(text) ? undefined : `${wrong}${didYouMean(text, names)}`;
}

function lines(faults: readonly (string | undefined)[]): string | undefined {
  const found = faults.filter((fault) => fault !== undefined);
  return found.length === 0 ? undefined : found.join("; ");
}

/**
 * Every name among the inputs that the platform's catalogs lack. Only new and changed inputs are compared, and only their
 * catalogs are requested.
 */
export async function unknownNames(
  { names = {} }: Pick<InputsDefinition, "names">,
  { olds, news }: { readonly olds: Values; readonly news: Values },
  { catalogs, settingNames }: Comparison,
  isUnknown: (value: unknown) => boolean,
): Promise<Problem[]> {
  if (catalogs === undefined) return [];
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
  const found = (await Promise.all(problems)).flat();
  const wayOn = ` (if the platform has it all the same, set ${settingNames.checkCatalog} to false)`;
  // Once, at the end: the catalog may be what is wrong.
  return found.map((problem, index) =>
    index === found.length - 1 ? { ...problem, message: `${problem.message}${wayOn}` } : problem,
  );
}

/** The texts at a pattern such as `fallbacks[].gpu.id`. Of an empty one the schema says what is wrong. */
function textsAt(value: unknown, [part, ...rest]: readonly string[], path: Path = []): Written[] {
  if (part === undefined) return typeof value === "string" && value !== "" ? [{ path, text: value }] : [];
  if (!isRecord(value)) return [];
  const name = part.replace("[]", "");
  const inner = value[name];
  if (!part.endsWith("[]")) return textsAt(inner, rest, [...path, name]);
  const items: readonly unknown[] = Array.isArray(inner) ? inner : [];
  return items.flatMap((item, index) => textsAt(item, rest, [...path, name, index]));
}
