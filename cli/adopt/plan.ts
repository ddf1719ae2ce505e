import type { OnAccount } from "../account/kinds";
import { shownAs } from "../account/kinds";
import type { OwnedItem } from "../account/ownership";
import { byText } from "../output/text";

/** A resource that the stack takes over. */
export interface Adopted {
  /** Its name in the program. */
  readonly name: string;
  readonly kind: OnAccount;
  readonly id: string;
  /** Its creator's stack, or the first word of its name if other resources begin with the same word. */
  readonly group: string;
}

export interface LeftOut {
  readonly name: string;
  readonly kind: OnAccount;
  readonly id: string;
  /** A sentence without its subject and its full stop. */
  readonly reason: string;
}

export interface AdoptionPlan {
  /** In the order of the program: groups by name, and in a group the resources that others need first. */
  readonly adopted: readonly Adopted[];
  readonly left: readonly LeftOut[];
}

/** Resources that others refer to come first. */
export const order: readonly OnAccount[] = [
  "NetworkVolume",
  "Secret",
  "RegistryCredential",
  "Template",
  "Pod",
  "Cluster",
  "ServerlessEndpoint",
];

/**
 * Chooses the resources of an account that a stack can take over. `only` names groups, resources or ids; without names, the
 * plan takes all. A resource with the mark of another stack needs its group's name in `only`, because that stack may still
 * manage it. `used` has the logical names of the stack.
 */
export function adoptionPlan(
  items: readonly OwnedItem[],
  { only = [], used = new Set() }: { readonly only?: readonly string[]; readonly used?: ReadonlySet<string> } = {},
): AdoptionPlan {
  const groups = groupsOf(items);
  const adopted: Adopted[] = [];
  const left: LeftOut[] = [];
  const names = new Set(used);
  const sorted = items.toSorted(
    (a, b) => byText(groups(a), groups(b)) || order.indexOf(a.kind) - order.indexOf(b.kind) || byText(a.name, b.name),
  );
  for (const item of sorted) {
    const { kind, id, name, owner } = item;
    const group = groups(item);
    if (owner?.held) continue;
    const isNamed = [group, id, name].some((word) => only.includes(word));
    if (only.length > 0 && !isNamed) continue;
    const reason = owner !== null && !isNamed ? markOf(group) : kind === "RegistryCredential" ? hidden : undefined;
    if (reason !== undefined) left.push({ name, kind, id, reason });
    else adopted.push({ name: uniqueName(owner?.name ?? name, kind, id, names), kind, id, group });
  }
  return { adopted, left };
}

const hidden = "RunPod never shows its username and password. Declare it with both, and run `pulumi import` for it";

function markOf(group: string): string {
  return `its mark names the stack ${group}, which may still manage it. If that stack is gone, add \`--only ${group}\``;
}

/** A group with one resource would say no more than the resource's name. */
function groupsOf(items: readonly OwnedItem[]): (item: OwnedItem) => string {
  const first = ({ name }: OwnedItem) => /^[\p{L}\p{N}]+/u.exec(name)?.[0] ?? "";
  const counts = new Map<string, number>();
  for (const item of items) counts.set(first(item), (counts.get(first(item)) ?? 0) + 1);
  return (item) => {
    if (item.owner !== null) return shownAs(item.owner);
    const word = first(item);
    return word !== "" && (counts.get(word) ?? 0) > 1 ? word : "";
  };
}

/** Pulumi takes any name, but a shell, a file of configuration and a program read these characters best. */
function uniqueName(name: string, kind: string, id: string, names: Set<string>): string {
  const plain = name.replace(/[^\w-]+/g, "-").replace(/^-+|-+$/g, "") || id;
  const chosen = [plain, `${plain}-${kind.toLowerCase()}`, `${plain}-${id}`].find((one) => !names.has(one)) ?? id;
  names.add(chosen);
  return chosen;
}

/** The file for `pulumi import --file`. */
export function importFileOf(adopted: readonly Adopted[]): string {
  const resources = adopted.map(({ kind, name, id }) => ({ type: `podwright:index:${kind}`, name, id }));
  return `${JSON.stringify({ resources }, null, 2)}\n`;
}
