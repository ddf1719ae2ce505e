import type { Emulator } from "../../../../emulator";
import { isRecord, parsePath, type Values, valueAt } from "../../../../provider/planning/values";
import type { Kind } from "../stack/stack";

type Collection = Exclude<keyof ReturnType<Emulator["state"]>, "now" | "costPerHour">;

/** Where the emulator's state shows what it holds of a kind. Of the others it shows nothing. */
const collections: Readonly<Partial<Record<Kind, Collection>>> = {
  Pod: "pods",
  ServerlessEndpoint: "endpoints",
  Template: "templates",
  NetworkVolume: "networkVolumes",
  RegistryCredential: "registries",
  Secret: "secrets",
};

/** What the platform holds under an id, as it answers it. */
export function recordOf(emulator: Emulator, kind: Kind, id: string): Values | undefined {
  const collection = collections[kind];
  const records: readonly { readonly id: string }[] = collection === undefined ? [] : emulator.state()[collection];
  return records.find((record) => record.id === id) as Values | undefined;
}

/** What something is created with and never answered. */
const writeOnly: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  Pod: [
    ...["gpu.allowedCudaVersions", "gpu.minCudaVersion", "gpu.minRamPerGpu", "gpu.minVcpuCountPerGpu"],
    ...["startSsh", "startJupyter", "fallbacks"],
  ],
  RegistryCredential: ["username", "password"],
  Secret: ["value"],
};

export const isShown = (kind: Kind, path: string): boolean =>
  collections[kind] !== undefined && writeOnly[kind]?.includes(path) !== true;

/** What the platform shows of an input; `undefined` where it shows nothing of it. */
export function liveValue(kind: Kind, record: Values | undefined, path: string): unknown {
  if (kind === "Pod" && path === "globalNetworking") return valueAt(record, ["globalNetworking", "enabled"]);
  if (kind === "Pod" && path === "desiredStatus") return record?.status;
  if (kind === "Pod" && path === "dataCenterIds") return [record?.dataCenterId];
  if (kind === "ServerlessEndpoint") return endpointValue(record, path);
  if (kind === "Secret" && path === "description") return record?.description ?? "";
  return valueAt(record, parsePath(path));
}

/** As GraphQL has them, which is another form than a program's. */
function endpointValue(record: Values | undefined, path: string): unknown {
  const items = <T>(name: string) => (record?.[name] ?? []) as readonly T[];
  switch (path) {
    case "allowedCudaVersions":
      return String(record?.[path]).split(",").filter(Boolean);
    case "networkVolumeIds":
      return items<{ networkVolumeId: string }>(path).map((volume) => volume.networkVolumeId);
    case "env":
      return record?.workerEnv;
    case "gpuIds":
      return record?.gpuIds || undefined;
    case "cpu": {
      const cpu = items<string>("instanceIds").map((instance) => instance.split("-"));
      return cpu.length === 0 ? undefined : cpu.map(([id, vcpuCount]) => ({ id, vcpuCount: Number(vcpuCount) }));
    }
    default:
      return valueAt(record, parsePath(path));
  }
}

/** Reduces a value to the keys that one of the samples names: the platform adds keys of its own. */
export function namedIn(samples: readonly unknown[], value: unknown): unknown {
  if (!isRecord(value)) return value;
  const keys = samples.flatMap((sample) => (isRecord(sample) ? Object.keys(sample) : []));
  return Object.fromEntries(Object.entries(value).filter(([key]) => keys.includes(key)));
}
