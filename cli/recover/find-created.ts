import type { Platform } from "../../client";
import type { Resource } from "../../provider/operations/resource";
import type { Run } from "../../provider/operations/run";
import { openSession } from "../../provider/operations/session";
import { separate } from "../../provider/planning/projection";
import type { Values } from "../../provider/planning/values";
import { resourceOf } from "../stack/resource-types";
import { nameOf, type PendingOperation } from "../stack/state";
import type { Finding } from "./outcome";
import { readable } from "./settle";

/** How long the platform may take to show what a request of the killed run has made. */
const lateEffectMs = 2_000;

/** Looks on the platform for what each interrupted creation of ours has made; twice, where it shows nothing at first. */
export async function lookForAll(
  operations: readonly PendingOperation[],
  run: Omit<Run, "name">,
): Promise<Map<PendingOperation, Finding>> {
  const findings = new Map<PendingOperation, Finding>();
  const look = async (operation: PendingOperation) => {
    const resource = resourceOf(operation.resource.type);
    if (resource === undefined || operation.type !== "creating") return;
    findings.set(operation, await lookFor(resource, operation, { ...run, name: nameOf(operation.resource.urn) }));
  };
  for (const operation of operations) await look(operation);
  const missing = [...findings].filter(([, { made }]) => made.length === 0);
  if (missing.length > 0) await run.clock.sleep(lateEffectMs * run.timeScale, run.signal);
  for (const [operation] of missing) await look(operation);
  return findings;
}

export interface Account {
  readonly platform: Platform;
  readonly timeScale: number;
  readonly signal: AbortSignal;
}

/** Ids of what pending creations have made so far, proven by their marks; asks for nothing where none is pending. */
export async function lookForMade(
  operations: readonly PendingOperation[],
  { signal, ...account }: Account,
): Promise<string[]> {
  const run = { ...openSession(account), signal, timeoutMs: 0, report: () => undefined, warn: () => undefined };
  const found: string[] = [];
  for (const { type, resource: pending } of operations) {
    const inputs = readable(pending.inputs ?? {});
    if (type !== "creating" || !isMarked(inputs)) continue;
    const traces = await resourceOf(pending.type)?.find({ ...run, name: nameOf(pending.urn) }, { inputs });
    found.push(...(traces?.made ?? []));
  }
  return found;
}

async function lookFor(resource: Resource<Values>, operation: PendingOperation, run: Run): Promise<Finding> {
  // Encrypted inputs stay encrypted: no mark is among them, and what is live is recorded without them.
  const declared = readable(operation.resource.inputs ?? {});
  const traces = await resource.find(run, { inputs: declared });
  if (!isMarked(declared)) return { made: [], alike: [...traces.made, ...traces.alike], doubt: traces.doubt };
  const live = await Promise.all(
    traces.made.map(async (id) => {
      const found = await resource.read(run, { id, declared });
      // What is encrypted was not declared here, and the platform's values of it must not be recorded in clear.
      return found === undefined ? [] : [{ id, outputs: separate(found.outputs).declared }];
    }),
  );
  return { made: live.flat(), alike: traces.alike, doubt: traces.doubt };
}

/** Without a mark of its own a creation cannot prove that anything is its work, not even by the name. */
function isMarked(inputs: Values): boolean {
  return inputs.__autoname !== undefined || inputs.__nonce !== undefined;
}
