import type { DeleteRequest } from "../../provider/session/resource";
import type { Run } from "../../provider/session/run";
import type { Values } from "../../provider/values/values";
import { resourceOf } from "../stack/resource-types";

/** The inputs and outputs of a resource that its delete needs. */
export type Known = Pick<DeleteRequest<Values>, "inputs" | "state">;

/** Reads them from RunPod, for a resource that no state describes. `undefined`: it is gone. */
export async function readKnown({ type, id }: Deleted, run: Run): Promise<Known | undefined> {
  const live = await resourceOf(type)?.read(run, { id, declared: undefined });
  return live && { inputs: live.inputs, state: live.outputs };
}

/** What the delete loses, a sentence each. */
export async function lossesOf({ type, id }: Deleted, known: Known, run: Run): Promise<readonly string[]> {
  return (await resourceOf(type)?.foreseeDelete?.(run, { id, ...known })) ?? [];
}

/** Deletes a resource as `pulumi destroy` would. */
export async function deleteResource({ type, id }: Deleted, known: Known, run: Run): Promise<void> {
  await resourceOf(type)?.delete(run, { id, ...known });
}

interface Deleted {
  readonly type: string;
  readonly id: string;
}
