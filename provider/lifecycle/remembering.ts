import { isRecord, type Values } from "../../kernel/values";
import { InitError } from "../pulumi/errors";
import type { Resource } from "../session/resource";
import type { RememberedResource, Run } from "../session/run";

/** Wraps a resource so that it reports its creates, changes and deletes to the run's `remember`. */
export function remembering<Inputs>(
  resource: Resource<Inputs> & Required<Pick<Resource<Inputs>, "gpuOf">>,
): Resource<Inputs> {
  const { kind, gpuOf } = resource;
  const note = (run: Run, event: RememberedResource["event"], id: string, values: Values) =>
    noteHardware(run, { event, kind, id, gpu: gpuOf(values) });
  return {
    ...resource,
    create: (run, inputs) =>
      leaving(resource.create(run, inputs), ({ id, outputs }) => note(run, "created", id, outputs)),
    update: (run, request) =>
      leaving(resource.update(run, request), ({ outputs }) => {
        if (gpuOf(outputs) !== gpuOf(request.state)) note(run, "updated", request.id, outputs);
      }),
    delete: async (run, request) => {
      await resource.delete(run, request);
      note(run, "deleted", request.id, { ...request.inputs, ...request.state });
    },
  };
}

/** Reports an item of the run's resource with its hardware. An item of unknown hardware is no help for a bill. */
export function noteHardware(
  run: Run,
  { gpu, ...item }: Pick<RememberedResource, "event" | "kind" | "id"> & { readonly gpu: string | null | undefined },
): void {
  const at = new Date(run.clock.now()).toISOString();
  const place = run.stack && { project: run.stack.project, stack: run.stack.stack };
  if (gpu !== undefined) run.remember?.({ at, ...item, gpu, name: run.name, ...place });
}

/** Reports the outputs after the work, even if it fails. */
async function leaving<T extends { readonly outputs: Values }>(
  work: Promise<T>,
  take: (left: T | InitError) => void,
): Promise<T> {
  try {
    const done = await work;
    take(done);
    return done;
  } catch (error) {
    if (error instanceof InitError) take(error);
    throw error;
  }
}

/** Returns the GPU type from a pod's outputs. */
export function gpuOfPod({ placement }: Values): string | null | undefined {
  if (!isRecord(placement)) return undefined;
  if (isRecord(placement.gpu) && typeof placement.gpu.id === "string") return placement.gpu.id;
  return isRecord(placement.cpu) ? null : undefined;
}

/** Returns the GPU pools from an endpoint's outputs. */
export function gpuOfEndpoint({ gpuIds, cpu }: Values): string | null | undefined {
  if (cpu !== undefined) return null;
  return typeof gpuIds === "string" ? gpuIds || null : undefined;
}
