import type { PastRun } from "../../../provider/ownership/history";
import { providerOf, providersOf } from "../../account/providers";
import type { CommandContext } from "../../context/context";
import { counted } from "../../output/text";
import { onAccount } from "../../stack/connection";
import { type PastStatesQuery, statesOf } from "../../stack/past-states";
import { areThere } from "../../stack/reading";
import { hostOf, kindOf } from "../../stack/resource-types";
import type { Stack } from "../../stack/stack";
import { nameOf, type StateResource } from "../../stack/state";
import type { ResourceDrift } from "../report";

export interface Lost {
  /** Resources that are neither in the state nor on RunPod. */
  readonly resources: readonly ResourceDrift[];
  /** Sentences about other resources that refreshes removed from the state. */
  readonly unfinished: readonly string[];
}

export interface LostQuery extends PastStatesQuery {
  /** Positions in `runs` of the refreshes that removed resources from the state. */
  readonly removals: readonly number[];
}

/**
 * Returns the resources that refreshes removed from the state since the last successful update, and that the state
 * still lacks.
 */
export async function lostSince(query: LostQuery, context: CommandContext): Promise<Lost> {
  const { stack, resources: held, runs, removals } = query;
  if (removals.length === 0) return { resources: [], unfinished: [] };
  const states = await statesOf(query);
  if (states === undefined) return { resources: [], unfinished: removals.map((index) => unnamed(runs[index])) };
  const found = new Map<string, StateResource>();
  const ids = new Set(held.map(({ id }) => id));
  const names = new Set(held.map(keyOf));
  for (const index of removals) {
    const after = new Set((await states(index)).map(({ id }) => id));
    for (const resource of await states(index + 1)) {
      const { type, id } = resource;
      if (hostOf(type) === undefined || id === undefined || resource.delete === true || after.has(id)) continue;
      if (!ids.has(id) && !names.has(keyOf(resource))) found.set(keyOf(resource), resource);
    }
  }
  if (found.size === 0) return { resources: [], unfinished: [] };
  const gone: ResourceDrift[] = [];
  const unfinished: string[] = [];
  const providers = await providersOf(stack, held, context, [...found.values()]);
  for (const { urn: provider, settings, isLost } of providers) {
    const lost = [...found.values()].flatMap(({ id = "", ...one }) =>
      providerOf(one) === provider ? [{ ...one, id, name: nameOf(one.urn), kind: kindOf(one.type) ?? one.type }] : [],
    );
    if (lost.length === 0) continue;
    if (isLost || "error" in settings) {
      const names = lost.map(({ name, id }) => `${name} (${id})`).join(", ");
      const why = "error" in settings ? settings.error : "the state no longer contains the provider with its key";
      unfinished.push(`Podwright cannot tell whether RunPod still has ${names}: ${why}.`);
      continue;
    }
    const exist = await onAccount(settings.value, context, (platform) => areThere(lost, platform, context));
    for (const [index, { urn, kind, id, name }] of lost.entries()) {
      if (exist[index]) unfinished.push(outOfState(stack, { name, kind, id }));
      else gone.push({ name, kind, id, urn, drift: "lost", properties: [] });
    }
  }
  return { resources: gone, unfinished };
}

/** The key omits the stack's name, because old states of a renamed stack contain the old name. */
function keyOf({ type, urn }: StateResource): string {
  return `${kindOf(type)} ${nameOf(urn)}`;
}

function outOfState(stack: Stack, { name, kind, id }: Pick<ResourceDrift, "name" | "kind" | "id">): string {
  const command = stack.commandLine(`pulumi import podwright:index:${kind} ${name} ${id}`);
  return `A refresh removed ${name} from the state, but RunPod still has ${id}. \`${command}\` imports it again. \`pulumi up\` would create a second resource.`;
}

function unnamed(run: PastRun | undefined): string {
  const removed = counted(run?.resourceChanges?.delete ?? 0, "resource");
  return `The refresh that began at ${run?.startTime} removed ${removed} from the state, and no update has succeeded since. This backend does not record the names of these resources: \`pulumi preview\` shows them.`;
}
