import type { Values } from "../../kernel/values";
import { unshownOutput } from "../planning/declaration";
import { InitError } from "../pulumi/errors";
import type { Poller } from "../session/poller";
import type { Resource } from "../session/resource";
import type { Run } from "../session/run";
import { NeverShownError } from "../session/unshown";
import type { Watched } from "../session/watched";
import { waitFor } from "../waiting/wait-for";
import { replaceIt, type Unfinished, unfinished } from "./unfinished";

/**
 * Waits until a read shows a new item. Afterwards, a read that does not find the item proves that RunPod has deleted
 * it. Throws only if RunPod never shows the id. A cancelled or refused read proves nothing, and the state records the
 * item.
 */
export async function untilShown<T>(run: Run, id: string, poller: Poller<T>): Promise<void> {
  if (!run.unshown.has(id)) return;
  const condition = (item: T | undefined) => ({ ok: item !== undefined, waitingFor: "RunPod to show it" });
  const deadline = run.clock.now() + run.timeoutMs;
  await waitFor(run, { id, poller, first: undefined, condition, deadline }).catch((error: unknown) => {
    if (error instanceof NeverShownError) throw error;
    if (run.clock.now() >= deadline) run.unshown.refuseAnother(id);
  });
}

interface New extends Pick<Unfinished, "kind" | "id" | "name" | "outputs">, Partial<Pick<Unfinished, "during">> {}

/**
 * Waits until a read shows a new item. If no read shows the item, it throws an `InitError`, so that the state keeps the
 * id and Podwright creates no second item.
 */
export async function awaitShown<T>(run: Run, watched: Watched<T>, created: New): Promise<void> {
  try {
    await untilShown(run, created.id, run.poller(watched));
  } catch (error) {
    throw neverShown(run, created, error);
  }
}

function neverShown(run: Run, created: New, error: unknown): InitError {
  return unfinished(run, {
    during: "create",
    ...created,
    error,
    fault: "has not appeared",
    outputs: { ...created.outputs, [unshownOutput]: true },
    evidence: [],
    next: "searches for it again",
    advice: error instanceof NeverShownError ? whenNeverShown(run, created.kind, created.id) : [],
  });
}

export function whenNeverShown(run: Run, kind: string, id: string): string[] {
  return [
    `It may exist and cost money: look for ${id} in the RunPod console, and on your bill. Podwright creates no second ${kind} while the state contains this id. If RunPod has no ${id}, ${replaceIt(run, kind)}.`,
  ];
}

/**
 * Wraps a resource. If no read shows a new item, the state records this fact. A later read that does not find the item
 * then proves nothing, and the state keeps the item. Otherwise a refresh would remove it, and the next update would
 * create a second item.
 */
export function keepingUnshown<Inputs, Of extends Resource<Inputs>, T>(
  resource: Of & Resource<Inputs>,
  kind: string,
  watched: Watched<T>,
): Of {
  return {
    ...resource,
    create: async (run, inputs) => {
      try {
        return await resource.create(run, inputs);
      } catch (error) {
        // An engine that repeats a create forgets the id of the first create.
        if (error instanceof NeverShownError)
          throw neverShown(run, { kind, id: error.id, name: run.name, outputs: { ...(inputs as Values) } }, error);
        if (!(error instanceof InitError) || !run.unshown.has(error.id)) throw error;
        throw new InitError(error.id, { ...error.outputs, [unshownOutput]: true }, error.reasons);
      }
    },
    read: async (run, request) => {
      const found = await resource.read(run, request);
      const { id, declared = {}, state = {} } = request;
      if (found !== undefined || state[unshownOutput] !== true) return found;
      run.warn(
        `RunPod has never shown ${kind} ${id} since it returned this id, so the ${kind} stays in the state: it may exist and cost money. Look for ${id} in the RunPod console, and on your bill. If RunPod has no ${id}, ${replaceIt(run, kind)}`,
      );
      return { inputs: declared, outputs: state };
    },
    update: async (run, request) => {
      const { id, state } = request;
      if (state[unshownOutput] === true) {
        run.unshown.add(id);
        const name = String(state.name ?? run.name);
        await awaitShown(run, watched, { kind, id, name, during: "update", outputs: state });
      }
      return await resource.update(run, request);
    },
    delete: async (run, request) => {
      await resource.delete(run, request);
      if (request.state[unshownOutput] === true)
        run.warn(
          `RunPod has never shown ${kind} ${request.id}, and Pulumi removed it from the state. Look for ${request.id} in the RunPod console, and on your bill`,
        );
    },
  };
}
