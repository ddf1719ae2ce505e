import { formatDuration } from "../../client/values/duration";
import { withoutStop } from "../../client/values/text";
import type { Values } from "../planning/values";
import { WaitTimeoutError } from "../waiting/wait-for";
import { InitError, messageOf } from "./errors";
import type { Run } from "./run";

/** A resource that exists, but not as the program declares it. */
export interface Unfinished {
  readonly kind: "pod" | "cluster" | "endpoint";
  readonly id: string;
  readonly name: string;
  readonly during: "create" | "update";
  /** Continues "was created but": `does not serve`. */
  readonly fault: string;
  readonly error: unknown;
  /** Its status, where one word says it. */
  readonly status?: string;
  readonly outputs: Values;
  /** What shows the cause, such as a log. */
  readonly evidence: readonly string[];
  /** Continues "pulumi up": `waits again`. */
  readonly next: string;
  /** Whole sentences. */
  readonly advice: readonly string[];
}

/** The error that keeps it in the state: what happened, what shows it, and what to do. */
export function unfinished(run: Run, facts: Unfinished, mask = (text: string) => text): InitError {
  const { kind, id, name, during, fault, error, status, outputs, evidence, next, advice } = facts;
  const last = status === undefined ? "" : ` Its last state is ${status}.`;
  const kept = `The ${kind} is kept in the state: once the cause is fixed, "pulumi up" ${next}, and "pulumi destroy" deletes it.`;
  const reasons = [
    `${kind} ${id} ("${name}") was ${during}d but ${fault}: ${why(run, error)}.${last}`,
    ...evidence,
    [kept, ...advice].join(" "),
  ];
  return new InitError(id, outputs, reasons.map(mask));
}

/** The error within a sentence. The time is that of the whole operation: a wait at its end is shorter. */
export function why({ timeoutMs }: Run, error: unknown): string {
  const text = withoutStop(messageOf(error));
  return error instanceof WaitTimeoutError ? `${text} after ${formatDuration(timeoutMs)}` : text;
}

/** Advice where the time was over. */
export function moreTime({ error, during }: Pick<Unfinished, "error" | "during">, slow = "image"): string[] {
  if (!(error instanceof WaitTimeoutError)) return [];
  const next = during === "create" ? ' (the next "pulumi up" waits as long as customTimeouts.update says)' : "";
  return [`A slow ${slow} may need a longer customTimeouts.${during}${next}; skipAwait: true does not wait.`];
}

/** Without a full stop. */
export function replaceIt({ name, urn }: Run, what: "pod" | "cluster" | "endpoint"): string {
  return urn === undefined
    ? `"pulumi up --replace URN" makes a new ${what} in its place, with the URN of ${name} that "pulumi stack --show-urns" shows`
    : `"pulumi up --replace '${urn}'" makes a new ${what} in its place`;
}
