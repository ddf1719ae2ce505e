import type { Platform } from "../../client";
import type { Creator } from "../../provider/creating/creator";
import type { Listed } from "../../provider/session/resource";
import { hoursPerMonth, roundMoney } from "../output/money";
import { byText } from "../output/text";
import { type Account, kindOnAccount, kindsOnAccount, type OnAccount } from "./account-kinds";
import { Prices } from "./prices";

/** An item on an account, and its cost in US dollars: `null` without a known price. */
export interface AccountItem extends Listed {
  readonly kind: OnAccount;
  readonly status: string;
  readonly createdAt: string | null;
  /** The resource that created it, if its environment says so. */
  readonly creator: Creator | undefined;
  readonly costPerHour: number | null;
  readonly costPerMonth: number | null;
}

export interface AccountOptions {
  readonly signal?: AbortSignal;
  /** US dollars per GB and month of network volumes, by type. */
  readonly volumes?: Readonly<Record<string, number>>;
}

/** The wanted items of an account, dearest first. Pods of a cluster count as part of the cluster, not as pods. */
export async function listAccount(
  platform: Platform,
  isWanted: (kind: OnAccount, id: string) => boolean,
  { signal, volumes = {} }: AccountOptions = {},
): Promise<AccountItem[]> {
  const listOf = async (kind: OnAccount) => {
    const items = await kindOnAccount(kind).of(platform).list({ signal });
    return items.filter(({ id }) => isWanted(kind, id)).map((item) => ({ kind, item }));
  };
  const wanted = (await Promise.all(kindsOnAccount.map(listOf))).flat();
  const needsCatalog = wanted.some(({ kind }) => kind === "ServerlessEndpoint");
  const catalog = needsCatalog ? await Prices.from(platform, { signal }) : new Prices([], []);
  const account = { platform, prices: { catalog, volumes }, signal };
  const found = await Promise.all(wanted.map(({ kind, item }) => describe(kind, item, account)));
  return found.toSorted((a, b) => (b.costPerHour ?? 0) - (a.costPerHour ?? 0) || byText(a.name, b.name));
}

async function describe(kind: OnAccount, item: Listed, account: Account): Promise<AccountItem> {
  const { status, origin, costNow } = kindOnAccount(kind);
  const { amount, unknown } = (await costNow?.(item, account)) ?? { amount: 0 };
  const costPerHour = unknown === undefined ? amount : null;
  const costPerMonth = costPerHour === null ? null : roundMoney(costPerHour * hoursPerMonth);
  const { createdAt, creator } = origin?.(item) ?? { createdAt: null, creator: undefined };
  const { id, name } = item;
  return { kind, id, name, status: status?.(item) ?? "", createdAt, costPerHour, creator, costPerMonth };
}
