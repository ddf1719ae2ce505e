import { formatDuration } from "../../kernel/duration";
import { messageOf } from "../../kernel/plain-text";
import { withoutStop } from "../../kernel/text";
import type { Values } from "../../kernel/values";
import { InitError } from "../pulumi/errors";
import type { Run } from "../session/run";
import { WaitCancelledError, WaitTimeoutError } from "../waiting/wait-for";

/** Facts about a resource that exists but differs from the program. */
export interface Unfinished {
  /** Kind in messages, such as `pod`. */
  readonly kind: string;
  readonly id: string;
  readonly name: string;
  readonly during: "create" | "update";
  /** Text after "was created but", such as `does not serve`. */
  readonly fault: string;
  readonly error: unknown;
  /** Status of the resource, if it is one word. */
  readonly status?: string;
  readonly outputs: Values;
  /** Texts that show the cause, such as a log. */
  readonly evidence: readonly string[];
  /** Text after "pulumi up", such as `waits again`. */
  readonly next: string;
  /** Advice in whole sentences. */
  readonly advice: readonly string[];
}

/**
 * Its reasons contain the event, then advice for an unchanged resource. A caller that changes the resource uses only
 * the event (`happened`).
 */
export class UnfinishedError extends InitError {
  constructor(
    id: string,
    outputs: Values,
    readonly happened: readonly string[],
    closing: string,
  ) {
    super(id, outputs, [...happened, closing]);
  }
}

/**
 * Makes the error that keeps the resource in the state. Its reasons contain the event, the evidence and the advice.
 * After a cancelled wait, they name no fault.
 */
export function unfinished(run: Run, facts: Unfinished, mask = (text: string) => text): UnfinishedError {
  const { kind, id, name, during, fault, error, status, outputs, evidence, next, advice } = facts;
  const isCancelled = error instanceof WaitCancelledError || run.signal.aborted;
  const last = status === undefined ? "" : ` Its last state is ${status}.`;
  const begin = isCancelled ? "" : "When the cause is fixed, ";
  const kept = `The ${kind} stays in the state. ${begin}"pulumi up" ${next}. "pulumi destroy" deletes the ${kind}.`;
  const happened = [
    `${kind} ${id} ("${name}") was ${during}d${isCancelled ? "," : ""} but ${isCancelled ? "" : `${fault}: `}${why(run, error)}.${last}`,
    ...evidence,
  ];
  return new UnfinishedError(id, outputs, happened.map(mask), mask([kept, ...advice].join(" ")));
}

/**
 * Returns the error for use within a sentence. A time-out names the time of the whole operation, because the last wait
 * is shorter.
 */
export function why({ timeoutMs }: Run, error: unknown): string {
  return error instanceof WaitTimeoutError
    ? `Podwright gave up after ${formatDuration(timeoutMs)} waiting for ${error.waitingFor}`
    : withoutStop(messageOf(error));
}

/** Returns advice after a time-out. */
export function moreTime({ error, during }: Pick<Unfinished, "error" | "during">, slow = "image"): string[] {
  if (!(error instanceof WaitTimeoutError)) return [];
  const next = during === "create" ? ' (for the next "pulumi up": customTimeouts.update)' : "";
  return [
    `A slow ${slow} may need a longer customTimeouts.${during}${next}. With skipAwait: true, Podwright does not wait.`,
  ];
}

/** Returns advice on how to replace a resource, without a full stop. */
export function replaceIt({ name, urn }: Run, what: string): string {
  return urn === undefined
    ? `"pulumi up --replace URN" makes a new ${what} in its place ("pulumi stack --show-urns" shows the URN of ${name})`
    : `"pulumi up --replace '${urn}'" makes a new ${what} in its place`;
}
