import type { Platform } from "../../client";
import { originInName } from "../../provider/creating/owner";
import type { RunStack } from "../../provider/operations/run";
import { present } from "../../provider/planning/values";
import { shownAs } from "../cost/kinds";
import { type AccountItem, type AccountOptions, listAccount } from "../cost/on-account";
import type { Interrupted, Unmanaged } from "./report";

/** A stack that something may be imported into. */
export interface Target extends RunStack {
  /** A command as a user types it for this stack. */
  readonly commandLine: (command: string) => string;
}

export interface UnmanagedOptions extends AccountOptions {
  /** Ids that some stack holds. */
  readonly held: ReadonlySet<string>;
  /** What runs that are under way, or were killed, have created, by its id: an import would hold it twice. */
  readonly coming?: ReadonlyMap<string, Pick<Interrupted, "resource" | "stack" | "recover">>;
  /** Logical names that are taken in the stacks. */
  readonly names: ReadonlySet<string>;
  /** The compared stacks. */
  readonly targets: readonly Target[];
  /** Other stacks of the same projects, which were not compared. */
  readonly siblings?: readonly RunStack[];
  /** The stack among these that holds something, by kind and id. */
  readonly holders?: ReadonlyMap<string, string>;
  /** Whether some of them could not be read, so that they may hold anything. */
  readonly areUnread?: boolean;
}

export interface Outside {
  readonly unmanaged: readonly Unmanaged[];
  readonly interrupted: readonly Interrupted[];
}

/** What of an account no compared stack holds, dearest first. */
export async function findUnmanaged(platform: Platform, options: UnmanagedOptions): Promise<Outside> {
  const { held, coming = new Map(), names } = options;
  const items = await listAccount(platform, (_, id) => !held.has(id), options);
  const interrupted = items.flatMap(({ creator: _, name: __, status: ___, ...item }) => {
    const pending = coming.get(item.id);
    return pending === undefined ? [] : [{ ...item, ...pending }];
  });
  const taken = new Set(names);
  const unmanaged = items.filter(({ id }) => !coming.has(id)).map((item) => withImport(item, taken, options));
  return { unmanaged, interrupted };
}

/** Only what no stack holds, and no other stack created, is offered. */
function withImport({ creator, ...item }: AccountItem, taken: Set<string>, options: UnmanagedOptions): Unmanaged {
  const { targets, siblings = [], holders = new Map<string, string>(), areUnread = false } = options;
  const { kind, id, name } = item;
  const origin = creator ?? originOf(name, [...targets, ...siblings]);
  const own = targets.find(({ project, stack }) => origin?.project === project && origin.stack === stack);
  const heldBy = holders.get(`${kind} ${id}`);
  const found = { ...item, createdBy: origin === undefined ? null : shownAs(origin), ...present({ heldBy }) };
  if (heldBy !== undefined || (origin === undefined ? areUnread : own === undefined)) return found;
  const [only] = targets.length === 1 ? targets : [];
  const word = own === undefined ? wordOf(name) : wordOf(origin?.name ?? name);
  // Each has a logical name of its own: Pulumi refuses one that the stack has already.
  const logical = word === "" ? id : taken.has(word) ? `${word}-${id}` : word;
  taken.add(logical);
  const line = `pulumi import podwright:index:${kind} ${logical} ${id}`;
  return { ...found, import: (own ?? only)?.commandLine(line) ?? line };
}

/** The resource of a known stack that a generated name shows. */
function originOf(name: string, stacks: readonly RunStack[]): (RunStack & { readonly name: string }) | undefined {
  for (const { organization, project, stack } of stacks) {
    const origin = originInName(name, { organization, project, stack });
    if (origin !== undefined) return { organization, project, stack, name: origin.name };
  }
  return undefined;
}

/** Names on the platform hold anything: what is no plain word for a shell becomes a dash. */
function wordOf(name: string): string {
  return name.replace(/[^\w.-]+/g, "-").replace(/^-+|-+$/g, "");
}
