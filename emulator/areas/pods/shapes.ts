import { ifNewer } from "../../http/newer";
import type { Platform } from "../../platform/platform";
import { containerShown } from "../../records/container";
import { type Hardware, type Membership, type Pod, podFields } from "../../records/pod";
import { hostShare } from "../../stock/hardware";
import { timestamp } from "../../time/clock";
import { costOf, rateOf } from "../billing/prices";
import { namedGpu } from "../catalog/rules";
import { actionsOf, shownStatus } from "./states";

/** Returns a pod as REST shows it. */
export function podShape(platform: Platform, pod: Pod) {
  const status = shownStatus(platform, pod);
  const startedAt = pod.startedAt ?? (status === "RUNNING" ? pod.createdAt : null);
  return {
    id: pod.id,
    name: pod.name,
    status,
    actions: actionsOf(platform, pod),
    ...containerShown(platform, pod),
    mounts: pod.mounts,
    ...hardwareShape(platform, pod.hardware),
    cloud: pod.cloud,
    dataCenterId: pod.dataCenterId,
    template: platform.settings.hiddenTemplate ? null : pod.template,
    cost: platform.settings.stoppedCost ? rateOf(pod) : costOf(pod),
    ...podFields.shown(platform, podFields.given(pod)),
    globalNetworking: pod.globalAddress
      ? { enabled: true, ip: pod.globalAddress, internalDns: `${pod.id}.runpod.internal` }
      : { enabled: false },
    runtime: pod.status === "RUNNING" ? runtimeOf(platform, pod) : null,
    createdAt: timestamp(pod.createdAt),
    startedAt: startedAt === null ? null : timestamp(startedAt),
    ...ifNewer(platform, { ssh: sshOf(platform, pod), cudaVersion: pod.cudaVersion }),
    ...(pod.cluster ? { cluster: memberShape(pod, pod.cluster) } : {}),
  };
}

/** Returns the hardware of a pod. The pod's share of the host is the sum of the shares of its GPUs. */
function hardwareShape(platform: Platform, hardware: Hardware) {
  if ("cpu" in hardware) return hardware;
  const { id, count } = hardware.gpu;
  const share = hostShare(namedGpu(id));
  const host = { vcpuCount: count * share.vcpuCount, memory: count * share.memory };
  return { gpu: { id, count, ...ifNewer(platform, host) } };
}

/** Returns the membership of a pod. A pod without a machine has no address yet. */
function memberShape({ status }: Pod, { ip, ...rest }: Membership) {
  return status === "PROVISIONING" ? rest : { ...rest, ip };
}

function runtimeOf(platform: Platform, pod: Pod) {
  const uptime = Math.floor((platform.clock.now() - (pod.startedAt ?? platform.clock.now())) / 1000);
  const count = "gpu" in pod.hardware ? pod.hardware.gpu.count : 0;
  return {
    uptime,
    ...(count > 0
      ? { gpus: Array.from({ length: count }, () => ({ util: pod.utilization ?? 35, memoryUtil: 20 })) }
      : {}),
    cpu: { util: pod.utilization ?? 12 },
    memory: { util: 18 },
    ports: [...pod.ports.map((port) => portOf(platform, pod, port)), ...platform.settings.ownPorts],
  };
}

function portOf(platform: Platform, pod: Pod, port: string) {
  const [number, type = "tcp"] = port.split("/");
  const direct = type === "tcp" ? publicAddress(platform, pod, Number(number)) : undefined;
  return { private: Number(number), public: direct?.port ?? null, type, ip: direct?.host ?? null };
}

export function sshOf(platform: Platform, pod: Pod) {
  if (shownStatus(platform, pod) === "PROVISIONING") return { proxy: null, direct: null };
  const proxy = { host: "ssh.emulator.invalid", port: 22, username: pod.id };
  const isOpen = pod.status === "RUNNING" && pod.ports.includes("22/tcp");
  const direct = isOpen ? publicAddress(platform, pod, 22) : undefined;
  return { proxy: withCommand(proxy), direct: direct ? withCommand({ ...direct, username: "root" }) : null };
}

function withCommand(target: { host: string; port: number; username: string }) {
  return { ...target, command: `ssh ${target.username}@${target.host} -p ${target.port}` };
}

/** Returns an invented address, or `undefined` if the host has no public address. With `servePorts`, returns the loopback address on which the emulator listens. */
function publicAddress(platform: Platform, pod: Pod, port: number) {
  if (platform.settings.privateCommunity && pod.cloud === "COMMUNITY") return undefined;
  if (!platform.settings.servePorts) return { host: "203.0.113.10", port: publicPort(platform, pod, port) };
  const served = platform.servedPorts.portOf(platform, pod, port);
  return served === undefined ? undefined : { host: "127.0.0.1", port: served };
}

function publicPort({ settings }: Platform, { id, moves }: Pod, port: number): number {
  const run = settings.changingPorts ? moves * 7 : 0;
  return 20_000 + ((port * 31 + id.charCodeAt(0) * 97 + id.charCodeAt(1) + run) % 40_000);
}
