import type { Meaning } from "../../client/values/meaning";
import { type Path, parsePath, type Values, valueAt } from "../values/values";
import type { Truths } from "./truths";

/** When an update in place takes effect on RunPod. */
export type Impact =
  /** at once, nothing running is disturbed */
  | "live"
  /** the container is reset: files outside its mounts are lost */
  | "reset"
  /** the workers of an endpoint are renewed, one after the other */
  | "renew"
  /** a restart follows to apply it */
  | "restart"
  /** RunPod's start or stop action */
  | "action"
  /** nothing is sent: it only steers later work of the provider */
  | "recorded";

export type Effect =
  | { readonly kind: "update"; readonly impact: Impact }
  | { readonly kind: "replace"; readonly why: string }
  | { readonly kind: "none"; readonly why: string };

export interface Conditional {
  /** The condition in words, for the documentation. */
  readonly condition: string;
  readonly when: (change: Change) => boolean;
  readonly effect: Effect;
  readonly otherwise: Effect;
}

export type Rule = Effect | Conditional;

/** How values of one input are compared, and what removing the input sends. */
export interface RowFacts extends Meaning {
  /** The value that removing the input sends, if RunPod chooses a value at create. */
  readonly removed?: unknown;
  /** A value that RunPod may give by itself at create. An import does not declare it, so a program without it changes nothing. */
  readonly chosen?: unknown;
  /** Present if each key of a map is its own input. Matching keys belong to RunPod and Podwright, not to a program. */
  readonly platformKeys?: RegExp;
}

/** The meaning of adding, changing and removing one input. */
export interface Row extends RowFacts {
  readonly path: string;
  readonly add: Rule;
  readonly change: Rule;
  readonly remove: Rule;
}

/** The keys of a map that differ. Never a value. */
export interface ChangedKeys {
  readonly changed: readonly string[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** One difference between two sets of inputs, with its meaning. */
export interface Difference {
  readonly path: Path;
  readonly operation: "add" | "change" | "remove";
  readonly effect: Effect;
  /** A preview's notice: `resets the running container`. */
  readonly notice?: string;
  /** The notice of a difference without an input: `is EXITED, not RUNNING: it is started`. */
  readonly stateNotice?: string;
  /** The outputs that then change with it, so that a preview does not know them. */
  readonly alsoChanges?: readonly string[];
  readonly keys?: ChangedKeys;
  /** Whether the new value is still unknown. */
  readonly isOpen?: true;
}

/** A resource whose changes concern its followers without a change of their own inputs. The engine has shown it in this run. */
export interface Followed {
  /** Counts the changes that matter to followers, including the change that this run plans or has made. */
  readonly revision: number;
  /** The count before this run. */
  readonly before: number;
  /** The inputs that this run changes. */
  readonly changed: readonly string[];
  readonly inputs: Values;
  /** The live values before this run's update, once it has been sent. */
  readonly former?: Values;
}

/** The input of a table's rules. */
export interface Change<Inputs = Values> extends Truths<Inputs> {
  /** Another resource of the stack, by its id. Absent in a refresh, which compares only recorded values. */
  readonly followed?: ((id: string) => Followed | undefined) | undefined;
}

/** The further effects of a replacement of this resource. */
export interface ReplacementTerms {
  /** Delete the old resource before creating the new one, and the reason. */
  readonly deleteFirst?: string;
  /** The data that the old resource takes with it, as a sentence. A preview shows it as a warning. */
  readonly destroys?: string;
  /** The input that accepts the loss, as a program writes it. Without it Podwright refuses the replacement. */
  readonly refusedUnless?: string;
}

/** A kind's rules about changes beyond its rows. */
export interface ChangeHooks<Inputs = Values> {
  /** Differences no input shows, such as a pod that is recorded as stopped although it should run. */
  readonly stateDifferences?: (change: Change<Inputs>) => Difference[];
  readonly onReplace?: (change: Change<Inputs>) => ReplacementTerms;
  /** Live values without their forms that the program does not use. */
  readonly inForm?: (live: Values, declared: Values) => Values;
  /** A body or patch with one form of each value that has several. */
  readonly toSend?: (body: Values, live: Values, news: Values) => Values;
  /** Inputs as RunPod has them, if the recorded inputs may differ. */
  readonly onPlatform?: (state: Values) => Values;
  /** A preview's notice about the change of an input, if the effect alone does not explain it. */
  readonly notice?: (difference: Difference, change: Change<Inputs>) => string | undefined;
  /** Refuses updates in place that must not happen: returns the sentence. */
  readonly refuseUpdate?: (change: Change<Inputs>, differences: readonly Difference[]) => string | undefined;
}

export interface ChangeTable extends ChangeHooks {
  readonly rows: readonly Row[];
  /** Inputs that a create sends under their own name. */
  readonly created: readonly string[];
  /** Inputs that an update in place sends. */
  readonly updatable: readonly string[];
  /** Inputs whose value RunPod reports: for an input that a program leaves out, the state records that value as an output. */
  readonly observed: readonly string[];
  /** Inputs that cost money or decide what runs: an outside change counts even for an undeclared input. */
  readonly consequential: readonly string[];
  /** Outputs with the live values of inputs whose change plans nothing, by the input. */
  readonly shownBy: Readonly<Record<string, string>>;
}

/** A difference that no input shows, because an output differs from its target. */
export function stateDifference(
  output: string,
  stateNotice: string,
  effect: Effect,
  others: readonly string[] = [],
): Difference {
  return { path: [output], operation: "change", effect, stateNotice, alsoChanges: [output, ...others] };
}

export const live: Effect = { kind: "update", impact: "live" };
export const resets: Effect = { kind: "update", impact: "reset" };
export const renews: Effect = { kind: "update", impact: "renew" };
export const restarts: Effect = { kind: "update", impact: "restart" };
export const startsOrStops: Effect = { kind: "update", impact: "action" };
export const recorded: Effect = { kind: "update", impact: "recorded" };
export const replaces = (why: string): Effect => ({ kind: "replace", why });
/** A size that grows in place; `otherwise` is the effect of shrinking. */
export function grows(path: string, effect: Effect, otherwise: Effect): Conditional {
  const size = (inputs: Values) => Number(valueAt(inputs, parsePath(path)) ?? 0);
  return { condition: "the size grows", when: ({ olds, news }) => size(news) > size(olds), effect, otherwise };
}
export const ignored = (why: string): Effect => ({ kind: "none", why });
