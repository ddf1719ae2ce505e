import type { Fault, FaultEffect } from "../../../../emulator";
import type { Declared } from "../stack/stack";
import type { Chance } from "./chance";

/** How an `up` is ended from outside. */
export interface Interruption {
  /** `kill` ends the engine alone, `plugin` the provider alone, `machine` all processes; `ctrl-c` asks the engine to stop. */
  readonly how: "kill" | "plugin" | "machine" | "ctrl-c";
  /** When: once the platform has seen this many requests of the run, and this many milliseconds later. */
  readonly requests: number;
  readonly afterMs: number;
}

/** One round: what the program declares, what the platform does wrong, and what ends the run early. */
export interface Round {
  readonly program: readonly Declared[];
  readonly faults: readonly Fault[];
  readonly interruption: Interruption | undefined;
  /** Whether the user destroys the stack after the interruption, before all else. */
  readonly destroys: boolean;
  /** Whether the user runs `podwright recover`, or only what Pulumi itself advises. */
  readonly recovers: boolean;
}

/** Every second round goes without `recover`. */
export function roundOf(chance: Chance, number: number): Round {
  return {
    program: programOf(chance),
    faults: Array.from({ length: chance.between(0, 2) }, () => faultOf(chance)),
    interruption: chance.is(0.75) ? interruptionOf(chance) : undefined,
    recovers: number % 2 === 0,
    destroys: chance.is(0.25),
  };
}

const idOf = (name: string) => `\${${name}.id}`;

/** Pods that come, change in place, are replaced and go, beside a service whose parts change in place. */
export function programOf(chance: Chance): Declared[] {
  const pods = ["one", "two", "three", "four"].filter(() => chance.is(0.7));
  return [
    { kind: "NetworkVolume", name: "data", args: { size: 10, dataCenter: "EU-RO-1" } },
    { kind: "RegistryCredential", name: "ghcr", args: { name: "ghcr", username: "robot", password: "secret" } },
    { kind: "Template", name: "worker", args: { image: `worker:${chance.between(1, 2)}`, serverless: true } },
    {
      kind: "ServerlessEndpoint",
      name: "answers",
      args: { ...workersOf(chance), gpuIds: "AMPERE_16", templateId: idOf("worker") },
    },
    ...(chance.is(0.5) ? [clusterOf(chance)] : []),
    ...pods.map((name): Declared => {
      const own = chance.is(0.3) ? { name: `own-${name}` } : {};
      const image = `nginx:${chance.between(1, 2)}`;
      const gpu = { id: chance.oneOf(["NVIDIA L4", "NVIDIA A40"]) };
      // A pod on a volume is replaced delete-first, the others create-first.
      const onVolume = { mounts: { network: [{ volumeId: idOf("data"), path: "/data" }] }, dataCenterIds: ["EU-RO-1"] };
      return { kind: "Pod", name, args: { ...own, image, gpu, ...(name === "four" ? onVolume : {}) } };
    }),
  ];
}

/** Every second endpoint keeps a worker, which costs. */
function workersOf(chance: Chance) {
  return { workersMin: chance.between(0, 1), workersMax: chance.between(1, 3) };
}

/** Without a name of its own: a kill between its renaming and Pulumi's record leaves one that nothing recognises (docs/limits.md). */
function clusterOf(chance: Chance): Declared {
  const compute = { gpuTypeId: "NVIDIA L4", gpuCountPerPod: 1, podCount: chance.between(2, 3) };
  return { kind: "Cluster", name: "train", args: { type: "TRAINING", image: "trainer", compute } };
}

/** How long the platform holds back a request at most, in real milliseconds. */
export const longestDelayMs = 300;

const effects: readonly FaultEffect[] = [
  { dropResponse: true },
  { dropRequest: true },
  { cutResponse: true },
  { malformed: true },
  { status: 500, afterWork: true },
  { status: 503 },
  { status: 429, headers: { "retry-after": "1" } },
  { delayMs: longestDelayMs },
];

function faultOf(chance: Chance): Fault {
  return {
    operation: chance.oneOf([
      ...["createPod", "createPod", "listPods", "getPod", "updatePod", "deletePod", "saveEndpoint"],
      ...["createCluster", "listClusters", "updateCluster", "createNetworkVolume"],
    ]),
    skip: chance.between(0, 2),
    effect: chance.oneOf(effects),
  };
}

function interruptionOf(chance: Chance): Interruption {
  return {
    how: chance.oneOf(["kill", "kill", "plugin", "machine", "ctrl-c"]),
    requests: chance.between(1, 20),
    afterMs: chance.between(0, 80),
  };
}
