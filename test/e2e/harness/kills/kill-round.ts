import type { FaultEffect } from "../../../../emulator";
import type { Declared } from "../stack/stack";
import type { Chance } from "./chance";

/** The moment of an engine's kill: after this number of the run's requests, and a little later. */
export interface Moment {
  readonly requests: number;
  readonly afterMs: number;
  /** True if the whole machine fails, so that the providers end in the same instant. */
  readonly machine: boolean;
}

/** A round: the program, and the faults while two runners deploy it at once. */
export interface Round {
  readonly program: readonly Declared[];
  /** Delay of the second runner. */
  readonly lateMs: number;
  /** Kills in sequence: first the working engines, then the engine that took over. */
  readonly kills: readonly Moment[];
  /** A fault that hits the first creations of a pod and an endpoint. */
  readonly slow: FaultEffect | undefined;
}

/** The number decides what kind of faults a round has, so that four rounds of each host meet every kind. Chance decides the rest. */
export function roundOf(chance: Chance, number: number): Round {
  const turn = Math.ceil(number / 2);
  // Odd and even rounds run under different hosts, so the slow requests of one host do not meet the same kills.
  const slow = slows[(turn + 2 * (number % 2)) % slows.length];
  const machine = turn % 4 >= 2;
  const kills = [momentOf(chance, machine, number % 8 === 5)];
  if (turn % 2 === 0) kills.push(momentOf(chance, !machine, false));
  return { program: programOf(chance), lateMs: chance.between(0, 400), kills, slow };
}

const slows: readonly (FaultEffect | undefined)[] = [
  undefined,
  { delayMs: 300 },
  { dropResponse: true },
  { status: 503 },
];

const idOf = (name: string) => `\${${name}.id}`;

function momentOf(chance: Chance, machine: boolean, isEarly: boolean): Moment {
  if (isEarly) return { requests: 0, afterMs: chance.between(0, 3_000), machine };
  return { requests: chance.between(1, 14), afterMs: chance.between(0, 80), machine };
}

/** Pods that are created, updated, replaced and deleted; an endpoint with its template, and a volume. */
function programOf(chance: Chance): Declared[] {
  const pods = ["one", "two", "three", "four"].filter(() => chance.is(0.75));
  const program = pods.map((name): Declared => {
    const own = chance.is(0.3) ? { name: `own-${name}` } : {};
    const image = `nginx:${chance.between(1, 2)}`;
    const gpu = { id: chance.oneOf(["NVIDIA L4", "NVIDIA A40"]) };
    return { kind: "Pod", name, args: { ...own, image, gpu, env: { ROUND: "1" } } };
  });
  if (chance.is(0.6)) {
    const workersMax = chance.between(1, 3);
    program.push(
      { kind: "Template", name: "worker", args: { image: "worker", serverless: true } },
      {
        kind: "ServerlessEndpoint",
        name: "answers",
        args: { gpuIds: "AMPERE_16", templateId: idOf("worker"), workersMax },
      },
    );
  }
  if (chance.is(0.5)) program.push({ kind: "NetworkVolume", name: "data", args: { size: 10, dataCenter: "EU-RO-1" } });
  return program;
}
