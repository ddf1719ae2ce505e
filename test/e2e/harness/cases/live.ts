import { sshKeyIn } from "../../../../client/account/ssh-key";
import type { Emulator } from "../../../../emulator";
import { isRecord, parsePath, type Values, valueAt } from "../../../../kernel/values";
import type { Kind } from "../stack/stack";

type Collection = Exclude<keyof ReturnType<Emulator["state"]>, "now" | "costPerHour" | "sshKeys">;

/** The parts of the emulator's state by kind. The emulator's state shows no other kind. */
const collections: Readonly<Partial<Record<Kind, Collection>>> = {
  Pod: "pods",
  ServerlessEndpoint: "endpoints",
  Template: "templates",
  NetworkVolume: "networkVolumes",
  RegistryCredential: "registries",
  Secret: "secrets",
};

/** The emulator's record of an id, in the form of its responses. */
export function recordOf(emulator: Emulator, kind: Kind, id: string): Values | undefined {
  if (kind === "SshKey") {
    const line = emulator.state().sshKeys.find((one) => sshKeyIn(one)?.id === id);
    return line === undefined ? undefined : { publicKey: line };
  }
  const collection = collections[kind];
  const records: readonly { readonly id: string }[] = collection === undefined ? [] : emulator.state()[collection];
  return records.find((record) => record.id === id) as Values | undefined;
}

/** Inputs of a create that no response contains. */
const writeOnly: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  Pod: [
    ...["gpu.allowedCudaVersions", "gpu.minCudaVersion", "gpu.minRamPerGpu", "gpu.minVcpuCountPerGpu"],
    ...["startSsh", "startJupyter", "fallbacks"],
  ],
  RegistryCredential: ["username", "password"],
  Secret: ["value"],
};

export const isShown = (kind: Kind, path: string): boolean =>
  (kind === "SshKey" || collections[kind] !== undefined) && writeOnly[kind]?.includes(path) !== true;

/** The live value of an input; `undefined` if RunPod does not show it. */
export function liveValue(kind: Kind, record: Values | undefined, path: string): unknown {
  if (kind === "Pod" && path === "globalNetworking") return valueAt(record, ["globalNetworking", "enabled"]);
  if (kind === "Pod" && path === "desiredStatus") return record?.status;
  if (kind === "Pod" && path === "dataCenterIds") return [record?.dataCenterId];
  if (kind === "ServerlessEndpoint") return endpointValue(record, path);
  if (kind === "Secret" && path === "description") return record?.description ?? "";
  return valueAt(record, parsePath(path));
}

/** Reads GraphQL's form of inputs, which differs from the form in a program. */
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

/** Reduces a value to keys from the samples, because RunPod adds keys of its own. */
export function namedIn(samples: readonly unknown[], value: unknown): unknown {
  if (!isRecord(value)) return value;
  const keys = samples.flatMap((sample) => (isRecord(sample) ? Object.keys(sample) : []));
  return Object.fromEntries(Object.entries(value).filter(([key]) => keys.includes(key)));
}
