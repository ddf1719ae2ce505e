import type { Platform } from "../../platform/platform";
import { write } from "../../records/log";
import type { Pod, PodAction, PodStatus } from "../../records/pod";
import { scriptFor } from "../../scripts/pod-scripts";
import type { Place } from "../../stock/stock";
import type { PodEvent } from "../../time/events";
import { meterPod } from "../billing/meters";
import { endCommand, hasCommand, runCommand } from "./commands";

/**
 * Returns the status that responses show. In recordings, RunPod shows RUNNING right after the create, before the
 * container runs.
 */
export function shownStatus({ settings }: Pick<Platform, "settings">, { status }: Pick<Pod, "status">): PodStatus {
  const isOnItsWay = status === "PROVISIONING" || status === "STARTING";
  return settings.runningAtOnce && isOnItsWay ? "RUNNING" : status;
}

/** Returns the actions that the shown status allows. A locked pod can neither stop nor restart. */
export function actionsOf(platform: Platform, pod: Pod): PodAction[] {
  const allowed = actionsByStatus[shownStatus(platform, pod)];
  return pod.locked ? allowed.filter((action) => action !== "stop" && action !== "restart") : [...allowed];
}

const actionsByStatus: Readonly<Record<PodStatus, readonly PodAction[]>> = {
  PROVISIONING: ["stop", "terminate"],
  STARTING: ["stop", "terminate"],
  RUNNING: ["stop", "restart", "terminate"],
  EXITED: ["start", "terminate"],
  ERROR: ["start", "terminate"],
  TERMINATED: [],
};

export function placeOf(pod: Pod): Place {
  const hardware = "cpu" in pod.hardware ? pod.hardware.cpu.id : pod.hardware.gpu.id;
  return { hardware, cloud: pod.cloud, dataCenter: pod.dataCenterId };
}

export function unitsOf(pod: Pod): number {
  return "cpu" in pod.hardware ? 1 : pod.hardware.gpu.count;
}

export function takePlace(platform: Platform, pod: Pod): void {
  if (!pod.placed) platform.stock.take(placeOf(pod), unitsOf(pod));
  pod.placed = true;
}

export function leavePlace(platform: Platform, pod: Pod): void {
  if (pod.placed) platform.stock.release(placeOf(pod), unitsOf(pod));
  pod.placed = false;
}

export function beginProvisioning(platform: Platform, pod: Pod): void {
  enter(platform, pod, "PROVISIONING");
  write(platform, pod, "system", `allocating machine in ${pod.dataCenterId}`);
  later(platform, pod, platform.settings.provision, "container");
}

/** Starts the container with an empty disk, the current environment and the requested global networking. */
export function beginContainer(platform: Platform, pod: Pod): void {
  enter(platform, pod, "STARTING");
  pod.globalAddress = pod.globalNetworking ? addressOf(pod) : null;
  write(platform, pod, "system", `pulling image ${pod.image}`);
  write(platform, pod, "system", "starting container");
  const script = scriptFor(platform.scripts, pod);
  if (script?.outcome === "stuck") return;
  later(platform, pod, platform.settings.start, "ready");
}

export function reachContainer(platform: Platform, pod: Pod): void {
  const script = scriptFor(platform.scripts, pod);
  if (script?.echoEnv)
    for (const [name, value] of Object.entries(pod.env)) write(platform, pod, "container", `${name}=${value}`);
  for (const line of script?.log ?? []) write(platform, pod, "container", line);
  if (script?.outcome === "error") {
    fail(platform, pod);
    return;
  }
  const exits = script?.outcome === "exit";
  const runs = hasCommand(platform, pod);
  run(platform, pod, exits || runs ? [] : ["container is ready"]);
  if (runs) runCommand(platform, pod, () => exit(platform, pod));
  else if (exits) later(platform, pod, script.afterMs ?? 0, "exit");
}

export function run(platform: Platform, pod: Pod, lines = ["container is ready"]): void {
  enter(platform, pod, "RUNNING");
  takePlace(platform, pod);
  pod.startedAt = platform.clock.now();
  for (const line of lines) write(platform, pod, "container", line);
}

export function exit(platform: Platform, pod: Pod): void {
  enter(platform, pod, "EXITED");
  leavePlace(platform, pod);
  write(platform, pod, "system", "container stopped");
}

export function fail(platform: Platform, pod: Pod): void {
  enter(platform, pod, "ERROR");
  leavePlace(platform, pod);
  write(platform, pod, "system", "container failed: exit code 1");
}

/** Sets a status with all its consequences. */
export function force(platform: Platform, pod: Pod, status: PodStatus): void {
  if (status === "PROVISIONING" || status === "STARTING") takePlace(platform, pod);
  entering[status](platform, pod);
}

const entering: Readonly<Record<PodStatus, (platform: Platform, pod: Pod) => void>> = {
  PROVISIONING: beginProvisioning,
  STARTING: beginContainer,
  RUNNING: run,
  EXITED: exit,
  ERROR: fail,
  TERMINATED: (platform, pod) => {
    enter(platform, pod, "TERMINATED");
    leavePlace(platform, pod);
  },
};

function enter(platform: Platform, pod: Pod, status: PodStatus): void {
  pod.status = status;
  pod.moves++;
  if (status !== "RUNNING") endCommand(pod);
  meterPod(platform, pod);
}

/** Schedules a transition, which happens only if the pod makes no other transition before it. */
function later(platform: Platform, pod: Pod, ms: number, move: PodEvent["move"]): void {
  platform.clock.after(ms, { kind: "pod", pod: pod.id, moves: pod.moves, move });
}

function addressOf(pod: Pod): string {
  const bytes = [...pod.id].map((letter) => letter.charCodeAt(0));
  return `10.${(bytes[0] ?? 0) % 64}.${(bytes[1] ?? 0) + (bytes[2] ?? 0)}.${1 + (((bytes[3] ?? 0) * 7 + (bytes[4] ?? 0)) % 250)}`;
}
