import type { Collection, Platform } from "../../client";
import { formatDuration } from "../../kernel/duration";
import type { Markers } from "../planning/marker";
import type { Origin } from "../session/owner";
import type { Listed } from "../session/resource";
import type { Run, RunStack } from "../session/run";

/** Finds out which resource of a program created an item. Every kind that costs money declares its traces. */
export interface Traces<Item extends Listed, Inputs = Markers> {
  readonly kind: string;
  /** Name of the kind in messages, such as `network volume`. */
  readonly what: string;
  readonly collection: (platform: Platform) => Pick<Collection<Item, never, never>, "listing">;
  /** Returns the item's text that names its creator, such as its name or an environment variable. */
  readonly markOf: (item: Item) => string;
  /** Returns the stack's resource that this text names. */
  readonly originIn: (mark: string, stack: RunStack) => Origin | undefined;
  /**
   * True if RunPod stores no mark with an item. Its id is then the marker of the note about its creation, and only this note
   * proves who made it.
   */
  readonly isUnmarked?: true;
  /** Recognizes an item without a mark by its inputs. An explicit name leaves no room for a mark. */
  readonly isFor?: (item: Item, inputs: Inputs) => boolean;
  /** Returns the time of creation in RFC 3339. Absent for a kind without this time. */
  readonly createdAt?: ((item: Item) => string | null | undefined) | undefined;
  /** Reads the item again. Returns `undefined` for a deleted item. */
  readonly latest: (run: Run, id: string) => Promise<Item | undefined>;
  /** True if a second item costs nothing. Without proof, the create then goes on, and a warning names the item. */
  readonly isFree?: boolean;
  /** True if RunPod never shows a part of the item, so that nobody can tell whether it has the declared values. */
  readonly isOpaque?: boolean;
  /** Describes the hardware and the cost of the item, in parts such as `$0.44 an hour`. May throw. */
  readonly facts: (run: Run, item: Item) => Promise<readonly string[]>;
}

/** Returns a text such as `cluster c-1 (5m old, $43.04 an hour)`. */
export async function describeExisting<Item extends Listed>(
  run: Run,
  { what, facts }: Pick<Traces<Item, never>, "what" | "facts">,
  item: Item,
): Promise<string> {
  const known = await facts(run, item).catch((): string[] => {
    run.signal.throwIfAborted();
    return [];
  });
  return `${what} ${item.id}${known.length === 0 ? "" : ` (${known.join(", ")})`}`;
}

/** Returns a text such as `5m old`, or nothing if RunPod does not report the time of creation. */
export function ageOf({ clock }: Run, createdAt: string | undefined): string[] {
  const age = clock.now() - Date.parse(createdAt ?? "");
  return Number.isNaN(age) ? [] : [`${formatDuration(Math.max(0, age))} old`];
}
