import { defaultTimeoutMs } from "../../provider/hosts/operations";
import { messageOf } from "../../provider/operations/errors";
import { sentenceOf } from "../program/attempt";
import { onAccount } from "../program/connection";
import type { CommandContext } from "../program/context";
import { readingRun } from "../stack/reading";
import { resourceOf } from "../stack/resource-types";
import { nameOf, type PendingOperation } from "../stack/state";
import type { AccountOfStack } from "./accounts";
import type { Finding, Outcome } from "./outcome";
import { readable } from "./settle";

export interface Deletions {
  readonly accounts: readonly AccountOfStack[];
  readonly findings: ReadonlyMap<PendingOperation, Finding>;
  /** Called with each that could not be deleted, and why. */
  readonly onFailure: (sentence: string) => void;
}

/** Deletes on the platform what the outcomes say, as `pulumi destroy` would; answers them with what is left. */
export async function deleteCreated(
  outcomes: readonly Outcome[],
  { accounts, findings, onFailure }: Deletions,
  context: CommandContext,
): Promise<Outcome[]> {
  const left = new Map<PendingOperation, string[]>();
  for (const { settings, operations } of accounts) {
    const doomed = outcomes.filter((one) => one.action === "deleted" && operations.includes(one.operation));
    if (doomed.length === 0) continue;
    await onAccount(settings, context, async (platform) => {
      const run = {
        ...readingRun(platform, context, (line) => context.warn(`${line}\n`)),
        timeoutMs: defaultTimeoutMs,
      };
      for (const { operation, ...outcome } of doomed) {
        const { urn, type, inputs = {} } = operation.resource;
        const created = findings.get(operation)?.created ?? [];
        for (const id of "deleted" in outcome ? outcome.deleted : []) {
          const state = created.find((one) => one.id === id)?.outputs ?? {};
          const request = { id, inputs: readable(inputs), state };
          const name = nameOf(urn);
          try {
            await resourceOf(type)?.delete({ ...run, name }, request);
          } catch (error) {
            // After Ctrl-C too: no state knows of it any more, so the user has to.
            onFailure(`${name} (${id}) was not deleted: ${sentenceOf(messageOf(error))}`);
            left.set(operation, [...(left.get(operation) ?? []), id]);
          }
        }
      }
    });
  }
  return outcomes.map((one) => {
    const failed = left.get(one.operation);
    if (one.action !== "deleted" || failed === undefined) return one;
    return { ...one, deleted: one.deleted.filter((id) => !failed.includes(id)), left: failed };
  });
}
