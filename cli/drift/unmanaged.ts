import type { Platform } from "../../client";
import { present } from "../../kernel/values";
import { stateCommands } from "../../provider/pulumi/state-commands";
import type { RunStack } from "../../provider/session/run";
import { type AccountItem, type AccountOptions, listAccount } from "../account/inventory";
import { shownAs } from "../account/kinds";
import { originOf } from "../account/ownership";
import { isSameStack } from "../stack/place";
import type { Interrupted, Unmanaged } from "./report";

/** A stack that may import resources. */
export interface Target extends RunStack {
  /** Returns a command as a user types it for this stack. */
  readonly commandLine: (command: string) => string;
}

/** A compared stack, seen from one account. */
export interface AccountTarget extends Target {
  /** True if the stack uses this account, so that it can import the account's resources. */
  readonly imports: boolean;
  /** URN of the explicit provider that opens the account. Absent for the default provider. */
  readonly provider?: string | undefined;
}

export interface UnmanagedOptions extends AccountOptions {
  /** Returns true if any stack manages the resource. */
  readonly isHeld: (kind: string, id: string) => boolean;
  /**
   * Resources of runs that are in progress or were killed, by id. Such resources get no import command, because the
   * state could then contain a resource twice.
   */
  readonly coming?: ReadonlyMap<string, Pick<Interrupted, "resource" | "stack" | "recover">>;
  /** Logical names that the stacks already use. */
  readonly names: ReadonlySet<string>;
  /** The compared stacks. */
  readonly targets: readonly AccountTarget[];
  /** The other stacks of the backend, which were not compared. */
  readonly siblings?: readonly RunStack[];
  /** The names of these stacks, by kind and id of the resources that they manage. */
  readonly holders?: ReadonlyMap<string, string>;
  /** True if some of these stacks were unreadable. Such a stack may manage any resource. */
  readonly areUnread?: boolean;
  /** True if some stacks of the comparison were unreadable. */
  readonly areUncertain?: boolean;
  /** True if another part of a sharded run compares further stacks. */
  readonly isPart?: boolean;
}

export interface Outside {
  readonly unmanaged: readonly Unmanaged[];
  readonly interrupted: readonly Interrupted[];
}

/** Returns the resources of an account that no compared stack manages, the most expensive resource first. */
export async function findUnmanaged(platform: Platform, options: UnmanagedOptions): Promise<Outside> {
  const { isHeld, coming = new Map(), names } = options;
  const items = await listAccount(platform, { ...options, isWanted: (kind, id) => !isHeld(kind, id) });
  const interrupted = items.flatMap(({ kind, id, createdAt, costPerHour, costPerMonth }) => {
    const pending = coming.get(id);
    return pending === undefined ? [] : [{ kind, id, createdAt, costPerHour, costPerMonth, ...pending }];
  });
  const taken = new Set(names);
  const unmanaged = items.filter(({ id }) => !coming.has(id)).map((item) => withImport(item, taken, options));
  return { unmanaged, interrupted };
}

/**
 * Adds an import command. The resource gets no command if another stack created it, manages it, or may manage it. If it
 * carries the mark of a compared stack, only `podwright recover` reads the evidence that a run of this stack created it.
 */
function withImport(item: AccountItem, taken: Set<string>, options: UnmanagedOptions): Unmanaged {
  const { targets, siblings = [], holders = new Map<string, string>(), areUnread, areUncertain } = options;
  const { kind, id, name, status, createdAt, costPerHour, costPerMonth } = item;
  const origin = originOf(item, [...targets, ...siblings]);
  const own = targets.find((one) => origin !== undefined && isSameStack(origin, one));
  const heldBy = holders.get(`${kind} ${id}`);
  const createdBy = origin === undefined ? null : shownAs(origin);
  const facts = { kind, id, name, status, createdAt, costPerHour, costPerMonth };
  const uncertain = areUncertain && own === undefined ? true : undefined;
  const found = { ...facts, createdBy, ...present({ heldBy, uncertain }) };
  const importers = targets.filter(({ imports }) => imports);
  if (heldBy === undefined && own !== undefined) return { ...found, recover: own.commandLine("podwright recover") };
  if (heldBy !== undefined || origin !== undefined || areUnread || areUncertain) return found;
  const [only] = importers.length === 1 && options.isPart !== true ? importers : [];
  const word = wordOf(name);
  // Each resource gets its own logical name, because Pulumi refuses a name that the stack already has.
  const logical = word === "" ? id : taken.has(word) ? `${word}-${id}` : word;
  taken.add(logical);
  const type = `podwright:index:${kind}`;
  const line = stateCommands.import({ type, name: logical, id, provider: only?.provider });
  return { ...found, import: only?.commandLine(line) ?? line };
}

/** Makes a word from a name. RunPod permits any character, so characters that a shell may interpret become a dash. */
function wordOf(name: string): string {
  return name.replace(/[^\w.-]+/g, "-").replace(/^-+|-+$/g, "");
}
