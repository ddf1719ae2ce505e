import {
  acts,
  always,
  type Change,
  type ChangeTable,
  type Conditional,
  type Difference,
  live,
  nothing,
  type Rule,
  recorded,
  replaces,
  resets,
  restarts,
} from "../../planning/changes";
import { formatPath, isRecord, parsePath, type Values } from "../../planning/values";
import { platformKeys } from "../container";
import type { PodInputs } from "./inputs";
import { accepts, type Placement } from "./placement";
import { hasSettled } from "./readiness";

type PodChange = Change<PodInputs>;

const hardware = "the platform assigns hardware and place when a pod is created";

/** A pod is left where it is as long as the program is content with that place. */
const placement: Conditional<PodChange> = {
  condition: "the pod's placement is still one of the choices",
  when: ({ news, state }) => isPlacement(state.placement) && accepts(news, state.placement),
  effect: recorded,
  otherwise: replaces(hardware),
};

const grows: Conditional<PodChange> = {
  condition: "the size grows",
  when: ({ olds, news }) => (news.mounts?.persistent?.size ?? 0) > (olds.mounts?.persistent?.size ?? 0),
  effect: resets,
  otherwise: replaces("a persistent mount cannot shrink"),
};

const kind = replaces("the kind of mount is fixed when a pod is created");
const createOnly = replaces("the platform takes it only when a pod is created");

export const podChanges: ChangeTable<PodInputs> = {
  rows: [
    always("name", live),
    { path: "image", add: resets, change: resets, remove: nothing("the image stays as it is") },
    always("args", resets, { unset: "" }),
    { path: "disk", add: resets, change: resets, remove: nothing("the disk stays as it is") },
    always("ports", resets, { unset: [], compare: "set" }),
    always("env", resets, { unset: {}, platformKeys }),
    always("registry", resets, { unset: null }),
    always("mounts.persistent", kind),
    always("mounts.persistent.path", resets),
    always("mounts.persistent.size", grows),
    always("mounts.network", kind),
    always("mounts.network[0].volumeId", replaces("a pod cannot change its network volume")),
    always("mounts.network[0].path", resets),
    always("gpu", placement),
    always("gpu.id", placement),
    always("gpu.count", placement, { unset: 1 }),
    always("gpu.allowedCudaVersions", createOnly, { unset: [], compare: "set" }),
    always("gpu.minCudaVersion", createOnly),
    always("cpu", placement),
    always("cpu.id", placement),
    always("cpu.vcpuCount", placement),
    always("cloud", placement, { unset: "SECURE" }),
    always("dataCenterIds", placement, { unset: [], compare: "set" }),
    always("globalNetworking", restarts, { unset: false }),
    always("templateId", nothing("a template is copied once, when the pod is created")),
    always("startSsh", createOnly, { unset: false }),
    always("startJupyter", createOnly, { unset: false }),
    always("locked", live, { unset: false }),
    always("desiredStatus", acts, { unset: "RUNNING" }),
    always("fallbacks", placement, { unset: [] }),
    always("capacityTimeout", recorded),
    always("skipAwait", recorded, { unset: false }),
    always("allowDataLoss", recorded, { unset: true }),
  ],

  observed: [
    ...(["name", "image", "args", "disk", "ports", "env", "registry"] as const),
    ...(["mounts", "cloud", "globalNetworking", "locked"] as const),
  ],
  consequential: ["image", "args", "disk", "env", "mounts", "cloud"],

  beyondInputs: ({ news, state }) =>
    typeof state.status === "string" && !hasSettled(state.status, news)
      ? [{ path: ["desiredStatus"], operation: "change", effect: acts, stateNotice: correction(state.status, news) }]
      : [],

  notice: ({ path }, { news }) => {
    if (path[0] !== "desiredStatus") return undefined;
    return news.desiredStatus === "EXITED"
      ? "stops the pod: what its container wrote outside its mounts is lost"
      : "starts the pod";
  },

  onPlatform: ({ placement: place }) =>
    isPlacement(place)
      ? {
          ...{ gpu: place.gpu, cpu: place.cpu, cloud: place.cloud },
          dataCenterIds: place.dataCenterId === undefined ? undefined : [place.dataCenterId],
        }
      : {},

  onReplace: ({ olds, news }) => {
    const lost = olds.mounts?.persistent;
    if (lost !== undefined) {
      return {
        destroys: `replacing this pod loses data: the ${lost.size} GB of its persistent mount at ${lost.path} lie on the pod's host and are destroyed with it`,
        ...(news.allowDataLoss === false ? { refusedUnless: "allowDataLoss: true" } : {}),
      };
    }
    const volume = olds.mounts?.network?.[0]?.volumeId;
    return volume !== undefined && news.mounts?.network?.[0]?.volumeId === volume
      ? { deleteFirst: "two pods must not write to one network volume" }
      : {};
  },

  refuseUpdate: ({ olds, news }, differences) => {
    const disturbing = differences.filter((difference) => disturbs(difference, news));
    return olds.locked === true && news.locked === true && disturbing.length > 0
      ? `the pod is locked, and changing ${disturbing.map(({ path }) => formatPath(path)).join(", ")} would stop or reset it. Set locked: false to allow that`
      : undefined;
  },
};

/** What an update does about a pod that is not what the program asks for. */
function correction(status: string, { desiredStatus = "RUNNING" }: Partial<PodInputs>): string {
  const isStopped = status === "EXITED" || status === "ERROR";
  const does = desiredStatus === "EXITED" ? "it is stopped" : isStopped ? "it is started" : "this waits until it runs";
  return `is ${status}, not ${desiredStatus}: ${does}`;
}

/** The lock forbids what stops or resets a pod; starting one is neither. */
function disturbs({ effect }: Difference, news: Partial<PodInputs>): boolean {
  if (effect.kind !== "update") return false;
  if (effect.takes === "action") return news.desiredStatus === "EXITED";
  return effect.takes === "reset" || effect.takes === "restart";
}

/** Whether a change of these inputs, sent to a pod that runs, begins a new run of it. */
export function resetBy(patch: Readonly<Partial<Record<keyof PodInputs, unknown>>>): boolean {
  return podChanges.rows.some((row) => String(parsePath(row.path)[0]) in patch && mayReset(row.change));
}

function mayReset(rule: Rule<PodChange>): boolean {
  const effects = "condition" in rule ? [rule.effect, rule.otherwise] : [rule];
  return effects.some((effect) => effect.kind === "update" && effect.takes === "reset");
}

function isPlacement(value: unknown): value is Placement & Values {
  return isRecord(value) && typeof value.cloud === "string";
}
