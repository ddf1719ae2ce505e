import { resolve } from "node:path";
import { AuthenticationError, ConfigurationError, PermissionError, type Platform } from "../../client";
import { messageOf } from "../../kernel/plain-text";
import { backendIn, creationNotes } from "../../provider/hosts/journal/creations";
import { stateFolder } from "../../provider/hosts/journal/journal";
import { allResources } from "../../provider/kinds/kinds";
import { judge, type Verdict } from "../../provider/ownership/verdict";
import { stateCommands } from "../../provider/pulumi/state-commands";
import type { Attributed } from "../../provider/session/resource";
import type { BegunCreations, RunStack } from "../../provider/session/run";
import { listAccount } from "../account/inventory";
import { sentenceOf } from "../context/attempt";
import type { CommandContext } from "../context/context";
import { onAccount } from "../stack/connection";
import { identityOf } from "../stack/past-states";
import type { StackLocation } from "../stack/place";
import { readingRun } from "../stack/reading";
import { hostOf, kindOf } from "../stack/resource-types";
import { keyOf } from "../stack/siblings";
import type { Stack } from "../stack/stack";
import { type ExportedState, nameOf, pendingIn, resourcesIn, type StateResource } from "../stack/state";
import type { AccountOfStack } from "./accounts";
import { evidenceOf } from "./evidence";
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

/** An item that carries the stack's mark. The state may contain it. */
interface Marked extends Attributed {
  readonly kind: Unrecorded["kind"];
  readonly account: AccountOfStack;
  readonly createdAt: string | null;
  readonly costPerHour: number | null;
}

/**
 * Finds resources that carry the mark of this stack and that no state records, and judges whether a run of this stack
 * created them without recording them. Such a resource exists if only the provider's process died. Pulumi then considers
 * the creation failed, and records no pending operation.
 */
export async function findUnrecorded(search: UnrecordedSearch, context: CommandContext): Promise<UnrecordedFound> {
  const { stack, location, state, accounts, accountedFor } = search;
  const held = resourcesIn(state);
  const resources = [...held, ...pendingIn(state).map(({ resource }) => resource)];
  const { project, name: ownStack } = await identityOf({ stack, location, resources });
  if (project === undefined) return { unrecorded: [], unsearched: ["Podwright does not know the project"] };
  const identity = { organization: "-", project, stack: ownStack };
  const ids = new Set(held.map(keyOf));
  const unsearched: string[] = [];
  const marked: Marked[] = [];
  const isUnknown = ({ kind, id }: Named) => !ids.has(keyOf({ type: typeOf(kind), id })) && !accountedFor.has(id);
  for (const account of accounts) {
    await onAccount(account.settings, context, async (platform) => {
      const created = await createdOn(platform, identity, { unsearched, context });
      const doubtful = new Set(created.filter(isUnknown).map(({ marker }) => marker));
      // Another item with the same mark decides which of them is the original.
      const named = new Map(
        created.filter(({ marker }) => doubtful.has(marker)).map((one) => [`${one.kind} ${one.id}`, one]),
      );
      if (named.size === 0) return;
      const items = await listAccount(platform, {
        isWanted: (kind, id) => named.has(`${kind} ${id}`),
        signal: context.signal,
      });
      for (const { kind, id, createdAt, costPerHour } of items) {
        const one = named.get(`${kind} ${id}`);
        if (one !== undefined) marked.push({ ...one, kind, account, createdAt, costPerHour });
      }
    });
  }
  const unknown = marked.filter(isUnknown);
  if (unknown.length === 0) return { unrecorded: [], unsearched };
  const times = marked.map(({ createdAt }) => createdAt);
  const evidence = await evidenceOf({ stack, location, state, times }, context);
  const notes = notesOf(location, context);
  const unrecorded = unknown.flatMap((one): Found[] => {
    const others = marked.filter((other) => other !== one && other.marker === one.marker);
    const begunAt = notes?.timeOf({ ...one, project, stack: ownStack });
    const verdict = judge({ ...one, begunAt }, others, evidence);
    if (verdict.is === "held") return [];
    const { account, kind, id, name, createdAt, costPerHour } = one;
    const ways =
      verdict.is === "unfinished" ? waysOn(stack, one, held) : { message: whyLeftAlone(stack, one, verdict) };
    return [{ account, kind, id, name, createdAt, costPerHour, deleted: false, verdict: verdict.is, ...ways }];
  });
  return { unrecorded, unsearched: [...unsearched, ...(unrecorded.length === 0 ? [] : evidence.unread)] };
}

function whyLeftAlone(
  stack: Stack,
  { id, name }: Marked,
  verdict: Exclude<Verdict, { readonly is: "held" | "unfinished" }>,
): string {
  if (verdict.is === "released") {
    const adopt = stack.commandLine(`podwright recover --adopt ${id}`);
    return `The run that ended at ${verdict.at} recorded ${id} as ${name}, and later somebody removed it from the state. If it still belongs to this stack, \`${adopt}\` writes it back into the state. If nobody needs it, delete it in RunPod's console.`;
  }
  if (verdict.is === "copy") return `${id} is a copy, because ${verdict.why}. Podwright leaves it alone.`;
  return `Podwright cannot prove that an unfinished run of this stack created ${id}: ${verdict.why}. Podwright leaves it alone. Find out whose it is. If nobody needs it, delete it in RunPod's console.`;
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

/** The notes of this machine. The plugin writes them, with the same environment and in the same project. */
function notesOf({ cwd }: StackLocation, { env }: CommandContext): BegunCreations | undefined {
  const folder = stateFolder(env);
  return folder === undefined ? undefined : creationNotes(folder, backendIn(env, resolve(cwd)));
}

export function typeOf(kind: string): string {
  return `podwright:index:${kind}`;
}

/** Returns the commands that import or delete the resource, as far as they work. */
function waysOn(
  stack: Stack,
  { account, kind, id, name }: Marked,
  held: readonly StateResource[],
): Pick<Unrecorded, "import" | "message"> {
  const remove = `\`${stack.commandLine(`podwright recover --delete-unrecorded ${id}`)}\` deletes it`;
  const said = `A failed run of this stack created ${id} as ${name}, and no state contains it.`;
  const old = held.find(({ type, urn }) => kindOf(type) === kind && nameOf(urn) === name);
  if (old !== undefined) {
    return { message: `${said} Pulumi cannot import it, because the state contains ${old.id} as ${name}. ${remove}.` };
  }
  // Pulumi cannot import a dynamic resource.
  if (!held.some(({ type }) => type === "pulumi:providers:podwright" || hostOf(type) === "plugin")) {
    return { message: `${said} ${remove}.` };
  }
  if (held.some(({ type, custom }) => custom === false && type !== "pulumi:pulumi:Stack")) {
    return { message: `${said} \`pulumi up\` prints the command that imports it into its component, and ${remove}.` };
  }
  const { provider } = account;
  const line = stack.commandLine(stateCommands.import({ type: typeOf(kind), name, id, provider, protect: false }));
  return { import: line, message: `${said} \`${line}\` imports it, and ${remove}.` };
}
