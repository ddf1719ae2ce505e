import type { Values } from "../../kernel/values";
import { separate } from "../../provider/planning/projection";
import type { Resource } from "../../provider/session/resource";
import type { Run } from "../../provider/session/run";
import { resourceOf } from "../stack/resource-types";
import { nameOf, type PendingOperation } from "../stack/state";
import type { Finding } from "./outcome";
import { readable } from "./settle";

/** Milliseconds that RunPod may need to list a resource after the killed run requested it. */
const lateEffectMs = 2_000;

/**
 * Searches RunPod for the resources of interrupted creations. If the first search finds no resource for a creation, the
 * function searches once more.
 */
export async function findAllCreated(
  operations: readonly PendingOperation[],
  run: Omit<Run, "name">,
): Promise<Map<PendingOperation, Finding>> {
  const findings = new Map<PendingOperation, Finding>();
  const find = async (operation: PendingOperation) => {
    const resource = resourceOf(operation.resource.type);
    if (resource === undefined || operation.type !== "creating") return undefined;
    return await findCreated(resource, operation, { ...run, name: nameOf(operation.resource.urn) });
  };
  // Searches that run at once share one list of the account.
  const findEach = async (sought: readonly PendingOperation[]) => {
    const found = await Promise.all(sought.map(async (operation) => [operation, await find(operation)] as const));
    for (const [operation, finding] of found) if (finding !== undefined) findings.set(operation, finding);
  };
  await findEach(operations);
  const missing = [...findings].filter(([, { created }]) => created.length === 0).map(([operation]) => operation);
  if (missing.length === 0) return findings;
  await run.clock.sleep(lateEffectMs * run.timeScale, run.signal);
  await findEach(missing);
  return findings;
}

/**
 * Returns the resources that pending operations created, by id. The markers of the creations prove which operation
 * created a resource.
 */
export async function createdBy<Pending extends PendingOperation>(
  operations: readonly Pending[],
  run: Omit<Run, "name">,
): Promise<Map<string, Pending>> {
  const found = new Map<string, Pending>();
  for (const operation of operations) {
    const { resource: pending } = operation;
    const resource = resourceOf(pending.type);
    const inputs = readable(pending.inputs ?? {});
    const leftovers = await resource?.findLeftovers({ ...run, name: nameOf(pending.urn) }, inputs);
    for (const id of leftovers?.created ?? []) found.set(id, operation);
  }
  return found;
}

async function findCreated(resource: Resource<Values>, operation: PendingOperation, run: Run): Promise<Finding> {
  // Encrypted inputs stay encrypted. Such inputs contain no marker, and the state records the live resource without
  // them.
  const declared = readable(operation.resource.inputs ?? {});
  const leftovers = await resource.findLeftovers(run, declared);
  const live = await Promise.all(
    leftovers.created.map(async (id) => {
      const found = await resource.read(run, { id, declared });
      // `declared` lacks encrypted inputs. The state must not contain RunPod's plain values of these inputs.
      const createdAt = leftovers.times?.get(id);
      return found === undefined ? [] : [{ id, outputs: separate(found.outputs).declared, createdAt }];
    }),
  );
  return { created: live.flat(), similar: leftovers.similar, sought: leftovers.sought, doubt: leftovers.doubt };
}
