import type { Values } from "../../kernel/values";
import type { DeleteRequest } from "../../provider/session/resource";
import type { Run } from "../../provider/session/run";
import { resourceOf } from "../stack/resource-types";

/** The inputs and outputs of a resource that the delete needs. */
export type Known = Pick<DeleteRequest<Values>, "inputs" | "state">;

/** Reads the inputs and outputs of a resource from RunPod. Returns `undefined` if the resource no longer exists. */
export async function readKnown({ type, id }: Deleted, run: Run): Promise<Known | undefined> {
  const live = await resourceOf(type)?.read(run, { id, declared: undefined });
  return live && { inputs: live.inputs, state: live.outputs };
}

/** Returns a sentence for each loss that the delete causes. */
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
