import type { Endpoint, LogLine, Worker } from "../../../../client";
import { allVolumes } from "../../../../client/endpoints/volumes";
import { maskerOf } from "../../../../client/http/secrets/masking";
import type { Values } from "../../../../kernel/values";
import { logReason, textsOf } from "../../../lifecycle/log-tail";
import { moreTime, unfinished } from "../../../lifecycle/unfinished";
import { type InitError, OperationError } from "../../../pulumi/errors";
import type { Run } from "../../../session/run";
import { type Wait, WaitError, waitFor } from "../../../waiting/wait-for";
import { waitForSign } from "../../../waiting/wait-for-sign";
import { describeHardware } from "../hardware";
import { whenNotRoutable } from "../load-balancer";
import { lastingMs, serves, showsRelease } from "../readiness";
import type { ServerlessEndpointInputs } from "../serverless-endpoint";
import { costOfWorkers } from "./cost";
import { CrashLoopError, CrashLoops, failedStarts, logOf } from "./crash-loops";
import {
  describeRollout,
  hasHost,
  type Rollout,
  RolloutHistory,
  readBalancer,
  readRollout,
  watchedBalancers,
  watchedRollouts,
} from "./rollout";

export interface Deployment {
  readonly during: "create" | "update";
  readonly endpoint: Endpoint;
  readonly inputs: Partial<ServerlessEndpointInputs>;
  /** Outputs for the state, which also records whether the endpoint serves. */
  readonly outputs: Values;
  /** Time on the run's clock. */
  readonly deadline: number;
  /** Rollout before a change that makes a release. */
  readonly before?: Rollout | undefined;
}

/**
 * Waits until `workersMin` workers of the latest release are ready, and returns the outputs. Throws an `InitError`, so
 * that the state keeps the endpoint and the next update waits again.
 */
export async function awaitServing(run: Run, deployment: Deployment): Promise<Values> {
  const { endpoint, inputs, outputs } = deployment;
  if (inputs.skipAwait === true) return outputs;
  const { workersMin = endpoint.workersMin } = inputs;
  if (workersMin === 0) {
    run.report(
      `endpoint ${endpoint.id} keeps no worker ready (workersMin is 0), so Podwright does not wait for workers`,
    );
    return outputs;
  }
  try {
    if (endpoint.workersMin < workersMin) throw new OperationError(tooFew(endpoint, workersMin));
    const rollout = await untilServing(run, { ...deployment, endpoint: { ...endpoint, workersMin } });
    run.report(`endpoint ${endpoint.id} serves: ${describeRollout(rollout)}`);
    return { ...outputs, ready: true };
  } catch (error) {
    throw await servingFailure(run, deployment, error);
  }
}

function tooFew({ workersMin, workersMax }: Endpoint, wanted: number): string {
  return `the program declares workersMin ${wanted}, but RunPod has workersMin ${workersMin} and workersMax ${workersMax}, and this update did not change them. "pulumi up --refresh" restores the declared number`;
}

/** Throws if the workers do not become ready. */
export async function untilServing(run: Run, { endpoint, deadline, before }: Deployment): Promise<Rollout> {
  const { id, workersMin } = endpoint;
  const [watched, read] = endpoint.type === "LB" ? [watchedBalancers, readBalancer] : [watchedRollouts, readRollout];
  const wait = { id, poller: run.poller(watched), deadline };
  const history = new RolloutHistory(run.clock, before);
  const loops = new CrashLoops(run, endpoint);
  const first = await read(run.platform, id, run.signal);
  if (first?.workers === undefined && before?.workers === undefined) {
    run.report(
      `endpoint ${id}: RunPod only counts its workers, so Podwright cannot tell whether they run the latest release and whether their containers start`,
    );
  }
  const sign = (rollout: Rollout) => showsRelease(before, history.see(rollout));
  const shown = before === undefined ? first : await waitForSign(run, { ...wait, what: `endpoint ${id}`, first, sign });
  const ready = { ...wait, history, loops, workersMin };
  // If the first worker is in a crash loop, RunPod may never start the others.
  const begun = await untilReady(run, { ...ready, first: shown, enough: Math.min(1, workersMin) });
  const rollout = await untilReady(run, { ...ready, first: begun, enough: workersMin });
  if (rollout === undefined) throw new OperationError("the endpoint is gone");
  return rollout;
}

interface ReadyWait extends Pick<Wait<Rollout>, "id" | "poller" | "deadline" | "first"> {
  readonly history: RolloutHistory;
  readonly loops: CrashLoops;
  readonly workersMin: number;
  /** Number of ready workers that ends this wait. */
  readonly enough: number;
}

/** Waits until enough workers are ready, and their logs show that their containers started. */
async function untilReady(run: Run, ready: ReadyWait): Promise<Rollout | undefined> {
  const { history, loops, workersMin, enough, ...wait } = ready;
  const condition = loops.watching(serves(workersMin, enough, lastingMs * run.timeScale));
  let last = wait.first;
  let described: string | undefined;
  do {
    // The reports of this wait must not begin with the last state of the previous wait.
    const known = described;
    const describe = (rollout: Rollout | undefined) => {
      described = stateOf(loops.asSeen(rollout));
      return described === known ? undefined : { subject: `endpoint ${wait.id}:`, state: described };
    };
    const judge = (rollout: Rollout | undefined) => condition(rollout && history.see(rollout));
    last = await waitFor(run, { ...wait, first: last, describe, condition: judge });
  } while (!(await loops.haveStarted(last)));
  return last;
}

function stateOf(rollout: Rollout | undefined): string {
  return rollout === undefined ? "gone" : describeRollout(rollout);
}

async function servingFailure(run: Run, deployment: Deployment, error: unknown): Promise<InitError> {
  const { during, endpoint, outputs } = deployment;
  const { id, name } = endpoint;
  const rollout = error instanceof WaitError ? (error.last as Rollout | undefined) : await rolloutNow(run, id);
  const told = await tellingLog(run, endpoint, error, rollout);
  return unfinished(run, {
    kind: "endpoint",
    id,
    name,
    during,
    error,
    fault: "does not serve",
    outputs: { ...outputs, ready: false },
    evidence: await shownLog(run, deployment, told),
    next: "waits for its workers again",
    advice: [...advice(deployment, error, rollout, told), await costOfWorkers(run, endpoint, rollout)],
  });
}

async function rolloutNow(run: Run, id: string): Promise<Rollout | undefined> {
  return run.signal.aborted ? undefined : await readRollout(run.platform, id, run.signal).catch(() => undefined);
}

interface WorkerLog {
  readonly worker: Worker;
  readonly lines: readonly LogLine[];
}

async function tellingLog(
  run: Run,
  endpoint: Endpoint,
  error: unknown,
  rollout: Rollout | undefined,
): Promise<WorkerLog | undefined> {
  const { worker, lines } = error instanceof CrashLoopError ? error : { worker: telling(rollout) };
  return worker && { worker, lines: lines ?? (await logOf(run, endpoint, worker)) };
}

async function shownLog(
  run: Run,
  { endpoint, inputs, outputs }: Deployment,
  told: WorkerLog | undefined,
): Promise<string[]> {
  const env = told && (await environmentOf(run, inputs.templateId ?? endpoint.templateId));
  // Podwright never shows a log that it cannot mask.
  if (told === undefined || env === undefined) return [];
  const { worker, lines } = told;
  const secrets = [env, outputs.env as typeof env | undefined].flatMap((values) => Object.values(values ?? {}));
  return logReason(`worker ${worker.id}'s`, textsOf(lines), maskerOf(secrets));
}

/** Returns the worker whose log explains best why the endpoint does not serve. */
function telling({ workers = [] }: Partial<Rollout> = {}): Worker | undefined {
  const candidates = ["UNHEALTHY", "INITIALIZING", "RUNNING", "THROTTLED"].flatMap((state) =>
    workers.filter(({ status }) => status === state),
  );
  return candidates.find(hasHost) ?? candidates[0];
}

/** Reads the environment of a template. Returns `undefined` if Podwright cannot read it. */
async function environmentOf({ platform, signal }: Run, templateId: string | undefined) {
  if (templateId === undefined) return undefined;
  return (await platform.templates.get(templateId, { signal }).catch(() => undefined))?.env;
}

function advice(
  { during, endpoint }: Deployment,
  error: unknown,
  rollout: Rollout | undefined,
  told: WorkerLog | undefined,
): string[] {
  const { locations, type } = endpoint;
  if (error instanceof CrashLoopError) return [];
  if (type === "LB" && rollout?.routable === 0) return [whenNotRoutable];
  if (told?.worker.status === "THROTTLED" && failedStarts(told.lines).length > 0) {
    return [
      `Worker ${told.worker.id} is THROTTLED between restarts: its container does not start, so more capacity does not help.`,
    ];
  }
  if ((rollout?.states.THROTTLED ?? 0) > 0) {
    const { hardware, wider } = describeHardware(endpoint);
    const widen = [
      wider,
      ...(locations === null ? [] : ["widen locations"]),
      ...allVolumes(endpoint).map(
        (volume) => `remove network volume ${volume}, which ties the workers to one data center`,
      ),
    ];
    const ways = widen.join(", ");
    return [
      `RunPod has no capacity for ${hardware} in ${locations ?? "any data center"}: ${ways}, or try again later.`,
    ];
  }
  return moreTime({ error, during });
}
