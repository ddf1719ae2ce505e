import { messageOf } from "../../kernel/plain-text";
import type { CommandContext } from "../context/context";
import { hostOf, kindOf } from "../stack/resource-types";
import type { Stack } from "../stack/stack";
import { nameOf, pendingIn, resourcesIn, type StateResource } from "../stack/state";
import { requirePlugin } from "./installation";
import { isOfficial } from "./official";
import { type Carried, migrationPlan } from "./plan";

export interface Migration {
  /** The resources that the migration moved, or would move. */
  readonly moved: readonly Carried[];
  /** Names of resources that the program still declares as dynamic resources. */
  readonly left: readonly string[];
  /** The number of resources of RunPod's own provider, in a stack without dynamic resources. */
  readonly official: number;
  /** True if the command wrote the state. */
  readonly done: boolean;
}

export interface MigrateOptions {
  readonly context: CommandContext;
  /** True to move the resources. Otherwise the command only previews the move. */
  readonly yes: boolean;
  /** Receives the name of the next step, for the progress display. */
  readonly onStep: (what: string) => void;
}

/**
 * Moves a stack's resources from the dynamic host to the plugin. The update uses the aliases in the plugin's schema.
 */
export async function migrate(stack: Stack, { context, yes, onStep }: MigrateOptions): Promise<Migration> {
  const before = await stateOf(stack);
  const dynamic = before.filter(({ type }) => hostOf(type) === "dynamic");
  if (dynamic.length === 0) return { moved: [], left: [], official: before.filter(isOfficial).length, done: false };
  await requirePlugin(stack, context);
  onStep("previewing the program");
  const { plugin, dynamic: left, beyond } = migrationPlan(await stack.preview());
  if (beyond.length > 0) {
    throw new Error(
      `the update would change more than the state, so Podwright did nothing: ${beyond.join("; ")}. ` +
        "Declare each resource with its current name and inputs, and make other changes with `pulumi up` before or after the migration",
    );
  }
  const moved = plugin.filter(({ kind, id }) =>
    dynamic.some((resource) => resource.id === id && kindOf(resource.type) === kind),
  );
  if (moved.length === 0) {
    throw new Error(
      `the program still declares ${left.join(", ")} as dynamic resources of the package \`podwright\`: declare them with the plugin's SDK instead (docs/moving.md), then repeat this command`,
    );
  }
  if (!yes) return { moved, left, official: 0, done: false };
  context.signal.throwIfAborted();
  onStep("moving the resources");
  await update(stack, context);
  onStep("checking that each resource kept its id");
  verify(moved, await stateOf(stack), stack);
  return { moved, left, official: 0, done: true };
}

async function update(stack: Stack, { signal }: CommandContext): Promise<void> {
  try {
    await stack.up();
  } catch (error) {
    if (!signal.aborted) throw error;
    const again = stack.commandLine("podwright migrate --yes");
    const reason = messageOf(error);
    throw new Error(
      `the update was interrupted: finish it with \`pulumi up\`, then run \`${again}\` again (${reason})`,
    );
  }
}

async function stateOf(stack: Stack): Promise<readonly StateResource[]> {
  const state = await stack.state();
  if (pendingIn(state).length > 0) {
    throw new Error(
      `a run of this stack was interrupted and left operations pending: settle them with \`${stack.commandLine("podwright recover")}\` and \`pulumi up\` first`,
    );
  }
  return resourcesIn(state);
}

/** Throws unless each resource now belongs to the plugin and has its old id. */
function verify(moved: readonly Carried[], after: readonly StateResource[], stack: Stack): void {
  const wrong = moved.filter(
    ({ name, kind, id }) =>
      !after.some(
        (one) =>
          hostOf(one.type) === "plugin" && kindOf(one.type) === kind && nameOf(one.urn) === name && one.id === id,
      ),
  );
  if (wrong.length === 0) return;
  throw new Error(
    `after the update, the plugin does not manage ${wrong.map(({ name, kind, id }) => `${name} (${kind}, ${id})`).join(", ")} with the same id: ` +
      `check \`${stack.commandLine("pulumi stack export")}\` before the next \`pulumi up\``,
  );
}
