import type { Platform } from "../../client";
import type { Listed } from "../../provider/operations/resource";
import { type Account, kindOnAccount, kindsOnAccount, type OnAccount } from "../cost/kinds";
import { Prices } from "../cost/prices";
import { hoursPerMonth, roundMoney } from "../output/money";
import { byText } from "../output/text";
import type { Unmanaged } from "./report";

export interface UnmanagedOptions {
  readonly signal?: AbortSignal;
  /** Ids that some stack holds. */
  readonly held: ReadonlySet<string>;
  /** Logical names that are taken in the stacks. */
  readonly names: ReadonlySet<string>;
  /** A command as a user types it for the one requested stack. */
  readonly commandLine: (command: string) => string;
  /** US dollars per GB and month of network volumes, by type. */
  readonly volumes?: Readonly<Record<string, number>>;
}

/** What of an account no stack holds, dearest first. Pods of a cluster belong to it, and are listed with no other pods. */
export async function findUnmanaged(platform: Platform, options: UnmanagedOptions): Promise<Unmanaged[]> {
  const { signal, held, volumes = {} } = options;
  const listOf = async (kind: OnAccount) => {
    const items = await kindOnAccount(kind).of(platform).list({ signal });
    return items.filter(({ id }) => !held.has(id)).map((item) => ({ kind, item }));
  };
  const unheld = (await Promise.all(kindsOnAccount.map(listOf))).flat();
  const needsCatalog = unheld.some(({ kind }) => kind === "ServerlessEndpoint");
  const catalog = needsCatalog ? await Prices.from(platform, { signal }) : new Prices([], []);
  const account = { platform, prices: { catalog, volumes }, signal };
  const found = await Promise.all(unheld.map(({ kind, item }) => describe(kind, item, account)));
  const sorted = found.toSorted((a, b) => (b.costPerHour ?? 0) - (a.costPerHour ?? 0) || byText(a.name, b.name));
  return withImports(sorted, options);
}

type Unimported = Omit<Unmanaged, "import" | "costPerMonth">;

async function describe(kind: OnAccount, item: Listed, account: Account): Promise<Unimported> {
  const { status, origin, costNow } = kindOnAccount(kind);
  const { amount, unknown } = (await costNow?.(item, account)) ?? { amount: 0 };
  const costPerHour = unknown === undefined ? amount : null;
  const { createdAt, createdBy } = origin?.(item) ?? { createdAt: null, createdBy: null };
  return { kind, id: item.id, name: item.name, status: status?.(item) ?? "", createdAt, costPerHour, createdBy };
}

/** Each with a logical name of its own: Pulumi refuses one that the stack has already. */
function withImports(unheld: readonly Unimported[], { names, commandLine }: UnmanagedOptions): Unmanaged[] {
  const taken = new Set(names);
  return unheld.map((found) => {
    const { kind, id, name } = found;
    const word = wordOf(name);
    const logical = word === "" ? id : taken.has(word) ? `${word}-${id}` : word;
    taken.add(logical);
    const costPerMonth = found.costPerHour === null ? null : roundMoney(found.costPerHour * hoursPerMonth);
    return { ...found, costPerMonth, import: commandLine(`pulumi import podwright:index:${kind} ${logical} ${id}`) };
  });
}

/** Names on the platform hold anything: what is no plain word for a shell becomes a dash. */
function wordOf(name: string): string {
  return name.replace(/[^\w.-]+/g, "-").replace(/^-+|-+$/g, "");
}
