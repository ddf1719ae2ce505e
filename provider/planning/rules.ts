import type { Meaning } from "../../kernel/meaning";
import { type Path, parsePath, type Values, valueAt } from "../../kernel/values";
import type { Truths } from "./truths";

/** How an update in place takes effect on RunPod. */
export type Impact =
  /** The change applies at once and disturbs nothing that runs. */
  | "live"
  /** RunPod resets the container, which loses all files outside its mounts. */
  | "reset"
  /** RunPod renews the workers of the endpoint one by one. */
  | "renew"
  /** Podwright restarts the container to apply the change. */
  | "restart"
  /** Podwright starts or stops the pod. */
  | "action"
  /** Podwright sends nothing. The input only affects later operations. */
  | "recorded";

interface Update {
  readonly kind: "update";
  readonly impact: Impact;
}

interface Replacement {
  readonly kind: "replace";
  readonly why: string;
}

interface None {
  readonly kind: "none";
  readonly why: string;
}

export type Effect = Update | Unsent;

/** An effect without a value that an update sends. */
export type Unsent = Replacement | None;

export interface Conditional {
  /** Condition in words, for the documentation. */
  readonly condition: string;
  readonly when: (change: Change) => boolean;
  readonly effect: Effect;
  readonly otherwise: Effect;
}

export type Rule = Effect | Conditional;

/** Decides how Podwright compares values of an input, and which value it sends after a removal. */
export interface RowFacts extends Meaning {
  /**
   * Value that Podwright sends if the program removes the input. Only an input for which RunPod chooses a value at
   * create has such a value.
   */
  readonly removed?: unknown;
  /**
   * Value that RunPod may choose at create. An import does not declare it, so that a program without the input changes
   * nothing.
   */
  readonly chosen?: unknown;
  /**
   * Present for a map in which each key counts as an input. Keys that match belong to RunPod or Podwright, and a
   * program cannot declare them.
   */
  readonly platformKeys?: RegExp;
}

/** The effects of adding, changing and removing one input. */
export interface Row extends RowFacts {
  readonly path: string;
  readonly add: Rule;
  readonly change: Rule;
  readonly remove: Rule;
}

/** Names of the differing keys of a map, without their values. */
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
  /** Notice of a preview, such as `resets the running container`. */
  readonly notice?: string;
  /** Notice of a difference that no input shows, such as `is EXITED, not RUNNING: it is started`. */
  readonly stateNotice?: string;
  /** Outputs that change together with the difference. A preview shows them as unknown. */
  readonly alsoChanges?: readonly string[];
  readonly keys?: ChangedKeys;
  /** True if the new value is still unknown. */
  readonly isOpen?: true;
}

/**
 * A resource that the engine has shown in this run. A change of this resource affects its followers, although the
 * inputs of the followers do not change.
 */
export interface Followed {
  /** Number of changes that affect followers, including the change of this run. */
  readonly revision: number;
  /** Number of changes before this run. */
  readonly before: number;
  /** Inputs that this run changes. */
  readonly changed: readonly string[];
  readonly inputs: Values;
  /** Live values before this run's update. Absent until Podwright has sent the update. */
  readonly former?: Values;
}

/** The values that the rules of a change table compare. */
export interface Change<Inputs = Values> extends Truths<Inputs> {
  /** Finds another resource of the stack by its id. Absent in a refresh, which compares only recorded values. */
  readonly followed?: ((id: string) => Followed | undefined) | undefined;
}

/** Further effects of a replacement of this resource. */
export interface ReplacementTerms {
  /** Reason why Pulumi must delete the old resource before it creates the new resource. */
  readonly deleteFirst?: string;
  /** Sentence about the data that the replacement destroys. A preview shows it as a warning. */
  readonly destroys?: string;
  /** Input that accepts the loss, as a program writes it. Without this input, Podwright refuses the replacement. */
  readonly refusedUnless?: string;
}

/** A kind's further rules about changes, besides the rows of its table. */
export interface ChangeHooks<Inputs = Values> {
  /** Returns differences that no input shows, such as a recorded stop of a pod that should run. */
  readonly stateDifferences?: (change: Change<Inputs>) => Difference[];
  readonly onReplace?: (change: Change<Inputs>) => ReplacementTerms;
  /** Converts live values into the forms that the program uses. */
  readonly inForm?: (live: Values, declared: Values) => Values;
  /** If a value has several forms, keeps only one of these forms in a body or patch. */
  readonly toSend?: (body: Values, live: Values, news: Values) => Values;
  /** Returns RunPod's values of the inputs, for a kind whose recorded inputs may differ from these values. */
  readonly onPlatform?: (state: Values) => Values;
  /** Returns a preview's notice about a change, if the effect alone does not explain the change. */
  readonly notice?: (difference: Difference, change: Change<Inputs>) => string | undefined;
  /** Returns a sentence that refuses an update in place. */
  readonly refuseUpdate?: (change: Change<Inputs>, differences: readonly Difference[]) => string | undefined;
}

export interface ChangeTable extends ChangeHooks {
  readonly rows: readonly Row[];
  /** Inputs that a create sends under their own names. */
  readonly created: readonly string[];
  /** Inputs that an update in place sends. */
  readonly updatable: readonly string[];
  /**
   * Inputs whose value RunPod reports. If a program leaves such an input out, the state records RunPod's value as an
   * output.
   */
  readonly observed: readonly string[];
  /** Inputs that cost money or decide what runs. An outside change is drift even for an undeclared input. */
  readonly consequential: readonly string[];
  /**
   * Outputs that show the live value of an input, by the name of the input. A change of such an input plans nothing.
   */
  readonly shownBy: Readonly<Record<string, string>>;
}

/** Makes a difference for an output that differs from its target, if no input shows the difference. */
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
export const replaces = (why: string): Replacement => ({ kind: "replace", why });
/** Rule for a size that grows in place. `otherwise` is the effect of a smaller size. */
export function grows(path: string, effect: Effect, otherwise: Effect): Conditional {
  const size = (inputs: Values) => Number(valueAt(inputs, parsePath(path)) ?? 0);
  return { condition: "the size grows", when: ({ olds, news }) => size(news) > size(olds), effect, otherwise };
}
export const ignored = (why: string): None => ({ kind: "none", why });
