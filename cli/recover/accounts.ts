import { hasItem } from "../../provider/kinds/kinds";
import type { Settings } from "../../provider/settings/read-settings";
import { providerOf, providersOf } from "../account/providers";
import { attempt, valueIn } from "../context/attempt";
import type { CommandContext } from "../context/context";
import { areThere, type Held } from "../stack/reading";
import { kindOf } from "../stack/resource-types";
import type { Stack } from "../stack/stack";
import {
  type ExportedState,
  nameOf,
  type PendingOperation,
  pendingIn,
  resourcesIn,
  type StateResource,
} from "../stack/state";

/** An account with the pending operations and recorded resources that belong to it. */
export interface AccountOfStack {
  readonly settings: Settings;
  readonly operations: readonly PendingOperation[];
  readonly held: readonly Held[];
  /** URN of the explicit provider. `undefined` for the default provider. */
  readonly provider?: string | undefined;
  /**
   * The name of an explicit provider that the state no longer contains. The settings then come from the environment and
   * may be wrong.
   */
  readonly lostProvider?: string | undefined;
}

export interface AccountsOfStack {
  readonly accounts: readonly AccountOfStack[];
  /**
   * Reasons why Podwright does not know the account of a provider without pending operations. Each text is a part of a
   * sentence.
   */
  readonly unknown: readonly string[];
}

/**
 * Returns the account of each provider in the state and in the pending operations. The default provider uses the
 * stack's account. An explicit provider has its own account.
 */
export async function accountsOf(
  operations: readonly PendingOperation[],
  state: ExportedState,
  stack: Stack,
  context: CommandContext,
): Promise<AccountsOfStack> {
  const accounts: AccountOfStack[] = [];
  const unknown: string[] = [];
  const resources = operations.map(({ resource }) => resource);
  for (const { urn, settings, isLost } of await providersOf(stack, resourcesIn(state), context, resources)) {
    const own = operations.filter(({ resource }) => providerOf(resource) === urn);
    if ("error" in settings) {
      if (own.length > 0) throw new Error(settings.error);
      unknown.push(settings.error);
      continue;
    }
    accounts.push({
      settings: settings.value,
      provider: urn,
      lostProvider: isLost && urn !== undefined ? nameOf(urn) : undefined,
      operations: own,
      held: heldIn(state)
        .filter((one) => providerOf(one) === urn)
        .map(({ type, urn: own, id = "" }) => ({ type, name: nameOf(own), id })),
    });
  }
  return { accounts, unknown };
}

/** Returns the resources that the state records. It leaves out work that ends, because it does not stay on RunPod. */
function heldIn(state: ExportedState): StateResource[] {
  const deleting = new Set(
    pendingIn(state).flatMap(({ type, resource }) => (type === "deleting" ? [resource.id] : [])),
  );
  return resourcesIn(state).filter((one) => {
    const kind = kindOf(one.type);
    const isDoomed = one.delete === true || one.pendingReplacement === true || deleting.has(one.id);
    return kind !== undefined && hasItem(kind) && one.id !== undefined && !isDoomed;
  });
}

/**
 * Number of recorded resources that Podwright reads to recognize an account. Each resource that the account lacks costs
 * a request.
 */
const mostRead = 10;

/**
 * Throws if this is probably not the account of the interrupted run. The account is probably wrong if it has no
 * resource of the state, or if the state has lost the provider with the key. On another account, Podwright would not
 * find the resources that the run created.
 */
export async function refuseOtherAccount(
  { held, lostProvider }: AccountOfStack,
  platform: Parameters<typeof areThere>[1],
  context: CommandContext,
): Promise<void> {
  if (lostProvider !== undefined) {
    throw new Error(
      `the state no longer contains provider ${lostProvider}, whose key the interrupted run used. The account of this environment has no resource of that run, so Podwright wrote nothing: ` +
        "set PODWRIGHT_API_KEY to the key of that provider and try again. If the run created nothing, `pulumi refresh --clear-pending-creates` drops the pending creation",
    );
  }
  if (held.length === 0) return;
  const read = held.slice(0, mostRead);
  const there = await attempt(() => areThere(read, platform, context), context.signal);
  // If any read failed, the result proves nothing.
  if (valueIn(there)?.includes(true) !== false) return;
  const names = read.map(({ name, id }) => `${name} (${id})`).join(", ");
  throw new Error(
    `this API key's account has none of the resources in the state (${names}), so the key probably belongs to another account. Podwright wrote nothing: ` +
      "set the key of the interrupted run. If all of these resources are gone, run `pulumi refresh` first, which removes them from the state",
  );
}
