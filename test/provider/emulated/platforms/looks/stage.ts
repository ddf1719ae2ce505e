import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { connect } from "../../../../../client";
import { type Emulator, startEmulator } from "../../../../../emulator";
import { bytesOf, contextOf } from "../../../../../emulator/server/request-context";
import { hasItem } from "../../../../../provider/kinds/kinds";
import { kinds, resourceOf } from "../../../../e2e/harness/cases/cases";
import { accountOn, idsOn, likenessOf } from "../../../../e2e/harness/every-kill/account";
import { type Step, steps } from "../../../../e2e/harness/every-kill/point";
import { argsOfSteps } from "../../../../e2e/harness/every-kill/program";
import { StandIns } from "../../../../e2e/harness/platform/stand-ins";
import type { Kind } from "../../../../e2e/harness/stack/stack";
import { declaring, Engine, type Program } from "../../../../support/engine";
import { MovableClock } from "../../../../support/movable-clock";

export const transports = ["graphql", "rest"] as const;

/** One kind over one transport. Only endpoints have a second transport. */
export interface Scene {
  readonly kind: Kind;
  readonly transport: (typeof transports)[number];
}

export const scenes: readonly Scene[] = kinds.flatMap((kind) =>
  transports
    .filter((transport) => transport === "graphql" || kind === "ServerlessEndpoint")
    .map((transport) => ({ kind, transport })),
);

/** A request that the emulator has received and not yet answered. */
export interface Asked {
  readonly isChange: boolean;
  /** The operation, which the emulator may name only after the look. */
  readonly named: { readonly operation: string };
}

/** Sees an accepted request before RunPod works on it. `reads` and `changes` count the step's requests so far, this one included. */
export type Look = (request: Asked, reads: number, changes: number) => void;

/** A resource of one kind on its way through the steps, and Podwright's requests to the emulator. */
export interface Stage {
  readonly emulator: Emulator;
  readonly engine: Engine;
  /** Runs a step, a refresh and the next step. `look` sees all requests. */
  run(step: Step, look?: Look): Promise<void>;
  /** Runs the steps before this one. */
  reach(step: Step): Promise<void>;
  /** Names what differs between account, state and program after `run`. Empty if all is right. */
  faults(step: Step): Promise<string[]>;
  /** The ids in the account. */
  ids(): Readonly<Record<"Pod" | "ServerlessEndpoint", readonly string[]>>;
  /** The account without ids and times. */
  likeness(): string[];
  close(): Promise<void>;
}

const timeScale = 0.01;

/** What the present stage of an emulator sees. */
const looks = new WeakMap<Emulator, (request: Asked) => void>();

/** Starts an emulator whose requests a stage sees. With a proxy before it, these tests take twice as long. */
export async function anAccount(): Promise<Emulator> {
  let emulator: Emulator | undefined;
  const watch = (message: unknown) => {
    const { fastify } = message as { readonly fastify: FastifyInstance };
    // Runs before the emulator's own hook, which chooses the faults of the request.
    fastify.addHook("preHandler", async (request) => {
      const asked = askedOf(request);
      if (emulator !== undefined && asked !== undefined) looks.get(emulator)?.(asked);
    });
  };
  subscribe("fastify.initialization", watch);
  try {
    emulator = await startEmulator({ provision: 5, start: 5, workerStart: 5, strict: true });
    return emulator;
  } finally {
    unsubscribe("fastify.initialization", watch);
  }
}

function askedOf(request: FastifyRequest): Asked | undefined {
  const context = contextOf(request);
  if (context === undefined || context.surface === "control") return undefined;
  const isMutation = () => /"query":\s*"\s*mutation/.test(bytesOf(request)?.toString() ?? "");
  const isChange = request.method !== "GET" && (context.surface !== "graphql" || isMutation());
  return { isChange, named: context.entry };
}

/** Begins anew on an emptied account. */
export async function openStage(emulator: Emulator, { kind, transport }: Scene): Promise<Stage> {
  emulator.reset();
  let look: Look = () => undefined;
  const count = { reads: 0, changes: 0 };
  looks.set(emulator, (request) => {
    count[request.isChange ? "changes" : "reads"] += 1;
    look(request, count.reads, count.changes);
  });
  const { apiKey, url } = emulator;
  const platform = connect({
    ...{ apiKey, baseUrl: url, serverlessUrl: url },
    ...{ timeScale, endpointTransport: transport },
  });
  const clock = new MovableClock();
  const stack = { organization: "-", project: "shop", stack: "prod" };
  const engine = new Engine({ platform: () => platform, clock, timeScale, timeoutMs: 20_000, stack });
  const standIns = await StandIns.on(emulator);
  await standIns.pairOfEndpoints();
  const own = kind === "ServerlessEndpoint" ? await standIns.pairOfTemplates("serving") : {};
  const ignored = idsOn(emulator);
  const args = standIns.resolve(argsOfSteps(kind, transport), own);
  const programOf = (step: Step): Program =>
    step === "destroy" ? {} : { web: declaring(resourceOf(kind))(args[step]) };
  const account = () => accountOn(emulator, ignored);
  return {
    emulator,
    engine,
    run: async (step, next = () => undefined) => {
      Object.assign(count, { reads: 0, changes: 0 });
      look = next;
      try {
        await engine.up(programOf(step));
        await engine.refresh();
        if (step !== "destroy") await engine.up(programOf(after(step)));
      } finally {
        look = () => undefined;
        emulator.clearFaults();
      }
    },
    reach: async (step) => {
      for (const one of steps.slice(0, steps.indexOf(step))) {
        await engine.up(programOf(one));
        // RunPod's times are whole seconds. Without this, only a slow run would see two changes at different times.
        emulator.advance(1_000);
      }
    },
    faults: async (step) => {
      const held = new Set([...engine.resources.values(), ...engine.pendingDeletes].map(({ id }) => id));
      const items = Object.entries(account()).flatMap(([of, all]) => all.map(({ id }) => ({ of, id })));
      const found = new Set(items.map(({ id }) => id));
      const unknown = items.filter(({ id }) => !held.has(id)).map(({ of, id }) => `no state contains ${of} ${id}`);
      const gone = !hasItem(kind) ? [] : [...held].filter((id) => !found.has(id)).map((id) => `RunPod lacks ${id}`);
      const planned = await engine.preview(programOf(step === "destroy" ? step : after(step)));
      const steps = planned.filter((one) => one.step !== "same").map((one) => `preview: ${one.step} ${one.changed}`);
      const drift = Object.values(await engine.refresh()).filter((paths) => paths.length > 0);
      return [...unknown, ...gone, ...steps, ...drift.map((paths) => `refresh: ${String(paths)}`)];
    },
    ids: () => {
      const { Pod: pods, ServerlessEndpoint: endpoints } = account();
      return { Pod: pods.map(({ id }) => id), ServerlessEndpoint: endpoints.map(({ id }) => id) };
    },
    likeness: () => {
      // After an outdated answer, a run may end while a container still starts.
      emulator.advance(1_000);
      return likenessOf(account());
    },
    close: async () => {
      looks.delete(emulator);
      await platform.close();
    },
  };
}

const after = (step: Step) => steps[steps.indexOf(step) + 1] ?? "destroy";
