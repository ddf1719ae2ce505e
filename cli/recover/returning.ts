import type { PastRun } from "../../provider/ownership/history";
import { isAutonamed } from "../../provider/planning/marker";
import { kindsOnAccount, type OnAccount } from "../account/kinds";
import { providerOf, providersOf } from "../account/providers";
import { attempt } from "../context/attempt";
import type { CommandContext } from "../context/context";
import { onAccount } from "../stack/connection";
import { identityOf, statesOf } from "../stack/past-states";
import { readingRun } from "../stack/reading";
import { hostOf, kindOf, resourceOf } from "../stack/resource-types";
import { nameOf, pendingIn, resourcesIn, type StateResource, stackOf } from "../stack/state";
import { type EvidenceQuery, evidenceOf } from "./evidence";
import { readable } from "./settle";

/** A resource that the state has lost, as the state after a past run contains it. */
export interface Returning {
  readonly kind: OnAccount;
  readonly id: string;
  /** The logical name. */
  readonly name: string;
  readonly entry: StateResource;
  /** The end of the run whose state contains the resource. */
  readonly at: string;
}

type ReturningQuery = Omit<EvidenceQuery, "times"> & {
  /** Says more about a resource that carries the mark of this stack. */
  readonly known: (id: string) => string | undefined;
};

/**
 * Returns the resources with these ids, which belong to the stack, although its state no longer contains them. The
 * proof has three parts: the state after a past run of this stack contains the resource, no state contains it now, and
 * RunPod still has it with its mark. Throws if a part is missing.
 */
export async function findReturning(
  ids: readonly string[],
  query: ReturningQuery,
  context: CommandContext,
): Promise<readonly Returning[]> {
  if (ids.length === 0) return [];
  const { state } = query;
  const here = resourcesIn(state).find(({ id, type }) => hostOf(type) !== undefined && ids.includes(id ?? ""));
  if (here !== undefined) throw refused(here.id ?? "", `the state contains it as ${nameOf(here.urn)}`);
  const found = await inPastStates(ids, query, context);
  await refuseHeld(found, query, context);
  await refuseUnmarked(found, query, context);
  return found;
}

function refused(id: string, why: string): Error {
  return new Error(`Podwright did not write ${id} into the state, because ${why}`);
}

/** Finds the resources in the states after past runs. The newest state with the resource counts. */
async function inPastStates(
  ids: readonly string[],
  { stack, location, state, known }: ReturningQuery,
  { signal }: CommandContext,
): Promise<readonly Returning[]> {
  const runs: readonly PastRun[] = await stack.history();
  const states = await statesOf({ stack, location, resources: resourcesIn(state), runs });
  if (states === undefined) {
    throw refused(ids.join(", "), "this backend keeps no old states, so nothing proves whose the resource is");
  }
  const left = new Set(ids);
  const found: Returning[] = [];
  for (const [index, { endTime, startTime }] of runs.entries()) {
    if (left.size === 0) break;
    // The backend may lack the state after a run. An older state is a witness too.
    const read = await attempt(() => states(index), signal);
    for (const entry of "value" in read ? read.value : []) {
      const { id = "", type, urn, external } = entry;
      const kind = kindsOnAccount.find((one) => one === kindOf(type));
      if (kind === undefined || external === true || !left.delete(id)) continue;
      if (entry.delete === true || entry.pendingReplacement === true) {
        throw refused(id, `the run that ended at ${endTime ?? startTime} replaced it`);
      }
      found.push({ kind, id, name: nameOf(urn), entry, at: endTime ?? startTime });
    }
  }
  const [missing] = left;
  if (missing !== undefined) {
    const more = known(missing);
    throw refused(
      missing,
      `no state after the last ${runs.length} runs of this stack contains it${more === undefined ? "" : `. ${more}`}`,
    );
  }
  return found;
}

async function refuseHeld(found: readonly Returning[], query: ReturningQuery, context: CommandContext): Promise<void> {
  const { holders, unread } = await evidenceOf({ ...query, times: [] }, context);
  for (const { kind, id } of found) {
    const holder = holders.get(`${kind} ${id}`);
    if (holder !== undefined) throw refused(id, `the state of stack ${holder} contains it`);
    if (unread.length > 0) {
      throw refused(id, `another stack may contain it: Podwright could not read ${unread.join("; ")}`);
    }
  }
}

/** RunPod must still have the resource, with the mark of this stack if it has room for a mark. */
async function refuseUnmarked(
  found: readonly Returning[],
  { stack, location, state }: ReturningQuery,
  context: CommandContext,
): Promise<void> {
  const resources = resourcesIn(state);
  const pending = pendingIn(state).map(({ resource }) => resource);
  const { project = "", name: own } = await identityOf({ stack, location, resources: [...resources, ...pending] });
  const entries = found.map(({ entry }) => entry);
  for (const { urn, settings, isLost } of await providersOf(stack, resources, context, entries)) {
    const ours = found.filter(({ entry }) => providerOf(entry) === urn);
    const [first] = ours;
    const renamed = ours.find(({ entry }) => stackOf(entry.urn) !== own);
    if (renamed !== undefined) throw refused(renamed.id, `the stack had the name ${stackOf(renamed.entry.urn)} then`);
    if (first === undefined) continue;
    if (isLost) {
      const up = stack.commandLine("pulumi up");
      throw refused(first.id, `the state no longer contains provider ${nameOf(urn ?? "")}. \`${up}\` creates it`);
    }
    if ("error" in settings) throw refused(first.id, settings.error);
    await onAccount(settings.value, context, async (platform) => {
      for (const { kind, id, name, entry } of ours) {
        const resource = resourceOf(entry.type);
        const run = { ...readingRun(platform, context), name };
        const stackOfRun = { organization: "-", project, stack: own };
        const live = await resource?.read(run, { id, declared: undefined });
        if (live === undefined) throw refused(id, `RunPod has no ${kind} ${id} on this account`);
        const created = (await resource?.createdByStack?.({ ...run, stack: stackOfRun })) ?? [];
        if (created.some((one) => one.id === id && one.name === name)) continue;
        const inputs = readable(entry.inputs ?? {});
        // Of a pod, RunPod shows the mark beside every name.
        if (kind !== "Pod" && !isAutonamed(inputs) && live.inputs.name === inputs.name) continue;
        throw refused(
          id,
          `on RunPod it no longer carries the mark of ${name} of this stack, so another program may have taken it over`,
        );
      }
    });
  }
}
