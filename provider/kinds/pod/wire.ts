import type * as z from "zod";
import { type CreatePod, type Pod, podCost, type UpdatePod } from "../../../client";
import { type Creator, creatorKey, encodeCreator } from "../../creating/creator";
import { type Markers, requireMarker } from "../../creating/marker";
import { bodyOf, patchOf } from "../../planning/patch";
import { importable, project, record } from "../../planning/projection";
import type { Change } from "../../planning/rules";
import { pick, present, type Values } from "../../planning/values";
import { ownKeys, withoutEmptyMounts } from "../container";
import type { podOutputSchema } from "./outputs";
import { accepts, type Choice, type Placement, placementOf } from "./placement";
import { type PodInputs, podDeclaration } from "./pod";
import { hasSettled, statusOf } from "./readiness";

const { changes } = podDeclaration;

type PodOutputs = Required<z.input<typeof podOutputSchema>>;

/** The environment key of a pod for its creation's marker. */
const markerKey = "PODWRIGHT_CREATE_NONCE";

/** Up to 0.1.0 a generated name could be the marker, and such a pod carries no key. */
export function carriesMarker(pod: Pod, { __nonce, __autoname }: Markers): boolean {
  if (__nonce !== undefined) return pod.env[markerKey] === __nonce;
  return __autoname !== undefined && (pod.name === __autoname || pod.env[markerKey] === __autoname);
}

export function createBody(inputs: PodInputs, choice: Choice, creator: Omit<Creator, "marker"> | undefined): CreatePod {
  const marker = requireMarker(inputs);
  const createdBy = creator === undefined ? {} : { [creatorKey]: encodeCreator({ ...creator, marker }) };
  return {
    ...bodyOf(changes, inputs),
    ...choice,
    // One is the documented default, but a live scheduler matched no machine without it.
    ...(choice.gpu === undefined ? {} : { gpu: { ...choice.gpu, count: choice.gpu.count ?? 1 } }),
    env: { ...inputs.env, [markerKey]: marker, ...createdBy },
    name: inputs.name ?? marker,
  };
}

/** What an update sends to a live pod. Mounts that are left out are never sent: that would be a replacement. */
export function patchBody(pod: Pod | Values, change: Change<PodInputs>): UpdatePod {
  return patchOf(changes, { ...pod }, change);
}

/**
 * The declared inputs as the platform shows them now. What it never reports, such as `templateId`, keeps its value;
 * so does `globalNetworking`, whose live value follows only at the next start.
 */
export function liveInputs(pod: Pod, declared: Values): Values {
  return project(changes, declared, liveValues(pod, declared));
}

function liveValues(pod: Pod, inputs: Partial<PodInputs>): Values {
  const { cloud, globalNetworking: _, ...reported } = pick({ ...pod }, changes.observed);
  return {
    ...reported,
    ...(inputs.globalNetworking === undefined ? { globalNetworking: pod.globalNetworking.enabled } : {}),
    ...(inputs.cloud === undefined ? { cloud } : {}),
    desiredStatus: liveDesiredStatus(statusOf(pod), inputs),
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
  const { globalNetworking: _, ...reported } = pick({ ...pod }, changes.observed);
  const { gpu, cpu, status } = pod;
  return importable(changes, {
    ...withoutEmptyMounts(reported),
    env: ownKeys(pod.env),
    // A pod that was started again may have lost its GPUs for now; no program can declare that.
    gpu: gpu && { id: gpu.id, count: Math.max(gpu.count, 1) },
    cpu: cpu && { id: cpu.id, vcpuCount: cpu.vcpuCount },
    desiredStatus: status === "EXITED" ? "EXITED" : undefined,
  });
}

/** All outputs of a pod: its inputs as they are now, and what the platform adds. */
export function podOutputs(pod: Pod, declared: Values): Values {
  const added: { [Name in keyof PodOutputs]: PodOutputs[Name] | undefined } = {
    status: statusOf(pod),
    cost: podCost(pod),
    placement: placementOf(pod),
    dataCenterId: pod.dataCenterId ?? undefined,
    globalNetwork: pod.globalNetworking,
    portMappings: [...(pod.runtime?.ports ?? [])],
    ssh: pod.ssh,
    cudaVersion: pod.cudaVersion ?? undefined,
    createdAt: pod.createdAt,
    startedAt: pod.startedAt ?? undefined,
  };
  return present({ ...record(changes, declared, liveValues(pod, declared)), ...added });
}
