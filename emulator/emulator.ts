import type { InjectOptions, LightMyRequestResponse } from "fastify";
import { eventHandlers } from "./areas/event-handlers";
import { haltAll } from "./areas/execution/perform";
import { endAllCommands } from "./areas/pods/commands";
import { scriptWorkers, setCapacity } from "./areas/workers/lifecycle";
import { changeEndpoint, changePod } from "./control/changes";
import { stateOf } from "./control/state";
import { problemOf } from "./http/envelopes";
import type { JournalEntry } from "./http/journal";
import type { Fault } from "./platform/faults";
import { defaultApiKey, type EmulatorOptions, readOnlyKey } from "./platform/options";
import { createPlatform, resetPlatform } from "./platform/platform";
import { scriptPods } from "./platform/served-ports";
import type { JobHandler } from "./scripts/handler";
import type { PodScript } from "./scripts/pod-scripts";
import type { WebhookDelivery } from "./scripts/webhooks";
import type { WorkerCapacity } from "./scripts/worker-capacity";
import type { WorkerScript } from "./scripts/worker-scripts";
import { isLoopback } from "./server/cross-origin";
import { buildServer } from "./server/server";
import { planFault } from "./state/past";
import { keepState } from "./state/state";
import type { StockChange } from "./stock/stock";

/** A running emulator. */
export interface Emulator {
  /** Base address of REST, GraphQL and job operations. */
  readonly url: string;
  readonly apiKey: string;
  readonly readOnlyKey: string;
  /** Requests without a matching route, one line for each, up to a thousand. */
  readonly unknownRequests: readonly string[];
  /** Moves the platform's time forward. */
  advance(ms: number): void;
  /** Platform time in milliseconds since 1970. */
  now(): number;
  /** Requests since the start, a reset or `clearRequests`, at most the latest 10,000. */
  requests(): JournalEntry[];
  /** Number of requests of each operation. */
  counts(): Record<string, number>;
  clearRequests(): void;
  addFault(fault: Fault): void;
  clearFaults(): void;
  setStock(change: StockChange): void;
  /**
   * Sets the number of serverless workers that a place has room for. If there is new room, waiting workers take it. Running
   * workers keep their place.
   */
  setWorkerCapacity(change: WorkerCapacity): void;
  /** Sets the outcome of the containers of all matching pods. */
  scriptPods(script: PodScript): void;
  /** From now on, sets the outcome of all matching workers that wait, start or start again. */
  scriptWorkers(script: WorkerScript): void;
  /** Sets the handler for the jobs of an endpoint. `endpoint` is the endpoint's id or name, with `*` as wildcard. */
  handle(endpoint: string, handler: JobHandler): void;
  /** Returns the attempts to deliver webhooks since the start or a reset, at most the latest thousand. */
  webhooks(): WebhookDelivery[];
  clearWebhooks(): void;
  /** Adds environment variables that the platform sets in each new pod. */
  addPlatformEnv(env: Readonly<Record<string, string>>): void;
  /** Returns the whole account, as `GET /_emulator/state` does. */
  state(): EmulatorState;
  /** Changes a pod as another person or RunPod could. No rule of the API applies. `{ deleted: true }` removes the pod. */
  changePod(id: string, change: Parameters<typeof changePod>[2]): void;
  /** Changes an endpoint as another person or RunPod could. No rule of the API applies. `{ deleted: true }` removes the endpoint. */
  changeEndpoint(id: string, change: Parameters<typeof changeEndpoint>[2]): void;
  /** Runs a request without a network connection. Faults that cut the connection need a real connection. */
  inject(request: InjectOptions): Promise<LightMyRequestResponse>;
  /** Resets to an empty account with the options of the start. Platform time does not change. */
  reset(): void;
  /**
   * Stops the emulator after the state file is up to date. In strict mode, the promise rejects if there were requests without a
   * matching route.
   */
  close(): Promise<void>;
}

const mostUnknown = 1000;

export type EmulatorState = ReturnType<typeof stateOf>;

/** Starts an emulator on a loopback port. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const platform = createPlatform(options);
  const host = options.host ?? "127.0.0.1";
  if (options.runCommands && (!isLoopback(host) || (options.apiKey ?? defaultApiKey) === defaultApiKey))
    throw new Error(
      "runCommands lets everyone who knows the API key run programs as you: set apiKey to a secret text, and keep host on loopback",
    );
  const unknownRequests: string[] = [];
  const log = options.log ?? ((line: string) => void process.stderr.write(`${line}\n`));
  platform.clock.registerHandlers(eventHandlers(platform), (error) => log(`emulator: ${problemOf(error).message}`));
  const saving =
    options.state === undefined
      ? undefined
      : await keepState(platform, options.state, (line) => log(`emulator: ${line}`));
  const reset = () => {
    haltAll(platform);
    endAllCommands(platform);
    resetPlatform(platform, options);
    unknownRequests.length = 0;
  };
  const server = buildServer(platform, {
    reset,
    log: options.log,
    hostNames: { allowed: [host, ...(options.allowedHosts ?? [])], isOnNetwork: !isLoopback(host) },
    onUnknown: (line) => {
      if (unknownRequests.length < mostUnknown) unknownRequests.push(line);
      if (options.strict) log(`emulator: no route for ${line}`);
    },
  });
  const stop = async () => {
    haltAll(platform);
    endAllCommands(platform);
    platform.clock.close();
    platform.servedPorts.clear();
    await platform.webhooks.close();
    await server.close();
  };
  const begin = async () => {
    const url = await server.listen({ port: options.port ?? 0, host });
    // Writes the file before the first change, so that the start fails if the file is not writable.
    await saving?.flush();
    return url;
  };
  const url = await begin().catch(async (error: unknown) => {
    await saving?.end();
    await stop();
    throw error;
  });
  const change = (apply: () => unknown) => {
    apply();
    platform.clock.wake();
  };
  return {
    url,
    apiKey: platform.settings.apiKey,
    readOnlyKey,
    unknownRequests,
    advance: (ms) => platform.clock.advance(ms),
    now: () => platform.clock.now(),
    requests: () => platform.journal.list(),
    counts: () => platform.journal.counts(),
    clearRequests: () => platform.journal.clear(),
    addFault: (fault) => planFault(platform, fault),
    clearFaults: () => platform.faults.clear(),
    setStock: (stock) => change(() => platform.stock.set(stock)),
    scriptPods: (script) => change(() => scriptPods(platform, script)),
    setWorkerCapacity: (capacity) => change(() => setCapacity(platform, capacity)),
    scriptWorkers: (script) => change(() => scriptWorkers(platform, script)),
    handle: (endpoint, handler) => change(() => platform.handlers.set(endpoint, handler)),
    webhooks: () => {
      platform.clock.settle();
      return platform.webhooks.list();
    },
    clearWebhooks: () => platform.webhooks.forget(),
    addPlatformEnv: (env) =>
      change(() => {
        platform.platformEnv = { ...platform.platformEnv, ...env };
      }),
    state: () => {
      platform.clock.settle();
      return stateOf(platform);
    },
    changePod: (id, changes) => change(() => changePod(platform, id, changes)),
    changeEndpoint: (id, changes) => change(() => changeEndpoint(platform, id, changes)),
    inject: (request) => server.inject(request),
    reset,
    close: async () => {
      await stop();
      await saving?.flush().finally(() => saving.end());
      if (options.strict && unknownRequests.length > 0)
        throw new Error(`the emulator has no route for these requests:\n${unknownRequests.join("\n")}`);
    },
  };
}
