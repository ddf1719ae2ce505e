/*
 * The one answer to the question which accounts a stack uses: the account of its default provider, whose settings come
 * from the configuration and the environment, and the account of each explicit provider in its state. Every command
 * about an account asks this module, and names the accounts that it could not see. `test/cli/account/one-home.test.ts`
 * finds a command that does not.
 */

import { messageOf } from "../../kernel/plain-text";
import { someAtOnce } from "../../kernel/some-at-once";
import type { Settings } from "../../provider/settings/read-settings";
import { attempt, sentenceOf, valueIn } from "../context/attempt";
import type { CommandContext } from "../context/context";
import { Ending, exitCodes } from "../context/exit-codes";
import type { Progress } from "../output/progress";
import { environmentSettings, onAccount } from "../stack/connection";
import type { Selection } from "../stack/every-stack";
import { placeOf, type StackLocation } from "../stack/place";
import { projectAt } from "../stack/project-file";
import { pulumisAtOnce, Stack } from "../stack/stack";
import { nameOf, resourcesIn, type StateResource } from "../stack/state";
import { listAccount, type Wanted } from "./inventory";
import { type KnownStacks, type OwnedItem, ownerOf, type Reach, readStacks } from "./ownership";
import { providersOf } from "./providers";

/** An account with its name in messages. */
export interface NamedAccount {
  readonly label: string;
  readonly settings: Settings;
  /** URN of the explicit provider with this account. Absent for the default provider and for the environment. */
  readonly provider?: string | undefined;
}

/** The accounts that a command works on. */
export interface Accounts {
  readonly accounts: readonly NamedAccount[];
  /** The accounts that Podwright does not know, each with the reason as a part of a sentence. */
  readonly unseen: readonly string[];
}

/** Returns the accounts of one stack. */
export async function accountsOfStack(
  stack: Stack,
  resources: readonly StateResource[],
  place: string,
  context: CommandContext,
): Promise<Accounts> {
  const accounts: NamedAccount[] = [];
  const unseen: string[] = [];
  for (const { urn, settings, isLost } of await providersOf(stack, resources, context)) {
    const label = urn === undefined ? place : `provider ${nameOf(urn)} of ${place}`;
    if (isLost) unseen.push(`${label}: the state no longer contains the provider with its key`);
    else if ("error" in settings) unseen.push(`${label}: ${settings.error}`);
    else accounts.push({ label, settings: settings.value, provider: urn });
  }
  return { accounts, unseen };
}

/**
 * Returns the accounts of the named stacks, each account once. If the command line names no stack, returns the account
 * of the environment's key and the accounts of the selected stacks.
 */
export async function accountsOf(locations: readonly StackLocation[], context: CommandContext): Promise<Accounts> {
  const named = locations.filter(({ stack }) => stack !== undefined);
  const chosen = named.length > 0 ? named : await selectedIn(locations, context);
  const found = await someAtOnce(chosen, pulumisAtOnce, async (location): Promise<Accounts> => {
    const stack = new Stack(location, context);
    const place = placeOf(location);
    const state = await attempt(() => stack.state(), context.signal);
    if ("error" in state) return { accounts: [], unseen: [`${place}: ${state.error}`] };
    return await accountsOfStack(stack, resourcesIn(state.value), place, context);
  });
  const ofStacks = found.flatMap(({ accounts }) => accounts);
  const unseen = found.flatMap((one) => one.unseen);
  if (named.length > 0) return { accounts: distinct(ofStacks), unseen };
  const environment = { label: "the environment", settings: await environmentSettings(context) };
  const usable = ofStacks.filter(({ settings }) => settings.apiKey !== undefined);
  // If there is no key at all, the first request fails with the name of the variable to set.
  const first = environment.settings.apiKey !== undefined || usable.length === 0 ? [environment] : [];
  return { accounts: distinct([...first, ...usable]), unseen };
}

/** Returns the selected stack of each folder. A folder without a project or without a selected stack has none. */
async function selectedIn(locations: readonly StackLocation[], context: CommandContext): Promise<StackLocation[]> {
  const folders = [...new Set(locations.map(({ cwd }) => cwd))];
  const found = await someAtOnce(folders, pulumisAtOnce, async (cwd) => {
    if (valueIn(await projectAt(cwd)) === undefined) return [];
    // `readStacks` reports the error.
    const listed = valueIn(await attempt(() => new Stack({ cwd }, context).siblings(), context.signal)) ?? [];
    return listed.flatMap(({ name, current }) => (current ? { cwd, stack: name } : []));
  });
  return found.flat();
}

function distinct(accounts: readonly NamedAccount[]): NamedAccount[] {
  const byKey = new Map<string, NamedAccount>();
  for (const account of accounts) {
    const key = accountKey(account.settings);
    if (!byKey.has(key)) byKey.set(key, account);
  }
  return [...byKey.values()];
}

/** Identifies the account of these settings. Two keys may still open the same account. */
export function accountKey({ baseUrl, apiKey }: Settings): string {
  return JSON.stringify([baseUrl, apiKey]);
}

/** Ends a command with an error if its printed result lacks an account that the command line names. */
export function refuseUnseen(unseen: readonly string[]): void {
  if (unseen.length === 0) return;
  throw new Ending(
    exitCodes.failed,
    unseen.map((reason) => `Podwright could not read the account of ${reason}`),
  );
}

/** The items of one or several accounts, with their owners. */
export interface Inventory {
  readonly items: readonly (OwnedItem & { readonly account: NamedAccount })[];
  /**
   * Projects and stacks that Podwright could not read, each with the reason. These stacks may manage items whose
   * `owner` is `null`.
   */
  readonly unread: readonly string[];
  /** The names of the accounts whose items the inventory contains. */
  readonly accounts: readonly string[];
  /** The accounts that Podwright could not read, each with the reason. The inventory lacks their items. */
  readonly unseen: readonly string[];
  /**
   * The names of the Pulumi projects in the folders. Without a project, Podwright finds owners only by the marks of
   * items.
   */
  readonly projects: readonly string[];
  /** The states that Podwright read. `claimOf` weighs them. */
  readonly known: KnownStacks;
}

interface Reading {
  readonly context: CommandContext;
  readonly progress: Progress;
  /**
   * Reads the states of all stacks of the projects in the folders, or of the backend, because any stack may manage an
   * item. Default: only the named stacks, or else the stacks of the projects.
   */
  readonly readsEveryStack?: Reach;
}

/**
 * Reads the accounts and the states of the stacks at the same time. If it cannot read one of several accounts, it still
 * returns the items of the others.
 */
export async function readInventory(
  { locations, unlisted }: Selection,
  wanted: Wanted,
  { context, progress, readsEveryStack }: Reading,
): Promise<Inventory> {
  progress.update("reading the account and the stacks");
  const { accounts, unseen } = await accountsOf(locations, context);
  const { signal } = context;
  const isEvery = readsEveryStack !== undefined;
  const places = locations.map((one) => (isEvery && one.project === undefined ? { cwd: one.cwd } : one));
  const listed = accounts.map(async (account) =>
    onAccount(account.settings, context, async (platform) =>
      (await listAccount(platform, { ...wanted, signal })).map((item) => ({ ...item, account })),
    ),
  );
  const [stacks, lists] = await Promise.all([readStacks(places, context, readsEveryStack), Promise.allSettled(listed)]);
  signal.throwIfAborted();
  const failures = lists.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []));
  // A single account fails with its own error, which names the setting to change.
  if (failures.length === lists.length)
    throw failures[0] ?? new Error(`Podwright knows no account: ${unseen.join("; ")}`);
  const refused = accounts.flatMap(({ label }, index) => {
    const one = lists[index];
    return one?.status === "rejected" ? [`${label}: ${sentenceOf(messageOf(one.reason))}`] : [];
  });
  const items = new Map<string, Inventory["items"][number]>();
  for (const item of lists.flatMap((one) => (one.status === "fulfilled" ? one.value : []))) {
    // Two keys may open the same account, and RunPod gives each id once.
    const key = `${item.account.settings.baseUrl} ${item.kind} ${item.id}`;
    if (!items.has(key)) items.set(key, { ...item, owner: ownerOf(item, stacks) });
  }
  return {
    items: [...items.values()],
    unread: [...stacks.unread, ...unlisted.map(({ cwd, error }) => `the stacks in ${cwd}: ${error}`)],
    accounts: accounts.flatMap(({ label }, index) => (lists[index]?.status === "fulfilled" ? label : [])),
    unseen: [...unseen, ...refused],
    projects: stacks.projects,
    known: stacks,
  };
}
