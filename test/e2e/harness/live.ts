import type { Emulator } from "../../../emulator";
import { isRecord, parsePath, type Values, valueAt } from "../../../provider/resources/values";
import type { Kind } from "./stack";

const collections = {
  Pod: "pods",
  ServerlessEndpoint: "endpoints",
  Template: "templates",
  NetworkVolume: "networkVolumes",
} as const;

/** What the platform holds under an id, as it answers it. */
export function recordOf(emulator: Emulator, kind: Kind, id: string): Values | undefined {
  const records: readonly { readonly id: string }[] = emulator.state()[collections[kind]];
  return records.find((record) => record.id === id) as Values | undefined;
}

/** What a pod is created with and never answers. */
const writeOnly = ["gpu.allowedCudaVersions", "gpu.minCudaVersion", "startSsh", "startJupyter", "fallbacks"];

export const isShown = (kind: Kind, path: string): boolean => !(kind === "Pod" && writeOnly.includes(path));

/** What the platform shows of an input; `undefined` where it shows nothing of it. */
export function liveValue(kind: Kind, record: Values | undefined, path: string): unknown {
  if (kind === "Pod" && path === "globalNetworking") return valueAt(record, ["globalNetworking", "enabled"]);
  if (kind === "Pod" && path === "desiredStatus") return record?.status;
  if (kind === "Pod" && path === "dataCenterIds") return [record?.dataCenterId];
  return valueAt(record, parsePath(path));
}

/** Reduces a value to the keys that one of the samples names: the platform adds keys of its own. */
export function namedIn(samples: readonly unknown[], value: unknown): unknown {
  if (!isRecord(value)) return value;
  const keys = samples.flatMap((sample) => (isRecord(sample) ? Object.keys(sample) : []));
  return Object.fromEntries(Object.entries(value).filter(([key]) => keys.includes(key)));
}
