import type { Settings } from "../../provider/settings/read-settings";
import { attempt } from "../context/attempt";
import type { CommandContext } from "../context/context";
import type { Progress } from "../output/progress";
import { onAccount, settingsOf } from "../stack/connection";
import { placeOf, type StackLocation } from "../stack/place";
import { Stack } from "../stack/stack";
import { listAccount, type Wanted } from "./inventory";
import { type OwnedItem, ownerOf, readStacks } from "./ownership";

/** An account with its name in messages. */
export interface NamedAccount {
  readonly label: string;
  readonly settings: Settings;
}

/**
 * Returns the accounts of the named stacks, each account once. If the command line names no stack, returns the account
 * of the environment's key. Without such a key, returns the account of the selected stack.
 */
export async function accountsOf(
  locations: readonly StackLocation[],
  context: CommandContext,
): Promise<readonly NamedAccount[]> {
  const ofStack = async (location: StackLocation) => ({
    label: placeOf(location),
    settings: await settingsOf(new Stack(location, context), context),
  });
  const named = locations.filter(({ stack }) => stack !== undefined);
  if (named.length > 0) return distinct(await Promise.all(named.map(ofStack)));
  const { readSettings } = await import("../../provider/settings/read-settings.js");
  const environment = { label: "the environment", settings: readSettings(undefined, context.env) };
  if (environment.settings.apiKey !== undefined) return [environment];
  const selected = await attempt(() => Promise.all(locations.map(ofStack)), context.signal);
  const found = "value" in selected ? selected.value.filter(({ settings }) => settings.apiKey !== undefined) : [];
  // If there is no key at all, the first request fails with the name of the variable to set.
  return found.length === 0 ? [environment] : distinct(found);
}

function distinct(accounts: readonly NamedAccount[]): NamedAccount[] {
  const byKey = new Map<string, NamedAccount>();
  for (const account of accounts) {
    const { baseUrl, apiKey } = account.settings;
    const key = JSON.stringify([baseUrl, apiKey]);
    if (!byKey.has(key)) byKey.set(key, account);
  }
  return [...byKey.values()];
}

/** The items of one or several accounts, with their owners. */
export interface Inventory {
  readonly items: readonly (OwnedItem & { readonly account: NamedAccount })[];
  /**
   * Projects and stacks that Podwright could not read, each with the reason. These stacks may manage items whose
   * `owner` is `null`.
   */
  readonly unread: readonly string[];
  /**
   * The names of the Pulumi projects in the folders. Without a project, Podwright finds owners only by the marks of
   * items.
   */
  readonly projects: readonly string[];
}

interface Reading {
  readonly context: CommandContext;
  readonly progress: Progress;
  /**
   * True to read the states of all stacks in the folders, because any stack may manage an item. Default: only the named
   * stacks.
   */
  readonly readsEveryStack?: boolean;
}

/** Reads the accounts and the states of the stacks at the same time. */
export async function readInventory(
  locations: readonly StackLocation[],
  wanted: Wanted,
  { context, progress, readsEveryStack = false }: Reading,
): Promise<Inventory> {
  progress.update("reading the account and the stacks");
  const accounts = await accountsOf(locations, context);
  const { signal } = context;
  const holders = readsEveryStack ? locations.map(({ cwd }) => ({ cwd })) : locations;
  const listed = accounts.map((account) =>
    onAccount(account.settings, context, async (platform) =>
      (await listAccount(platform, { ...wanted, signal })).map((item) => ({ ...item, account })),
    ),
  );
  const [stacks, ...lists] = await Promise.all([readStacks(holders, context), ...listed]);
  const items = lists.flat().map((item) => ({ ...item, owner: ownerOf(item, stacks) }));
  return { items, unread: stacks.unread, projects: stacks.projects };
}
