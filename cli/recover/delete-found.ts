import { messageOf } from "../../kernel/plain-text";
import { defaultTimeoutMs } from "../../provider/hosts/host-operations";
import { deleteResource, type Known, readKnown } from "../account/delete";
import { sentenceOf } from "../context/attempt";
import type { CommandContext } from "../context/context";
import { onAccount } from "../stack/connection";
import { readingRun } from "../stack/reading";
import { nameOf, type PendingOperation } from "../stack/state";
import type { AccountOfStack } from "./accounts";
import type { Finding, Outcome } from "./outcome";
import { readable } from "./settle";
import { type Found, typeOf } from "./unrecorded";

/** A resource that Podwright will delete as `pulumi destroy` would. */
export interface Doomed {
  readonly account: AccountOfStack;
  readonly type: string;
  /** The logical name. */
  readonly name: string;
  readonly id: string;
  /** The known inputs and outputs. Absent if Podwright has not read them from RunPod. */
  readonly known?: Known;
}

/** Returns the resources that Podwright must delete according to the outcomes. */
export function doomedIn(
  outcomes: readonly Outcome[],
  accounts: readonly AccountOfStack[],
  findings: ReadonlyMap<PendingOperation, Finding>,
): Doomed[] {
  return outcomes.flatMap((outcome) => {
    const account = accounts.find(({ operations }) => operations.includes(outcome.operation));
    if (outcome.action !== "deleted" || account === undefined) return [];
    const { urn, type, inputs = {} } = outcome.operation.resource;
    const created = findings.get(outcome.operation)?.created ?? [];
    return outcome.deleted.map((id) => {
      const state = created.find((one) => one.id === id)?.outputs ?? {};
      return { account, type, name: nameOf(urn), id, known: { inputs: readable(inputs), state } };
    });
  });
}

export function doomedUnrecorded(unrecorded: readonly Found[]): Doomed[] {
  return unrecorded.map(({ account, kind, name, id }) => ({ account, type: typeOf(kind), name, id }));
}

/**
 * Deletes the resources one after the other, and returns the reason of each failure by id. The function never throws.
 * No state records these resources, so only the report can name the remaining resources.
 */
export async function deleteAll(doomed: readonly Doomed[], context: CommandContext): Promise<Map<string, string>> {
  const left = new Map<string, string>();
  for (const one of doomed) {
    try {
      await onAccount(one.account.settings, context, async (platform) => {
        const run = readingRun(platform, context, (line) => context.warn(`${line}\n`));
        const deleting = { ...run, name: one.name, timeoutMs: defaultTimeoutMs };
        const known = one.known ?? (await readKnown(one, deleting));
        if (known !== undefined) await deleteResource(one, known, deleting);
      });
    } catch (error) {
      left.set(one.id, `Podwright did not delete ${one.name} (${one.id}): ${sentenceOf(messageOf(error))}`);
    }
  }
  return left;
}
