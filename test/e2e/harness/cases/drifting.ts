import type { Emulator } from "../../../../emulator";
import { parsePath } from "../../../../provider/planning/values";
import { type Sample, samples } from "../../../samples";
import { changeOutside, isChangeable } from "../platform/outside";
import type { StandIns } from "../platform/stand-ins";
import type { Declared, Kind } from "../stack/stack";
import { type Case, kinds, rowsOf } from "./cases";

/** What the platform never shows, and what nobody can change there, of kinds that can be changed. */
const unseen: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  Pod: [
    ...["gpu", "gpu.id", "gpu.count", "gpu.allowedCudaVersions", "gpu.minCudaVersion"],
    ...["gpu.minRamPerGpu", "gpu.minVcpuCountPerGpu"],
    ...["cpu", "cpu.id", "cpu.vcpuCount", "cloud", "templateId", "startSsh", "startJupyter"],
    ...["fallbacks", "capacityTimeout", "skipAwait", "allowDataLoss"],
    // Its live value follows only at the next start, so it is compared by what was asked for.
    "globalNetworking",
  ],
  ServerlessEndpoint: ["drain"],
  NetworkVolume: ["allowDataLoss"],
  RegistryCredential: ["name", "username", "password"],
  Secret: ["name", "value"],
};

/** One of each kind that nobody touches. */
export async function untouchedOnes(standIns: StandIns): Promise<Declared[]> {
  const templates = await standIns.pairOfTemplates("untouched");
  return kinds.map((kind) => {
    const [sample] = Object.values<readonly Sample[]>(samples[kind])[0] ?? [];
    return { kind, name: `untouched-${kind}`, args: standIns.resolve(sample?.base ?? {}, templates) };
  });
}

/** The logical name of the resource a case is tried on. */
export const nameOf = ({ kind, name }: Case) => `${kind}-${name}`;

/** Whether somebody can change the input outside, or take back what the program gave, and it counts. */
export function isDrift(one: Case): boolean {
  const { kind, path, operation, effect } = one;
  if (!isChangeable(kind) || unseen[kind]?.includes(path)) return false;
  // Without a list a pod may be anywhere: it cannot be taken away outside.
  if (operation === "add" ? unsetOf(one) === undefined || path === "dataCenterIds" : operation !== "change")
    return false;
  // A pod moved to another place that the program names is where the program wants it.
  return effect.kind === "replace" || (effect.kind === "update" && effect.impact !== "recorded");
}

/** What the platform has for an input that nobody gave; `undefined` where it would have to make something up. */
function unsetOf({ kind, path }: Case): unknown {
  const row = rowsOf(kind).find((one) => one.path === path);
  return row?.removed ?? row?.unset;
}

/** The program says what a change led to; outside, somebody changes it back, or empties what was given. */
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

/** As GraphQL has CPUs. */
function instancesOf(cpu: unknown): string[] {
  return (cpu as readonly { id: string; vcpuCount: number }[]).map(({ id, vcpuCount }) => `${id}-${vcpuCount}`);
}
