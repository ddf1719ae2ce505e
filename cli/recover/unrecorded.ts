import { AuthenticationError, ConfigurationError, PermissionError, type Platform } from "../../client";
import { allResources } from "../../provider/kinds/kinds";
import type { Attributed } from "../../provider/session/resource";
import type { RunStack } from "../../provider/session/run";
import { messageOf } from "../../provider/values/errors";
import { listAccount } from "../account/inventory";
import { sentenceOf } from "../context/attempt";
import type { CommandContext } from "../context/context";
import { onAccount } from "../stack/connection";
import { identityOf } from "../stack/past-states";
import { quoted, type StackLocation } from "../stack/place";
import { readingRun } from "../stack/reading";
import { hostOf } from "../stack/resource-types";
import { heldBySiblings, keyOf, ownName } from "../stack/siblings";
import type { Stack } from "../stack/stack";
import { type ExportedState, pendingIn, resourcesIn } from "../stack/state";
import type { AccountOfStack } from "./accounts";
import type { Unrecorded } from "./report";

export interface UnrecordedSearch {
  readonly stack: Stack;
  readonly location: StackLocation;
  readonly state: ExportedState;
  readonly accounts: readonly AccountOfStack[];
  /** Ids of resources that belong to pending creations. */
  readonly accountedFor: ReadonlySet<string>;
}

/** An unrecorded resource, with its account. */
export interface Found extends Unrecorded {
  readonly account: AccountOfStack;
}

export interface UnrecordedFound {
  readonly unrecorded: readonly Found[];
  /** The searches and reads that failed. Each text is a part of a sentence. */
  readonly unsearched: readonly string[];
}

/**
 * Finds resources that this stack created and that no state records. Such a resource exists if only the provider's
 * process died. Pulumi then considers the creation failed, and records no pending operation.
 */
export async function findUnrecorded(search: UnrecordedSearch, context: CommandContext): Promise<UnrecordedFound> {
  const { stack, location, state, accounts, accountedFor } = search;
  const held = resourcesIn(state);
  const resources = [...held, ...pendingIn(state).map(({ resource }) => resource)];
  const { project, name: ownStack } = await identityOf({ stack, location, resources });
  if (project === undefined) return { unrecorded: [], unsearched: ["Podwright does not know the project"] };
  const identity = { organization: "-", project, stack: ownStack };
  const ids = new Set(held.map(keyOf));
  const isDynamic = held.some(({ type }) => hostOf(type) === "dynamic");
  const unsearched: string[] = [];
  const found: Found[] = [];
  for (const account of accounts) {
    await onAccount(account.settings, context, async (platform) => {
      const created = await createdOn(platform, identity, { unsearched, context });
      const isUnknown = ({ kind, id }: Named) => !ids.has(keyOf({ type: typeOf(kind), id })) && !accountedFor.has(id);
      const unknown = new Map(created.filter(isUnknown).map((one) => [`${one.kind} ${one.id}`, one]));
      if (unknown.size === 0) return;
      const items = await listAccount(platform, {
        isWanted: (kind, id) => unknown.has(`${kind} ${id}`),
        signal: context.signal,
      });
      for (const { kind, id, createdAt, costPerHour } of items) {
        const name = unknown.get(`${kind} ${id}`)?.name ?? id;
        const ways = waysOn(stack, { kind, id, name, isDynamic });
        found.push({ account, kind, id, name, createdAt, costPerHour, deleted: false, ...ways });
      }
    });
  }
  if (found.length === 0) return { unrecorded: [], unsearched };
  const isItself = ({ name, current }: { name: string; current: boolean }) =>
    name === identity.stack || (location.stack === undefined ? current : name === ownName(location.stack));
  const { holders, unread } = await heldBySiblings(location.cwd, isItself, context);
  const unrecorded = found.filter(({ kind, id }) => !holders.has(keyOf({ type: typeOf(kind), id })));
  return { unrecorded, unsearched: [...unsearched, ...(unrecorded.length === 0 ? [] : unread)] };
}

interface Named extends Attributed {
  readonly kind: string;
}

async function createdOn(
  platform: Platform,
  stack: RunStack,
  { unsearched, context }: { readonly unsearched: string[]; readonly context: CommandContext },
): Promise<Named[]> {
  const run = { ...readingRun(platform, context), name: "", stack };
  const found: Named[] = [];
  for (const { kind, createdByStack } of allResources) {
    try {
      const created = (await createdByStack?.(run)) ?? [];
      found.push(...created.map((one) => ({ ...one, kind })));
    } catch (error) {
      context.signal.throwIfAborted();
      // If the key may not list a kind, no run with this key created resources of that kind.
      if (error instanceof PermissionError) continue;
      unsearched.push(`${kind}: ${sentenceOf(messageOf(error))}`);
      // These errors would occur for each further kind too.
      if (error instanceof ConfigurationError || error instanceof AuthenticationError) break;
    }
  }
  return found;
}

export function typeOf(kind: string): string {
  return `podwright:index:${kind}`;
}

interface Way extends Pick<Unrecorded, "kind" | "id" | "name"> {
  readonly isDynamic: boolean;
}

/** Returns the commands that import or delete the resource. Pulumi cannot import dynamic resources. */
function waysOn(stack: Stack, { kind, id, name, isDynamic }: Way): Pick<Unrecorded, "import" | "message"> {
  const remove = `\`${stack.commandLine(`podwright recover --delete-unrecorded ${id}`)}\` deletes it`;
  const said = `This stack created ${id} as ${name}, and no state contains it.`;
  if (isDynamic) return { message: `${said} ${remove}.` };
  const line = stack.commandLine(`pulumi import ${typeOf(kind)} ${quoted(name)} ${id} --protect=false`);
  const inside = `Inside a component, use the resource option import: "${id}" instead.`;
  return { import: line, message: `${said} \`${line}\` imports it, and ${remove}. ${inside}` };
}
