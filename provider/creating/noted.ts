import { type Markers, requireMarker } from "../planning/marker";
import { InitError, isEngineGone } from "../pulumi/errors";
import type { Resource } from "../session/resource";
import type { Run } from "../session/run";

/**
 * Wraps the create of a resource: a note on this machine says that the creation has begun, until the engine gets an id or
 * RunPod certainly has no item. If this process dies before that, Pulumi records nothing about the creation, and the note proves to
 * the next run which stack made the item.
 */
export function noted<Inputs extends Markers>(resource: Resource<Inputs>, kind: string): Resource<Inputs> {
  const create = async (run: Run, inputs: Inputs) => {
    const { stack, begun, name, clock } = run;
    const marker = requireMarker(inputs);
    if (stack === undefined || begun === undefined) return await resource.create(run, inputs);
    const { project, stack: stackName } = stack;
    begun.begin({ kind, project, stack: stackName, name, marker }, clock.now());
    try {
      const made = await resource.create(run, inputs);
      if (!isEngineGone(run.signal)) begun.end(marker);
      return made;
    } catch (error) {
      const mayExist = run.created.has(marker) || run.unconfirmed.has(marker);
      if (!isEngineGone(run.signal) && (error instanceof InitError || !mayExist)) begun.end(marker);
      throw error;
    }
  };
  return { ...resource, create };
}
