import type { Fault, FaultEffect } from "../../../../emulator";
import type { Declared } from "../stack/stack";
import type { Chance } from "./chance";

/** How a test interrupts an `up`. */
export interface Interruption {
  /** `kill` ends only the engine, `plugin` only the provider, `machine` all processes; `ctrl-c` asks the engine to stop. */
  readonly how: "kill" | "plugin" | "machine" | "ctrl-c";
  /** Interrupts after this number of the run's requests, and this many milliseconds later. */
  readonly requests: number;
  readonly afterMs: number;
}

/** A round: the program, the emulator's faults, and the interruption of the run. */
export interface Round {
  readonly program: readonly Declared[];
  readonly faults: readonly Fault[];
  readonly interruption: Interruption | undefined;
  /** Whether the user destroys the stack right after the interruption. */
  readonly destroys: boolean;
  /** Whether the user runs `podwright recover`, or only follows Pulumi's advice. */
  readonly recovers: boolean;
}

/**
 * The number decides how a round ends, and with which effects its requests fail, so that a few rounds meet every kind. Chance
 * decides the rest.
 */
export function roundOf(chance: Chance, number: number): Round {
  const how = ways[(number - 1) % ways.length];
  return {
    program: programOf(chance),
    faults: [2 * number, 2 * number + 1].map((turn) => faultOf(chance, effects[turn % effects.length] as FaultEffect)),
    interruption: how && { how, requests: chance.between(1, 14), afterMs: chance.between(0, 80) },
    recovers: number % 2 === 0,
    destroys: number % 3 === 0,
  };
}

const ways = ["kill", "plugin", "machine", "ctrl-c", undefined] as const;

const idOf = (name: string) => `\${${name}.id}`;

/** Pods that are created, updated, replaced and deleted, beside a service with updates in place. */
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
      // A pod on a volume is replaced delete-first, other pods create-first.
      const onVolume = { mounts: { network: [{ volumeId: idOf("data"), path: "/data" }] }, dataCenterIds: ["EU-RO-1"] };
      return { kind: "Pod", name, args: { ...own, image, gpu, ...(name === "four" ? onVolume : {}) } };
    }),
  ];
}

/** Every second endpoint keeps a worker, which costs money. */
function workersOf(chance: Chance) {
  return { workersMin: chance.between(0, 1), workersMax: chance.between(1, 3) };
}

/** Has a generated name: Podwright cannot recognise a cluster after a kill between its renaming and Pulumi's record (docs/limits.md). */
function clusterOf(chance: Chance): Declared {
  const compute = { gpuTypeId: "NVIDIA L4", gpuCountPerPod: 1, podCount: chance.between(2, 3) };
  return { kind: "Cluster", name: "train", args: { type: "TRAINING", image: "trainer", compute } };
}

/** The longest delay of a request by the emulator, in real milliseconds. */
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

function faultOf(chance: Chance, effect: FaultEffect): Fault {
  return {
    operation: chance.oneOf([
      ...["createPod", "createPod", "listPods", "getPod", "updatePod", "deletePod", "saveEndpoint"],
      ...["createCluster", "listClusters", "updateCluster", "createNetworkVolume"],
    ]),
    skip: chance.between(0, 2),
    effect,
  };
}
