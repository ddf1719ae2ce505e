import type { OnAccount } from "../account/kinds";
import { shownAs } from "../account/kinds";
import type { OwnedItem } from "../account/ownership";
import { byText } from "../output/text";
import type { Adopted, LeftOut } from "./report";

export interface AdoptionPlan {
  /**
   * Resources in the order of the program, sorted by group. Within a group, a resource comes before the resources that
   * refer to it.
   */
  readonly adopted: readonly Adopted[];
  readonly left: readonly LeftOut[];
}

/** The order of kinds in a program. A kind that other kinds refer to comes first. */
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
 * Chooses the resources of an account that a stack can adopt. `only` names groups, resources or ids. If `only` is
 * empty, the plan adopts all resources. If a resource has the mark of another stack, that stack may still manage it.
 * The plan then adopts the resource only if `only` names it or its group. `used` contains the logical names that the
 * stack already uses.
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

const hidden =
  "RunPod never returns the username and password of a credential. Declare the credential with its username and password, and import the credential with `pulumi import`";

function markOf(group: string): string {
  return `the mark on the resource names the stack ${group}, which may still manage the resource. If that stack no longer exists, add \`--only ${group}\``;
}

/**
 * Returns the group of each resource. A resource forms no group alone, because the heading would only repeat its name.
 */
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

/**
 * Chooses a unique logical name. The name contains only characters that are safe in shells, configuration files and
 * programs.
 */
function uniqueName(name: string, kind: string, id: string, names: Set<string>): string {
  const plain = name.replace(/[^\w-]+/g, "-").replace(/^-+|-+$/g, "") || id;
  const chosen = [plain, `${plain}-${kind.toLowerCase()}`, `${plain}-${id}`].find((one) => !names.has(one)) ?? id;
  names.add(chosen);
  return chosen;
}
