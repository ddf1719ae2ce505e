import { problems } from "../../http/problem";
import type { Platform } from "../../platform/platform";
import { type Container, checkContainer, containerOf, podContainer } from "../../records/container";
import { type Hardware, type Mounts, type Pod, podFields } from "../../records/pod";
import type { CreatePod } from "../../records/pod-request";
import type { Template } from "../../records/template";
import { type Cloud, type DataCenter, findGpu, hostShare } from "../../stock/hardware";
import { cudaConstraints, cudaRule, flavorWith, named, namedGpu } from "../catalog/rules";
import { templateForPods } from "../templates/store";
import { place } from "./placement";
import { beginProvisioning, takePlace } from "./states";

/**
 * Creates a pod. The checks run in RunPod's order: first the names that the request refers to, then the rules, then the
 * capacity.
 */
export function createPod(platform: Platform, body: CreatePod, noCapacity: boolean): Pod {
  const template = body.templateId === undefined ? undefined : templateForPods(platform, body.templateId);
  const expanded = template ? { ...containerOf({}, template), ...body, env: { ...template.env, ...body.env } } : body;
  const { longestPodRequest } = platform.settings;
  if (Buffer.byteLength(JSON.stringify(expanded)) > longestPodRequest) throw problems.podTooLarge(longestPodRequest);
  const hardware = hardwareOf(body);
  checkContainer(platform, body);
  const cloud = body.cloud ?? "SECURE";
  const mounts = mountsOf(body, template, "gpu" in hardware);
  const volumeCenter = checkMounts(platform, mounts, cloud, "gpu" in hardware);
  checkNetworking(body.globalNetworking ?? false, hardware);
  const center = place(
    platform,
    {
      ...need(hardware, cloud),
      cloud,
      dataCenterIds: body.dataCenterIds ?? [],
      volumeCenter,
      globalNetworking: body.globalNetworking ?? false,
      acceptsCuda: cudaOf(body, template),
    },
    noCapacity || !hasHost(platform, body),
  );
  return addPod(platform, {
    name: body.name,
    ...podFields.given(body),
    template: template?.id ?? null,
    container: { ...containerOf(body, template ?? podContainer), env: environment(platform, body, template) },
    hardware,
    mounts,
    cloud,
    center,
    globalNetworking: body.globalNetworking ?? false,
  });
}

type Fixed = "name" | "hardware" | "template" | "mounts" | "cloud" | "globalNetworking" | "cluster";

/** Adds a pod in its first state. The caller has checked the arguments. */
export function addPod(
  platform: Platform,
  { container, center, ...fixed }: Pick<Pod, Fixed> & { readonly container: Container; readonly center: DataCenter },
): Pod {
  const pod: Pod = {
    id: platform.ids.resource(),
    status: "PROVISIONING",
    ...podFields.newRecord({}),
    ...container,
    ...fixed,
    dataCenterId: center.id,
    globalAddress: null,
    cudaVersion: "gpu" in fixed.hardware ? center.cuda : null,
    createdAt: platform.clock.now(),
    startedAt: null,
    placed: false,
    moves: 0,
    log: [],
  };
  platform.pods.set(pod.id, pod);
  takePlace(platform, pod);
  beginProvisioning(platform, pod);
  return pod;
}

function hardwareOf({ gpu, cpu }: CreatePod): Hardware {
  if ((gpu === undefined) === (cpu === undefined)) throw problems.rule("exactly one of gpu or cpu must be set");
  if (gpu) {
    const { id } = namedGpu(gpu.id);
    cudaConstraints(gpu);
    return { gpu: { id, count: gpu.count ?? 1 } };
  }
  const { id, vcpuCount } = cpu ?? { id: "", vcpuCount: 0 };
  const { ramGbPerVcpu } = flavorWith(id, vcpuCount);
  return { cpu: { id, vcpuCount, memory: Math.max(1, Math.floor(vcpuCount * ramGbPerVcpu)) } };
}

/** Whether a host with that GPU type has the vCPUs and the memory that the request needs for each GPU. */
function hasHost({ settings }: Platform, { gpu }: CreatePod): boolean {
  if (!gpu) return true;
  if (settings.gpuCountRequired && gpu.count === undefined) return false;
  const { vcpuCount, memory } = hostShare(namedGpu(gpu.id));
  return (gpu.minVcpuCountPerGpu ?? 0) <= vcpuCount && (gpu.minRamPerGpu ?? 0) <= memory;
}

function need(hardware: Hardware, cloud: Cloud) {
  if ("cpu" in hardware) return { hardware: hardware.cpu.id, units: 1, maxCount: 1 };
  const { id, count } = hardware.gpu;
  const max = findGpu(id)?.maxCount;
  return { hardware: id, units: count, maxCount: (cloud === "SECURE" ? max?.secure : max?.community) ?? 0 };
}

/**
 * Returns the mounts of a new pod. An empty `network` means no mount. A GPU pod without mounts gets the persistent mount of
 * its template.
 */
export function mountsOf(body: Pick<CreatePod, "mounts">, template: Template | undefined, gpu: boolean): Mounts {
  const { persistent, network } = body.mounts ?? {};
  if (persistent && network) throw problems.rule("mounts.persistent and mounts.network are mutually exclusive");
  if (persistent) return { persistent };
  if (network && network.length > 0) return { network };
  return gpu && template?.mounts.persistent ? { persistent: template.mounts.persistent } : {};
}

export function checkMounts(platform: Platform, mounts: Mounts, cloud: Cloud, gpu: boolean): string | undefined {
  if (mounts.persistent && !gpu) throw problems.rule("mounts.persistent is not available on CPU pods");
  const mount = mounts.network?.[0];
  if (!mount) return undefined;
  if (cloud === "COMMUNITY") throw problems.rule("network volumes are available on SECURE cloud only");
  return named(platform.volumes.get(mount.volumeId), "network volume", mount.volumeId).dataCenter;
}

export function checkNetworking(wanted: boolean, hardware: Hardware): void {
  if (!wanted) return;
  if (!("gpu" in hardware) || findGpu(hardware.gpu.id)?.manufacturer !== "NVIDIA")
    throw problems.rule("global networking requires an NVIDIA GPU");
}

function cudaOf({ gpu }: CreatePod, template: Template | undefined): (version: string) => boolean {
  if (!gpu) return () => true;
  const { allowed, floor } = cudaConstraints(gpu, template?.allowedCudaVersions);
  return cudaRule(allowed, floor);
}

/**
 * Returns the environment. The template's variables override the platform's variables, and the request's variables override
 * both.
 */
export function environment(
  platform: Platform,
  body: Pick<CreatePod, "env" | "startSsh" | "startJupyter">,
  template: Template | undefined,
): Record<string, string> {
  const injected: Record<string, string> = { ...platform.platformEnv };
  if ((body.startSsh ?? template?.startSsh ?? false) && platform.sshKeys.length > 0)
    injected.PUBLIC_KEY = platform.sshKeys.join("\n");
  if (body.startJupyter ?? template?.startJupyter ?? false) injected.JUPYTER_PASSWORD = platform.ids.resource();
  return { ...injected, ...template?.env, ...body.env };
}
