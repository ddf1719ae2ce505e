import type { Emulator } from "../../../../emulator";
import { parsePath } from "../../../../kernel/values";
import { type Sample, samples } from "../../../samples";
import { changeOutside, isChangeable } from "../platform/outside";
import type { StandIns } from "../platform/stand-ins";
import type { Declared, Kind } from "../stack/stack";
import { type Case, kinds, rowsOf } from "./cases";

/** Inputs that RunPod never shows, or that only Pulumi can change. The kinds are those with outside changes. */
const unseen: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  Pod: [
    ...["gpu", "gpu.id", "gpu.count", "gpu.allowedCudaVersions", "gpu.minCudaVersion"],
    ...["gpu.minRamPerGpu", "gpu.minVcpuCountPerGpu"],
    ...["cpu", "cpu.id", "cpu.vcpuCount", "cloud", "templateId", "startSsh", "startJupyter"],
    ...["fallbacks", "capacityTimeout", "skipAwait", "allowDataLoss"],
    // The live value of this input follows only at the next start, so drift compares the requested value.
    "globalNetworking",
  ],
  ServerlessEndpoint: ["drain"],
  NetworkVolume: ["allowDataLoss"],
  RegistryCredential: ["name", "username", "password"],
  Secret: ["name", "value"],
};

/** A resource of each kind that no test changes. */
export async function untouchedOnes(standIns: StandIns): Promise<Declared[]> {
  const templates = await standIns.pairOfTemplates("untouched");
  return kinds.map((kind) => {
    const [sample] = Object.values<readonly Sample[]>(samples[kind])[0] ?? [];
    return { kind, name: `untouched-${kind}`, args: standIns.resolve(sample?.base ?? {}, templates) };
  });
}

/** The logical name of a case's resource. */
export const nameOf = ({ kind, name }: Case) => `${kind}-${name}`;

/** Whether an outside change or removal of the input is possible and counts as drift. */
export function isDrift(one: Case): boolean {
  const { kind, path, operation, effect } = one;
  if (!isChangeable(kind) || unseen[kind]?.includes(path)) return false;
  // A pod without a list may be in any data center, so no outside change can contradict it.
  if (operation === "add" ? unsetOf(one) === undefined || path === "dataCenterIds" : operation !== "change")
    return false;
  // A pod that moved to another declared data center is still where the program wants it.
  return effect.kind === "replace" || (effect.kind === "update" && effect.impact !== "recorded");
}

/** RunPod's value for an undeclared input; `undefined` if RunPod would have to invent one. */
function unsetOf({ kind, path }: Case): unknown {
  const row = rowsOf(kind).find((one) => one.path === path);
  return row?.removed ?? row?.unset;
}

/**
 * The program declares the result of a change. This function reverts the change outside Pulumi, or clears an added
 * value.
 */
export async function changeBack(emulator: Emulator, one: Case, id: string): Promise<void> {
  const { kind, path, before, operation } = one;
  const [top] = parsePath(path);
  const value = operation === "add" ? unsetOf(one) : before[String(top)];
  const change = {
    ...(top === "dataCenterIds" ? { dataCenterId: (value as string[])[0] } : {}),
    ...(top === "desiredStatus" ? { status: value } : {}),
    ...(kind === "ServerlessEndpoint" && top === "allowedCudaVersions" ? { [top]: String(value) } : {}),
    ...(kind === "ServerlessEndpoint" && top === "cpu" ? { instanceIds: instancesOf(value) } : {}),
  };
  await changeOutside(emulator, kind, id, Object.keys(change).length > 0 ? change : { [String(top)]: value });
}

/** CPUs in the form of GraphQL. */
function instancesOf(cpu: unknown): string[] {
  return (cpu as readonly { id: string; vcpuCount: number }[]).map(({ id, vcpuCount }) => `${id}-${vcpuCount}`);
}
