import type { CreatePod, Pod, UpdatePod } from "../../../client";
import { type Marks, nonceOf } from "../../creating/naming";
import type { Change } from "../../planning/changes";
import { patchOf } from "../../planning/patch";
import { importable, project, record } from "../../planning/projection";
import { present, type Values } from "../../planning/values";
import { platformKeys, withoutEmptyMounts } from "../container";
import { podChanges } from "./changes";
import { type Creator, creatorKey, encodeCreator } from "./creator";
import type { PodInputs } from "./inputs";
import { accepts, type Choice, type Placement, placementOf } from "./placement";
import { hasSettled } from "./readiness";

/** Marks a pod with the creation that made it. */
const nonceKey = "PODWRIGHT_CREATE_NONCE";

/** Up to 0.1.0 a generated name could be the marker, and such a pod carries no key. */
export function carriesMarker(pod: Pod, { __nonce, __autoname }: Marks): boolean {
  if (__nonce !== undefined) return pod.env[nonceKey] === __nonce;
  return __autoname !== undefined && (pod.name === __autoname || pod.env[nonceKey] === __autoname);
}

export function createBody(inputs: PodInputs, choice: Choice, creator: Omit<Creator, "marker"> | undefined): CreatePod {
  const { image, args, disk, ports, registry, mounts, globalNetworking, templateId, startSsh, startJupyter } = inputs;
  const nonce = nonceOf(inputs);
  const createdBy = creator === undefined ? {} : { [creatorKey]: encodeCreator({ ...creator, marker: nonce }) };
  const env = { ...inputs.env, [nonceKey]: nonce, ...createdBy };
  return {
    ...present({ image, args, disk, ports, env, registry, mounts }),
    ...present({ globalNetworking, templateId, startSsh, startJupyter }),
    ...choice,
    // One is the documented default, but a live scheduler matched no machine without it.
    ...(choice.gpu === undefined ? {} : { gpu: { ...choice.gpu, count: choice.gpu.count ?? 1 } }),
    name: inputs.name ?? nonce,
  };
}

const patchable = ["name", "image", "args", "disk", "ports", "env", "registry", "mounts", "locked"];

/** What an update sends to a pod as it is. Mounts that are left out are never sent: that would be a replacement. */
export function patchBody(pod: Pod | Values, change: Change<PodInputs>): UpdatePod {
  return patchOf(podChanges, patchable, { ...pod }, change);
}

/**
 * The declared inputs as the platform shows them now. What it never answers, such as `templateId`, keeps its value;
 * so does `globalNetworking`, whose live value follows only at the next start.
 */
export function liveInputs(pod: Pod, declared: Values): Values {
  return project(podChanges, declared, liveValues(pod, declared));
}

function liveValues(pod: Pod, inputs: Partial<PodInputs>): Values {
  const { status, args, disk, ports, env, registry, mounts, locked, name, image, cloud, globalNetworking } = pod;
  return {
    ...{ name, image, args, disk, ports, env, registry, mounts, locked },
    ...(inputs.globalNetworking === undefined ? { globalNetworking: globalNetworking.enabled } : {}),
    ...(inputs.cloud === undefined ? { cloud } : {}),
    desiredStatus: liveDesiredStatus(status, inputs),
    ...livePlacement(pod, inputs),
  };
}

/** A pod that is on its way to run counts as running only where nobody waits for it. */
function liveDesiredStatus(status: string, inputs: Partial<PodInputs>): string {
  return hasSettled(status, inputs) ? (inputs.desiredStatus ?? "RUNNING") : status;
}

function livePlacement(pod: Pod, inputs: Partial<PodInputs>): Values {
  const placement = placementOf(pod);
  if (accepts(inputs, placement)) return {};
  const { gpu, cpu, cloud, dataCenterId } = placement;
  return {
    gpu: gpu && liveGpu(gpu, inputs.gpu),
    cpu,
    cloud,
    dataCenterIds: dataCenterId === undefined ? [] : [dataCenterId],
  };
}

/** One GPU is what leaving the count out means. */
function liveGpu({ id, count }: NonNullable<Placement["gpu"]>, declared: PodInputs["gpu"]): PodInputs["gpu"] {
  return { ...declared, id, ...(count === (declared?.count ?? 1) ? {} : { count }) };
}

/** What a program would have to declare to get this pod. Where it runs is left to the platform, as by default. */
export function importedInputs(pod: Pod): Values {
  const { name, image, args, disk, ports, registry, mounts, locked, gpu, cpu, cloud } = pod;
  const env = Object.fromEntries(Object.entries(pod.env).filter(([key]) => !platformKeys.test(key)));
  return importable(podChanges, {
    ...withoutEmptyMounts({ name, image, args, disk, ports, env, registry, locked, cloud, mounts }),
    gpu: gpu && { id: gpu.id, count: gpu.count },
    cpu: cpu && { id: cpu.id, vcpuCount: cpu.vcpuCount },
    desiredStatus: pod.status === "EXITED" ? "EXITED" : undefined,
  });
}

/** All outputs of a pod: its inputs as they are now, and what the platform adds. */
export function podOutputs(pod: Pod, declared: Values): Values {
  return present({
    ...record(podChanges, declared, liveValues(pod, declared)),
    status: pod.status,
    cost: pod.cost,
    placement: placementOf(pod),
    dataCenterId: pod.dataCenterId ?? undefined,
    globalNetwork: pod.globalNetworking,
    portMappings: pod.runtime?.ports ?? [],
    ssh: pod.ssh,
    cudaVersion: pod.cudaVersion ?? undefined,
    createdAt: pod.createdAt,
    startedAt: pod.startedAt ?? undefined,
  });
}
