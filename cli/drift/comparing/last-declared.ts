import type { PastRun } from "../../../provider/ownership/history";
import { isPartial } from "../../stack/history";
import { hostOf } from "../../stack/resource-types";
import { type ExportedState, nameOf, pendingIn, resourcesIn, type StateResource } from "../../stack/state";
import type { LastUpdate } from "../report";

export interface LastDeclared {
  readonly lastUpdate: LastUpdate | undefined;
  /** Sentences that say why the stack differs from the program of the last update. */
  readonly unfinished: readonly string[];
  /** The sentence in `unfinished` about a run that still runs or was killed. */
  readonly interruption: string | undefined;
  /** Sentences about facts that Podwright could not determine. */
  readonly notes: string[];
  /**
   * Positions in the history of the refreshes that removed resources from the state. Only refreshes after the last
   * successful update count.
   */
  readonly removals: readonly number[];
}

export interface Recorded {
  readonly state: ExportedState;
  /** Newest first. */
  readonly runs: readonly PastRun[];
  /** Returns a command as a user types it for this stack. */
  readonly commandLine: (command: string) => string;
}

/** Finds out from the state and the history whether the last update finished. It does not run the program. */
export function lastDeclared({ state, runs, commandLine }: Recorded): LastDeclared {
  const deploying = runs.filter(({ kind }) => kind === "update" || kind === "destroy");
  const latest = deploying[0];
  const whole = deploying.find((run) => !isPartial(run));
  const failed = [...new Set([latest, whole])].flatMap((run) => (run?.result === "failed" ? [run] : []));
  const running = runs.find(({ result }) => result === "in-progress");
  const interruption = interruptionIn({ state, runs, commandLine }, running);
  const run = running ?? whole ?? latest;
  return {
    lastUpdate: run && summaryOf(run),
    interruption,
    unfinished: [
      ...failed.map((one) => {
        const { kind, startTime } = one;
        const command = commandLine(kind === "destroy" ? "pulumi destroy" : "pulumi up");
        return `The last ${kind}${one === latest ? "" : " of the whole stack"}, which began at ${startTime}, failed: \`${command}\` tries it again.`;
      }),
      ...(interruption === undefined ? [] : [interruption]),
      ...leftoversIn(resourcesIn(state), commandLine("pulumi up")),
    ],
    notes: whole === undefined ? notesOn(state, runs) : [],
    removals: whole?.kind === "destroy" ? [] : removalsIn(runs),
  };
}

function summaryOf({ kind, result, startTime, endTime }: PastRun): LastUpdate {
  return {
    kind,
    result: result === "in-progress" ? "unfinished" : (result ?? "unknown"),
    startedAt: startTime,
    endedAt: endTime,
  };
}

/** A run may still write its state during these milliseconds after its recorded end. */
const writingMs = 5_000;

/**
 * Returns a sentence about a run that still runs or was killed. A file backend records a run only when the run ends, so
 * a killed run leaves only the state that it wrote.
 */
function interruptionIn({ state, runs, commandLine }: Recorded, running: PastRun | undefined): string | undefined {
  const pending = pendingIn(state).map(({ type, resource }) => `${type} ${nameOf(resource.urn)}`);
  const written = state.deployment?.manifest?.time;
  const ended = runs.flatMap(({ endTime }) => (endTime === undefined ? [] : [Date.parse(endTime)]));
  const unrecorded = written !== undefined && ended.length > 0 && Date.parse(written) > Math.max(...ended) + writingMs;
  if (pending.length === 0 && running === undefined && !unrecorded) return undefined;
  const doing = pending.length === 0 ? "" : ` while ${pending.join(", ")}`;
  const began = running === undefined ? "" : `, which began at ${running.startTime},`;
  const again = commandLine(running?.kind === "destroy" ? "pulumi destroy" : "pulumi up");
  const steps = [commandLine("pulumi cancel --yes"), commandLine("podwright recover"), again];
  return `A run${began} is in progress or was killed${doing}. If it was killed, run ${steps.map((one) => `\`${one}\``).join(", then ")}: the first ends its lock, the second settles what it left, and the third makes the changes that it did not make.`;
}

/** Says which work a failed run leaves for the next run. */
function leftoversIn(resources: readonly StateResource[], up: string): string[] {
  const ours = resources.filter(({ type }) => hostOf(type) !== undefined);
  const named = (found: readonly StateResource[]) => found.map(({ urn, id }) => `${nameOf(urn)} (${id})`).join(", ");
  const broken = ours.filter((one) => (one.initErrors?.length ?? 0) > 0);
  const replaced = ours.filter((one) => one.delete === true);
  return [
    ...(broken.length === 0
      ? []
      : [`The last run did not finish its work on ${named(broken)}: \`${up}\` continues with it.`]),
    ...(replaced.length === 0 ? [] : [`${named(replaced)} was replaced but not deleted: \`${up}\` deletes it.`]),
  ];
}

function notesOn(state: ExportedState, runs: readonly PastRun[]): string[] {
  if (resourcesIn(state).length === 0) return [];
  const reason =
    runs.length === 0
      ? "the backend has no history of this stack"
      : "the stack's latest runs contain no update of the whole stack";
  return [`Podwright cannot tell whether the last update succeeded: ${reason}.`];
}

function removalsIn(runs: readonly PastRun[]): number[] {
  const isSuccess = (run: PastRun) => run.kind === "update" && run.result === "succeeded" && !isPartial(run);
  const found = runs.findIndex(isSuccess);
  const since = found === -1 ? runs : runs.slice(0, found);
  return since.flatMap(({ kind, resourceChanges }, index) =>
    kind === "refresh" && (resourceChanges?.delete ?? 0) > 0 ? [index] : [],
  );
}
