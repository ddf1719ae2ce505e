import { connect } from "../../../../../client";
import { type Emulator, startEmulator } from "../../../../../emulator";
import { hasItem } from "../../../../../provider/kinds/kinds";
import { kinds, resourceOf } from "../../../../e2e/harness/cases/cases";
import { accountOn, idsOn, likenessOf } from "../../../../e2e/harness/every-kill/account";
import { type Step, steps } from "../../../../e2e/harness/every-kill/point";
import { argsOfSteps } from "../../../../e2e/harness/every-kill/program";
import { type Passing, startProxy } from "../../../../e2e/harness/platform/proxy";
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

/** Sees a request before RunPod gets it. `reads` and `changes` count the step's requests so far, this one included. */
export type Look = (request: Passing, reads: number, changes: number) => void;

/** A resource of one kind on its way through the steps, and the requests between Podwright and the emulator. */
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

/** Whether a request changes something. A query over GraphQL is a POST too. */
export function isChange({ method, url, body }: Passing): boolean {
  if (method === "GET") return false;
  return !url.pathname.endsWith("/graphql") || /"query":\s*"\s*mutation/.test(body);
}

export function anAccount(): Promise<Emulator> {
  return startEmulator({ provision: 5, start: 5, workerStart: 5, strict: true });
}

/** Begins anew on an emptied account. */
export async function openStage(emulator: Emulator, { kind, transport }: Scene): Promise<Stage> {
  emulator.reset();
  let look: Look = () => undefined;
  const count = { reads: 0, changes: 0 };
  const front = await startProxy(emulator.url, (request) => {
    count[isChange(request) ? "changes" : "reads"] += 1;
    look(request, count.reads, count.changes);
  });
  const { apiKey } = emulator;
  const platform = connect({
    ...{ apiKey, baseUrl: front.url, serverlessUrl: front.url },
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
      front.close();
      await platform.close();
    },
  };
}

const after = (step: Step) => steps[steps.indexOf(step) + 1] ?? "destroy";
