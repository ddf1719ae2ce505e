import { messageOf } from "../../kernel/plain-text";
import { withoutStop } from "../../kernel/text";
import { formatPath, type Values } from "../../kernel/values";
import { plan } from "../planning/changes";
import type { Markers } from "../planning/marker";
import { separate } from "../planning/projection";
import { InitError } from "../pulumi/errors";
import type { Listed, Resource, UpdateRequest } from "../session/resource";
import type { Run } from "../session/run";
import { noted } from "./noted";
import { describeExisting, type Traces } from "./traces";
import { findUnfinished, refusal, type Unfinished } from "./unrecorded";

/**
 * Wraps the create of a resource: if a killed or failed run of this stack made the resource and Pulumi did not record
 * it, the create continues with it, and nobody has to run a command first. Without proof, the create fails and changes
 * nothing.
 */
export function takingOver<Item extends Listed, Inputs extends Markers & { readonly name?: string | undefined }>(
  unnoted: Resource<Inputs>,
  traces: Traces<Item, Inputs>,
): Pick<Resource<Inputs>, "create"> {
  const resource = noted(unnoted, traces.kind);
  return {
    create: async (run, inputs) => {
      const found = await findUnfinished(run, inputs, traces);
      if (found === undefined) return await resource.create(run, inputs);
      const created = await takeOver(run, { resource, traces, inputs, found });
      const origin = run.stack && traces.originIn(traces.markOf(found.item), run.stack);
      if (origin !== undefined) run.begun?.end(origin.marker);
      return created;
    },
  };
}

interface TakeOver<Item extends Listed, Inputs> {
  readonly resource: Resource<Inputs>;
  readonly traces: Traces<Item, Inputs>;
  readonly inputs: Inputs;
  readonly found: Unfinished<Item>;
}

/** Gives the item the declared values. If RunPod cannot change one of them, replaces the item. */
async function takeOver<Item extends Listed, Inputs extends Markers & { readonly name?: string | undefined }>(
  run: Run,
  { resource, traces, inputs, found }: TakeOver<Item, Inputs>,
) {
  const { id } = found.item;
  const what = `${await describeExisting(run, traces, found.item)}, which ${found.verdict.by} of this stack created`;
  if (traces.isOpaque === true) return await makeAgain(run, { resource, inputs, id, what });
  const live = await resource.read(run, { id, declared: { ...inputs } });
  if (live === undefined) return await resource.create(run, inputs);
  const { declared: state, undeclared } = separate(live.outputs);
  const request: UpdateRequest<Inputs> = { id, olds: live.inputs as Partial<Inputs>, news: inputs, state, undeclared };
  const { replaces, terms } = plan(resource.changes, request as unknown as UpdateRequest<Values>);
  if (replaces.length === 0) {
    run.warn(`took over ${what}`);
    const { outputs } = await resource.update(run, request).catch((error: unknown) => {
      // The resource exists, so the state must record its id.
      throw error instanceof InitError ? error : new InitError(id, live.outputs, [messageOf(error)]);
    });
    return { id, outputs };
  }
  // Somebody may have written data since the kill.
  if (terms.destroys !== undefined) throw await refusal(run, inputs, traces, [found]);
  await resource.delete(run, { id, inputs: live.inputs as Partial<Inputs>, state });
  const paths = replaces.map(({ path }) => formatPath(path)).join(", ");
  run.warn(`deleted ${what}, because RunPod cannot change its ${paths}`);
  return await resource.create(run, inputs);
}

interface Remake<Inputs> extends Pick<TakeOver<never, Inputs>, "resource" | "inputs"> {
  readonly id: string;
  /** Names the unfinished item in messages. */
  readonly what: string;
}

/** Makes another item and deletes the unfinished one. Other unfinished items may still use it. */
async function makeAgain<Inputs>(run: Run, { resource, inputs, id, what }: Remake<Inputs>) {
  const created = await resource.create(run, inputs);
  const request = { id, inputs: inputs as Partial<Inputs>, state: {} };
  try {
    await resource.delete(run, { ...request, whyHeld: async () => "it is still in use" });
    run.warn(`deleted ${what}, because RunPod does not show its value`);
  } catch (error) {
    run.warn(
      `${what}, is still there: ${withoutStop(messageOf(error))}. If nobody needs it, delete it in RunPod's console`,
    );
  }
  return created;
}
