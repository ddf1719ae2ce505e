import type { Platform } from "../../client";
import { isPlatformError } from "../../client/http/answers/substitute";
import { asCalled } from "../../kernel/as-called";
import { messageOf } from "../../kernel/plain-text";
import { listAccount } from "../account/inventory";
import { claimOf, claimText, type KnownStacks } from "../account/ownership";
import { sentenceOf } from "../context/attempt";
import type { CommandContext } from "../context/context";
import { lostRun } from "../operate/report";
import { onAccount } from "../stack/connection";
import { brokenBy, type Finding, type GuardedItem, type Question, stackNamesOf, unowned } from "./report";
import { type GuardedKind, guardedKinds } from "./rules";

/** The user's permissions for changes. */
export interface Permission {
  /** `unowned`, or the names of stacks. The command may stop only resources of these stacks. */
  readonly stops: readonly string[];
  /** True if the command may stop pods without a volume, which lose all their data. */
  readonly discardsData: boolean;
  /** The states that Podwright read. */
  readonly known: KnownStacks;
}

/**
 * Returns the reason why the command must not change the item, or `undefined` if it may change it. Only a state proves
 * that an item is a stack's: a copy of a pod has the mark of the original.
 */
export function reasonToLeave(item: GuardedItem, { stops, known }: Permission): string | undefined {
  const { kind, owner } = item;
  if (kind === "Cluster")
    return "Podwright does not stop clusters, because only a delete of the cluster ends its pods.";
  const claim = claimOf(item, known, owner ?? undefined);
  if (claim.is === "nobody's") {
    if (stops.includes(unowned)) return undefined;
    return `The resource belongs to no stack that Podwright knows of. \`--stop ${unowned}\` stops such resources, too.`;
  }
  if (claim.is === "unknown") return `${claimText(claim)}.`;
  const isNamed = stops.some((one) => stackNamesOf(owner).includes(one));
  if (!isNamed) return "No --stop flag names the stack of this resource.";
  if (claim.is === "another's") return "The states of several stacks contain the resource.";
  return claim.by === "state" ? undefined : `No state proves whose it is: ${claimText(claim)}.`;
}

type Outcome = Pick<Finding, "outcome" | "note">;

/**
 * Stops the items, one after the other. Reads each account again first, and skips an item that works again or that
 * another user has stopped. If one stop fails, the function continues with the other items.
 */
export async function stopAll(
  items: readonly GuardedItem[],
  { question, permission }: { readonly question: Question; readonly permission: Permission },
  context: CommandContext,
): Promise<ReadonlyMap<GuardedItem, Outcome>> {
  const outcomes = new Map<GuardedItem, Outcome>();
  for (const account of new Set(items.map((item) => item.account))) {
    const own = items.filter((item) => item.account === account);
    await onAccount(account.settings, context, async (platform) => {
      const ids = new Set(own.map(({ id }) => id));
      const wanted = { kinds: guardedKinds, isWanted: (_: string, id: string) => ids.has(id), activity: true };
      const now = await listAccount(platform, { ...wanted, signal: context.signal });
      for (const item of own) {
        context.signal.throwIfAborted();
        const current = now.find(({ kind, id }) => kind === item.kind && id === item.id);
        outcomes.set(item, await outcomeOf({ ...item, ...current }, current !== undefined));
      }

      async function outcomeOf(item: GuardedItem, exists: boolean): Promise<Outcome> {
        const isBroken = exists && item.costPerHour !== 0 && brokenBy(item, question, context.clock.now()).length > 0;
        if (!isBroken) return { outcome: "left", note: "The resource no longer breaks a rule." };
        try {
          return await stop[item.kind as GuardedKind](item, platform, permission);
        } catch (error) {
          if (!isPlatformError(error)) throw error;
          return { outcome: "failed", note: `RunPod did not stop the resource: ${sentenceOf(messageOf(error))}.` };
        }
      }
    });
  }
  return outcomes;
}

/** Ctrl-C does not abort a stop request, because the result of an aborted request is unknown. */
const stop: Readonly<
  Record<GuardedKind, (item: GuardedItem, platform: Platform, permission: Permission) => Promise<Outcome>>
> = {
  Pod: async ({ id, owner }, { pods }, { discardsData }) => {
    const { locked, mounts } = await pods.get(id);
    if (locked) return { outcome: "left", note: "The pod is locked, and RunPod does not stop locked pods." };
    const keepsData = mounts.persistent !== undefined || mounts.network !== undefined;
    if (!keepsData && !discardsData) {
      const note =
        "The pod has no volume, so a stop would erase all its files. With --discard-data, Podwright stops such a pod anyway.";
      return { outcome: "left", note };
    }
    await pods.act(id, "stop");
    return {
      outcome: "stopped",
      note: `The stop erased the pod's container disk. ${asCalled(owner?.kind === "Task" ? lostRun : "`podwright start` starts the pod again.")}`,
    };
  },
  // Podwright does not set `workersMax` to 0, because jobs would then wait forever.
  ServerlessEndpoint: async ({ id }, { endpoints }) => {
    const { wholeSet } = await import("../../provider/kinds/serverless-endpoint/wire.js");
    const endpoint = await endpoints.get(id);
    const { workersMin } = endpoint;
    if (workersMin === 0) {
      return { outcome: "left", note: "The endpoint already has workersMin 0, so RunPod ends idle workers by itself." };
    }
    await endpoints.update(id, { ...wholeSet(endpoint), workersMin: 0 });
    return {
      outcome: "stopped",
      note: `The endpoint now has workersMin 0 instead of ${workersMin}. The endpoint still accepts jobs.`,
    };
  },
  Cluster: async () => ({ outcome: "left" }),
};
