import type { RunStack } from "../../provider/session/run";
import type { Settings } from "../../provider/settings/read-settings";
import { attempt } from "../context/attempt";
import type { CommandContext } from "../context/context";
import { createdBy } from "../recover/find-created";
import { onAccount, settingsOf } from "../stack/connection";
import { identityOf } from "../stack/past-states";
import { readingRun } from "../stack/reading";
import { type HeldBySiblings, heldBySiblings, ownName } from "../stack/siblings";
import { placeOf } from "../stack/stack";
import { nameOf, type PendingOperation } from "../stack/state";
import type { Compared } from "./compare";
import type { DriftReport } from "./report";
import { findUnmanaged, type Outside, type Target } from "./unmanaged";

/** The resources on the stacks' accounts that no stack holds, as far as Podwright could list them. */
interface OutsideStacks {
  readonly report: Pick<
    DriftReport,
    "unmanaged" | "interrupted" | "stacksNotCompared" | "stacksNotRead" | "unmanagedError"
  >;
  /** By kind and id: the stack that holds it and was not compared. */
  readonly holders: ReadonlyMap<string, string>;
}

/** US dollars per GB and month, by type. */
type Volumes = Readonly<Record<string, number>>;

/** Lists each account once; a failure of one does not hide the results of the others. */
export async function outsideStacks(
  compared: readonly Compared[],
  context: CommandContext,
  volumes: Volumes,
): Promise<OutsideStacks> {
  const unread = compared.filter(({ drift }) => drift.error !== undefined);
  // Their resources would count as held by no stack.
  if (unread.length > 0) {
    const places = unread.map(({ drift }) => placeOf(drift)).join(", ");
    return { report: failed([`it could not read ${places}`]), holders: new Map() };
  }
  const errors = new Set<string>();
  const tried = async <T>(work: () => Promise<T>): Promise<T[]> => {
    const outcome = await attempt(work, context.signal);
    if ("value" in outcome) return [outcome.value];
    errors.add(outcome.error);
    return [];
  };
  const accounts = new Map<string, Account>();
  for (const { stack, drift, pending } of compared) {
    for (const settings of await tried(() => settingsOf(stack, context))) {
      const key = JSON.stringify([settings.baseUrl, settings.apiKey]);
      const here = { stack: placeOf(drift), recover: stack.commandLine("podwright recover") };
      const own = pending.map((operation) => ({ ...operation, here }));
      accounts.set(key, { settings, pending: [...(accounts.get(key)?.pending ?? []), ...own] });
    }
  }
  const others = await othersOf(compared, context);
  const targets = await targetsOf(compared);
  const found: Outside[] = [];
  for (const account of accounts.values()) {
    found.push(...(await tried(() => search(account, { compared, targets, others, context, volumes }))));
  }
  const interrupted = found.flatMap((one) => one.interrupted);
  const listed = {
    unmanaged: found.flatMap((one) => one.unmanaged),
    ...(interrupted.length === 0 ? {} : { interrupted }),
    stacksNotCompared: others.stacks.map(({ place }) => place),
    ...(others.unread.length === 0 ? {} : { stacksNotRead: [...others.unread] }),
  };
  return { report: { ...(found.length === 0 ? {} : listed), ...failed([...errors]) }, holders: others.holders };
}

interface Others extends Pick<HeldBySiblings, "unread">, Pick<OutsideStacks, "holders"> {
  readonly stacks: readonly (RunStack & { readonly place: string })[];
}

/** The other stacks of the same projects: they may hold further resources. A broken stack does not hide the others. */
async function othersOf(compared: readonly Compared[], context: CommandContext): Promise<Others> {
  const stacks: Others["stacks"][number][] = [];
  const holders = new Map<string, string>();
  const unread: string[] = [];
  for (const [cwd, first] of new Map(compared.map((one) => [one.drift.cwd, one]))) {
    const seen = compared.filter(({ drift }) => drift.cwd === cwd).map(({ drift }) => drift.stack);
    const names = new Set(seen.map((name) => name && ownName(name)));
    // An empty stack has no name in its resources: it is the selected stack.
    const isSelectedSeen = names.has(null);
    const found = await heldBySiblings(
      cwd,
      ({ name, current }) => names.has(name) || (current && isSelectedSeen),
      context,
    );
    const { project = "" } = await identityOf({ ...first, location: { cwd } });
    stacks.push(...found.stacks.map(({ name, place }) => ({ organization: "-", project, stack: name, place })));
    for (const [key, { place }] of found.holders) holders.set(key, place);
    unread.push(...found.unread);
  }
  return { stacks, holders, unread };
}

async function targetsOf(compared: readonly Compared[]): Promise<Target[]> {
  return await Promise.all(
    compared.map(async ({ stack, resources, drift }) => {
      const { project = "", name } = await identityOf({ stack, resources, location: { cwd: drift.cwd } });
      const commandLine = (line: string) => stack.commandLine(line);
      return { organization: "-", project, stack: name, commandLine };
    }),
  );
}

interface Account {
  readonly settings: Settings;
  /** Pending creations of the stacks on this account. */
  readonly pending: readonly (PendingOperation & {
    readonly here: { readonly stack: string; readonly recover: string };
  })[];
}

interface Search {
  readonly compared: readonly Compared[];
  readonly targets: readonly Target[];
  readonly others: Others;
  readonly context: CommandContext;
  readonly volumes: Volumes;
}

function search(
  { settings, pending }: Account,
  { compared, targets, others, context, volumes }: Search,
): Promise<Outside> {
  return onAccount(settings, context, async (platform) => {
    const coming = await createdBy(pending, readingRun(platform, context));
    return await findUnmanaged(platform, {
      signal: context.signal,
      volumes,
      targets,
      held: new Set(compared.flatMap(({ ids }) => ids)),
      coming: new Map([...coming].map(([id, { resource, here }]) => [id, { ...here, resource: nameOf(resource.urn) }])),
      names: new Set(compared.flatMap((one) => one.names)),
      siblings: others.stacks,
      holders: others.holders,
      areUnread: others.unread.length > 0,
    });
  });
}

function failed(reasons: readonly string[]): Pick<DriftReport, "unmanagedError"> {
  if (reasons.length === 0) return {};
  return { unmanagedError: `Podwright could not list the resources that no stack manages: ${reasons.join("; ")}` };
}
