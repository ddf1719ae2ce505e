import { someAtOnce } from "../../kernel/some-at-once";
import type { RunStack } from "../../provider/session/run";
import type { Settings } from "../../provider/settings/read-settings";
import { accountKey, accountsOfStack } from "../account/accounts";
import { readStacks, stackAt } from "../account/ownership";
import { attempt } from "../context/attempt";
import type { CommandContext } from "../context/context";
import { createdBy } from "../recover/find-created";
import { onAccount } from "../stack/connection";
import { identityOf } from "../stack/past-states";
import { isSameStack, placeOf, type StackLocation, stackNamed } from "../stack/place";
import { readingRun } from "../stack/reading";
import { pulumisAtOnce, type Stack } from "../stack/stack";
import { nameOf, type PendingOperation } from "../stack/state";
import type { Compared } from "./comparing/compare";
import type { Holding } from "./held-twice";
import type { DriftReport } from "./report";
import { findUnmanaged, type Outside, type Target } from "./unmanaged";

/** The resources on the stacks' accounts that no stack manages, as far as Podwright could list them. */
interface OutsideStacks {
  readonly report: Pick<
    DriftReport,
    "unmanaged" | "interrupted" | "stacksNotCompared" | "stacksNotRead" | "unmanagedError"
  >;
  /** The names of stacks that this run did not compare, by kind and id of the resources that they manage. */
  readonly holders: ReadonlyMap<string, string>;
  /** Resources that belong to stacks that the rules leave out. */
  readonly skippedHoldings: readonly Holding[];
}

/** Prices of volumes in US dollars per GB and month, by type. */
type Volumes = Readonly<Record<string, number>>;

/** Lists each account once. A failure of one account does not hide the results of the other accounts. */
export async function outsideStacks(
  compared: readonly Compared[],
  context: CommandContext,
  { volumes, skipped, isPart }: OutsideOptions,
): Promise<OutsideStacks> {
  const read = compared.filter(({ isRead }) => isRead);
  const unread = compared.filter(({ isRead }) => !isRead).map(({ drift }) => placeOf(drift));
  const errors = new Set(unread.length === 0 ? [] : [`Podwright could not read ${unread.join(", ")}`]);
  const tried = async <T>(work: () => Promise<T>): Promise<T[]> => {
    const outcome = await attempt(work, context.signal);
    if ("value" in outcome) return [outcome.value];
    errors.add(outcome.error);
    return [];
  };
  const accounts = new Map<string, Account>();
  await someAtOnce(read, pulumisAtOnce, async ({ stack, drift, pending, resources }) => {
    const place = placeOf(drift);
    const known = await accountsOfStack(stack, resources, place, context);
    for (const reason of known.unseen) errors.add(`Podwright could not read the account of ${reason}`);
    const here = { stack: place, recover: stack.commandLine("podwright recover") };
    const own = pending.map((operation) => ({ ...operation, here }));
    for (const { settings, provider } of known.accounts) {
      const key = accountKey(settings);
      const before = accounts.get(key);
      const uses = [...(before?.uses ?? []), { stack, provider }];
      accounts.set(key, { settings, pending: [...(before?.pending ?? []), ...own], uses });
    }
  });
  const targets = await targetsOf(read);
  const { held, ...others } = await othersOf(read, { targets: [...targets.values()], skipped }, context);
  const found: Outside[] = [];
  for (const account of accounts.values()) {
    const where = { compared: read, targets, others, held, isPart, areUncertain: unread.length > 0, context, volumes };
    found.push(...(await tried(() => search(account, where))));
  }
  // Two keys may belong to one account, and both lists then contain the same resources.
  const interrupted = distinct(found.flatMap((one) => one.interrupted));
  const unmanaged = distinct(
    found.flatMap((one) => one.unmanaged),
    interrupted,
  );
  const listed = {
    // Without all accounts and stacks, Podwright does not know the stack that a resource belongs to.
    unmanaged: errors.size === 0 ? unmanaged : unmanaged.map(({ import: _, ...one }) => one),
    ...(interrupted.length === 0 ? {} : { interrupted }),
    stacksNotCompared: [...others.places],
    ...(others.unread.length === 0 ? {} : { stacksNotRead: [...others.unread] }),
  };
  const skippedHoldings = [...held].map((key) => {
    const [kind = "", id = ""] = key.split(" ");
    return { kind, id, holder: others.holders.get(key) ?? "" };
  });
  const report = { ...(found.length === 0 ? {} : listed), ...failed([...errors]) };
  return { report, holders: others.holders, skippedHoldings };
}

export interface OutsideOptions {
  readonly volumes: Volumes;
  /**
   * Stacks that the rules leave out of a run over all stacks. Absent in every other run.
   */
  readonly skipped: readonly StackLocation[] | undefined;
  /** True if other parts of a sharded run compare further stacks. */
  readonly isPart: boolean;
}

interface Item {
  readonly kind: string;
  readonly id: string;
}

/** Returns each resource once, without the resources of the second list. */
export function distinct<One extends Item>(found: readonly One[], others: readonly Item[] = []): One[] {
  const keyOf = ({ kind, id }: Item) => `${kind} ${id}`;
  const taken = new Set(others.map(keyOf));
  return found.filter((one) => !taken.has(keyOf(one)) && taken.add(keyOf(one)));
}

interface Others extends Pick<OutsideStacks, "holders"> {
  /** The stacks of the backend that this run did not compare. */
  readonly listed: readonly RunStack[];
  /** The names of those of the same projects. */
  readonly places: readonly string[];
  readonly unread: readonly string[];
  /** The resources of the stacks that the rules leave out, by kind and id. These resources count as managed. */
  readonly held: ReadonlySet<string>;
}

/** Reads the other stacks of the backend, which may manage further resources. */
async function othersOf(
  compared: readonly Compared[],
  { targets, skipped = [] }: { readonly targets: readonly RunStack[]; readonly skipped: OutsideOptions["skipped"] },
  context: CommandContext,
): Promise<Others> {
  const isCompared = (stack: RunStack) => targets.some((one) => isSameStack(one, stack));
  const folders = compared.map(({ drift: { cwd } }) => ({ cwd }));
  const known = await readStacks(folders, context, "backend", isCompared);
  const leftOut = skipped.flatMap((one) => stackAt(one, known) ?? []);
  const isLeftOut = (stack: RunStack) => leftOut.some((one) => isSameStack(one, stack));
  const isOfProject = ({ project }: RunStack) => targets.some((one) => one.project === project);
  const listed = known.listed.filter((one) => !isCompared(one));
  const all = [...known.holders];
  return {
    listed,
    places: listed.filter((one) => isOfProject(one) && !isLeftOut(one)).map(placeOf),
    unread: known.unread,
    holders: new Map(all.map(([key, holders]) => [key, holders.map(({ place }) => place).join(" and ")])),
    held: new Set(all.flatMap(([key, holders]) => (holders.every(isLeftOut) ? key : []))),
  };
}

async function targetsOf(compared: readonly Compared[]): Promise<ReadonlyMap<Stack, Target>> {
  const targets = await someAtOnce(compared, pulumisAtOnce, async ({ stack, resources, location }) => {
    const { project = "", name } = await identityOf({ stack, resources, location });
    const commandLine = (line: string) => stack.commandLine(line);
    const { organization } = stackNamed(location.stack ?? "");
    return [stack, { organization, project, stack: name, commandLine }] as const;
  });
  return new Map(targets);
}

interface Account {
  readonly settings: Settings;
  /** The stacks on this account, each with the URN of the explicit provider that opens the account. */
  readonly uses: readonly { readonly stack: Stack; readonly provider: string | undefined }[];
  /** The pending creations of the stacks on this account. */
  readonly pending: readonly (PendingOperation & {
    readonly here: { readonly stack: string; readonly recover: string };
  })[];
}

interface Search {
  readonly compared: readonly Compared[];
  readonly targets: ReadonlyMap<Stack, Target>;
  readonly others: Omit<Others, "held">;
  /** Resources of stacks that the rules leave out, by kind and id. These resources count as managed. */
  readonly held: ReadonlySet<string>;
  readonly isPart: boolean;
  readonly areUncertain: boolean;
  readonly context: CommandContext;
  readonly volumes: Volumes;
}

function search(
  { settings, pending, uses }: Account,
  { compared, targets, others, held, isPart, areUncertain, context, volumes }: Search,
): Promise<Outside> {
  return onAccount(settings, context, async (platform) => {
    const coming = await createdBy(pending, readingRun(platform, context));
    return await findUnmanaged(platform, {
      signal: context.signal,
      volumes,
      targets: [...targets].map(([stack, target]) => {
        const use = uses.find((one) => one.stack === stack);
        return { ...target, imports: use !== undefined, provider: use?.provider };
      }),
      isHeld: isHeldBy(new Set(compared.flatMap(({ ids }) => ids)), held),
      coming: new Map([...coming].map(([id, { resource, here }]) => [id, { ...here, resource: nameOf(resource.urn) }])),
      names: new Set(compared.flatMap((one) => one.names)),
      siblings: others.listed,
      holders: others.holders,
      areUnread: others.unread.length > 0,
      areUncertain,
      isPart,
    });
  });
}

function isHeldBy(ids: ReadonlySet<string>, keys: ReadonlySet<string>): (kind: string, id: string) => boolean {
  return (kind, id) => ids.has(id) || keys.has(`${kind} ${id}`);
}

function failed(reasons: readonly string[]): Pick<DriftReport, "unmanagedError"> {
  if (reasons.length === 0) return {};
  return { unmanagedError: `Podwright could not list the resources that no stack manages: ${reasons.join("; ")}` };
}
