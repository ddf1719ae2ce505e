import type { Settings } from "../../provider/settings/read-settings";
import { attempt } from "../program/attempt";
import { onAccount, settingsOf } from "../program/connection";
import type { CommandContext } from "../program/context";
import { createdIdsOf } from "../recover/find-created";
import { readingRun } from "../stack/reading";
import { placeOf } from "../stack/stack";
import type { PendingOperation } from "../stack/state";
import type { Compared } from "./compare";
import type { DriftReport, Unmanaged } from "./report";
import { findUnmanaged } from "./unmanaged";

/** What none of the stacks holds on the accounts they are on, as far as it could be listed. */
type OutsideStacks = Pick<DriftReport, "unmanaged" | "stacksNotCompared" | "unmanagedError">;

/** Lists each account once; a failure of one does not hide the results of the others. */
export async function outsideStacks(
  compared: readonly Compared[],
  context: CommandContext,
  volumes: Volumes,
): Promise<OutsideStacks> {
  const unread = compared.filter(({ drift }) => drift.error !== undefined);
  // What they hold would count as held by none.
  if (unread.length > 0)
    return failed([`what ${unread.map(({ drift }) => placeOf(drift)).join(", ")} holds is not known`]);
  const errors = new Set<string>();
  const tried = async <T>(work: () => Promise<T>): Promise<T[]> => {
    const outcome = await attempt(work, context.signal);
    if ("value" in outcome) return [outcome.value];
    errors.add(outcome.error);
    return [];
  };
  const accounts = new Map<string, Account>();
  for (const { stack, pending } of compared) {
    for (const settings of await tried(() => settingsOf(stack, context))) {
      const key = JSON.stringify([settings.baseUrl, settings.apiKey]);
      accounts.set(key, { settings, pending: [...(accounts.get(key)?.pending ?? []), ...pending] });
    }
  }
  const found: Unmanaged[][] = [];
  for (const account of accounts.values()) {
    found.push(...(await tried(() => search(account, compared, { context, volumes }))));
  }
  const others = (await tried(() => othersOf(compared))).flat();
  return {
    ...(found.length === 0 ? {} : { unmanaged: found.flat(), stacksNotCompared: others }),
    ...failed([...errors]),
  };
}

/** US dollars per GB and month, by type. */
type Volumes = Readonly<Record<string, number>>;

/** The other stacks of the same projects: they may hold what the compared ones do not. */
async function othersOf(compared: readonly Compared[]): Promise<string[]> {
  const folders = new Map(compared.map(({ stack, drift }) => [drift.cwd, stack]));
  const others: string[] = [];
  for (const [cwd, stack] of folders) {
    const seen = compared.filter(({ drift }) => drift.cwd === cwd).map(({ drift }) => nameIn(drift.stack));
    // Nothing in an empty stack names it: it is the selected one.
    const isSelectedSeen = seen.includes(undefined);
    const left = (await stack.siblings()).filter(
      ({ name, current }) => !seen.includes(nameIn(name)) && !(current && isSelectedSeen),
    );
    others.push(...left.map(({ name }) => placeOf({ cwd, stack: name })));
  }
  return others;
}

/** `prod` of `organization/project/prod`. */
function nameIn(stack: string | null): string | undefined {
  return stack?.split("/").at(-1);
}

interface Account {
  readonly settings: Settings;
  /** Creations that the stacks on it have pending. */
  readonly pending: readonly PendingOperation[];
}

function search(
  { settings, pending }: Account,
  compared: readonly Compared[],
  { context, volumes }: { readonly context: CommandContext; readonly volumes: Volumes },
): Promise<Unmanaged[]> {
  const { signal } = context;
  return onAccount(settings, context, async (platform) => {
    // A run that is under way, or was killed, has created them for a stack, and an import would hold them twice.
    const coming = await createdIdsOf(pending, readingRun(platform, context));
    const held = new Set([...compared.flatMap(({ ids }) => ids), ...coming]);
    const [only] = compared.length === 1 ? compared : [];
    const names = new Set(compared.flatMap((one) => one.names));
    return await findUnmanaged(platform, {
      signal,
      held,
      names,
      volumes,
      commandLine: (line) => only?.stack.commandLine(line) ?? line,
    });
  });
}

function failed(reasons: readonly string[]): OutsideStacks {
  if (reasons.length === 0) return {};
  return { unmanagedError: `what no stack holds could not be listed: ${reasons.join("; ")}` };
}
