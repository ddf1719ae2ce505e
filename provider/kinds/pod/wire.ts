import type * as z from "zod";
import {
  type CreatePod,
  exposedPorts,
  type Platform,
  type Pod,
  podCost,
  podUrls,
  type UpdatePod,
} from "../../../client";
import { pick, present, type Values } from "../../../kernel/values";
import { type Creator, creatorKey, encodeCreator } from "../../creating/creator";
import { type Markers, markerOf, requireMarker } from "../../planning/marker";
import { bodyOf, patchOf } from "../../planning/patch";
import { importable, project, record } from "../../planning/projection";
import type { Change } from "../../planning/rules";
import type { Run } from "../../session/run";
import { ownKeys, withoutEmptyMounts } from "../container";
import type { podOutputSchema } from "./outputs";
import { accepts, type Choice, isPlacement, type Placement, placementOf } from "./placement";
import { type PodInputs, podDeclaration } from "./pod";
import { hasSettled, statusOf } from "./readiness";

const { changes } = podDeclaration;

type PodOutputs = Required<z.input<typeof podOutputSchema>>;

/** The environment variable that holds the marker of a pod's creation. */
export const markerKey = "PODWRIGHT_CREATE_NONCE";

/** The environment variable that numbers each further request of a creation, so that a pod shows which request made it. */
export const requestKey = "PODWRIGHT_CREATE_REQUEST";

export function ofRequest(request: number, body: CreatePod): CreatePod {
  return request === 1 ? body : { ...body, env: { ...body.env, [requestKey]: String(request) } };
}

export function carriesMarker(pod: Pod, markers: Markers): boolean {
  const marker = markerOf(markers);
  return marker !== undefined && pod.env[markerKey] === marker;
}

/** Returns the creator of a pod that the run makes. */
export const creatorFor = ({ stack, name }: Run): Omit<Creator, "marker"> | undefined => stack && { ...stack, name };

export function createBody(inputs: PodInputs, choice: Choice, creator: Omit<Creator, "marker"> | undefined): CreatePod {
  return {
    ...bodyOf(changes, inputs),
    ...choice,
    // RunPod documents 1 as the default, but its scheduler found no machine without an explicit count.
    ...(choice.gpu === undefined ? {} : { gpu: { ...choice.gpu, count: choice.gpu.count ?? 1 } }),
    env: { ...inputs.env, ...marksOf(inputs, creator) },
    name: inputs.name ?? requireMarker(inputs),
  };
}

/** The environment variables by which Podwright recognizes the pod. */
function marksOf(inputs: Markers, creator: Omit<Creator, "marker"> | undefined): Record<string, string> {
  const marker = requireMarker(inputs);
  const createdBy = creator === undefined ? {} : { [creatorKey]: encodeCreator({ ...creator, marker }) };
  return { [markerKey]: marker, ...createdBy };
}

/**
 * Returns the environment with the pod's marks, or `undefined` if no mark is missing. Another tool that sets the whole
 * environment drops the marks.
 */
export function envWithMarks(
  env: Readonly<Record<string, string>>,
  inputs: Markers,
  creator: Omit<Creator, "marker"> | undefined,
): Record<string, string> | undefined {
  if (markerOf(inputs) === undefined) return undefined;
  const marked = { ...marksOf(inputs, creator), ...env };
  return Object.keys(marked).length === Object.keys(env).length ? undefined : marked;
}

/**
 * The body of an update of a live pod. It never contains mounts that the program leaves out, because a change of mounts
 * replaces the pod.
 */
export function patchBody(pod: Pod | Values, change: Change<PodInputs>): UpdatePod {
  return patchOf(changes, { ...pod }, change);
}

/**
 * Returns the declared inputs with their live values. Three groups keep the program's value: inputs that RunPod never
 * reports, such as `startSsh`; `globalNetworking`, because its live value changes only at the next start; and
 * `templateId`, because RunPod shows the template of the create. The output `template` has RunPod's value.
 */
export function liveInputs(pod: Pod, declared: Values, recorded?: Values): Values {
  return project(changes, declared, liveValues(pod, declared, recorded));
}

function liveValues(pod: Pod, inputs: Partial<PodInputs>, recorded: Values | undefined): Values {
  const { cloud, globalNetworking: _, ...reported } = pick({ ...pod }, changes.observed);
  return {
    ...reported,
    ...(inputs.globalNetworking === undefined ? { globalNetworking: pod.globalNetworking.enabled } : {}),
    ...(inputs.cloud === undefined ? { cloud } : {}),
    desiredStatus: liveDesiredStatus(statusOf(pod), inputs),
    ...livePlacement(pod, inputs, recorded),
  };
}

/** Returns the live `desiredStatus`. With `skipAwait`, a starting pod counts as running. */
function liveDesiredStatus(status: string, inputs: Partial<PodInputs>): string {
  return hasSettled(status, inputs) ? (inputs.desiredStatus ?? "RUNNING") : status;
}

/**
 * Returns the live placement. It accepts the data center that RunPod chose at the create. RunPod may treat data centers
 * as a preference. A replacement could run in the same data center again, and would destroy data for nothing.
 */
function livePlacement(pod: Pod, inputs: Partial<PodInputs>, recorded: Values | undefined): Values {
  const placement = placementOf(pod);
  const before = recorded?.placement;
  const hasMoved = isPlacement(before) && before.dataCenterId !== placement.dataCenterId;
  if (accepts(inputs, hasMoved ? placement : { ...placement, dataCenterId: undefined })) return {};
  const { gpu, cpu, cloud, dataCenterId } = placement;
  return {
    gpu: gpu && liveGpu(gpu, inputs.gpu),
    cpu: cpu && { id: cpu.id, vcpuCount: cpu.vcpuCount },
    cloud,
    dataCenterIds: dataCenterId === undefined ? [] : [dataCenterId],
  };
}

/** Returns the live GPU in the program's form. Without a count, the program means one GPU. */
function liveGpu({ id, count }: NonNullable<Placement["gpu"]>, declared: PodInputs["gpu"]): PodInputs["gpu"] {
  return { ...declared, id, ...(count === (declared?.count ?? 1) ? {} : { count }) };
}

/** Returns the inputs that declare this pod after an import, without its placement, which RunPod chose. */
export function importedInputs(pod: Pod): Values {
  const { globalNetworking: _, ...reported } = pick({ ...pod }, changes.observed);
  const { gpu, cpu, status, template, globalNetworking } = pod;
  return importable(changes, {
    ...withoutEmptyMounts(reported),
    env: ownKeys(pod.env),
    // Without this input, the next start would take the address away.
    globalNetworking: globalNetworking.enabled || undefined,
    // A restarted pod may have no GPUs for now, and no program can declare zero GPUs.
    gpu: gpu && { id: gpu.id, count: Math.max(gpu.count, 1) },
    cpu: cpu && { id: cpu.id, vcpuCount: cpu.vcpuCount },
    templateId: template ?? undefined,
    desiredStatus: status === "EXITED" ? "EXITED" : undefined,
  });
}

/** Returns all outputs of a pod: its live inputs and RunPod's additions. `recorded` has the former outputs. */
export function podOutputs(
  platform: Pick<Platform, "serverlessUrl">,
  pod: Pod,
  declared: Values,
  recorded?: Values,
): Values {
  const added: { [Name in keyof PodOutputs]: PodOutputs[Name] | undefined } = {
    status: statusOf(pod),
    cost: podCost(pod),
    placement: placementOf(pod),
    dataCenterId: pod.dataCenterId ?? undefined,
    template: pod.template ?? undefined,
    globalNetwork: pod.globalNetworking,
    portMappings: exposedPorts(pod),
    urls: podUrls(platform, pod),
    ssh: pod.ssh,
    cudaVersion: pod.cudaVersion ?? undefined,
    createdAt: pod.createdAt,
    startedAt: pod.startedAt ?? undefined,
  };
  return present({ ...record(changes, declared, liveValues(pod, declared, recorded)), ...added });
}
