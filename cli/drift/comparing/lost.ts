import { typeOf } from "../../../provider/hosts/properties/urn";
import type { PastRun } from "../../../provider/ownership/history";
import { stateCommands } from "../../../provider/pulumi/state-commands";
import type { RunStack } from "../../../provider/session/run";
import { listAccount } from "../../account/inventory";
import { type Claim, claimOf, claimText, type KnownStacks, readStacks } from "../../account/ownership";
import { providerOf, providersOf } from "../../account/providers";
import type { CommandContext } from "../../context/context";
import { counted } from "../../output/text";
import { onAccount } from "../../stack/connection";
import { identityOf, type PastStatesQuery, statesOf } from "../../stack/past-states";
import { isSameStack } from "../../stack/place";
import { areThere } from "../../stack/reading";
import { hostOf, kindOf } from "../../stack/resource-types";
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
  const claimOn = claims(query, context);
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
    const [exist, items] = await onAccount(settings.value, context, async (platform) => {
      const there = await areThere(lost, platform, context);
      const isWanted = (kind: string, id: string) =>
        lost.some((one, index) => there[index] && one.kind === kind && one.id === id);
      const isOnAccount = there.some(Boolean);
      return [there, isOnAccount ? await listAccount(platform, { costs: false, isWanted, ...context }) : []];
    });
    for (const [index, one] of lost.entries()) {
      const { urn, kind, id, name } = one;
      if (!exist[index]) {
        gone.push({ name, kind, id, urn, drift: "lost", properties: [] });
        continue;
      }
      const item = items.find((other) => other.kind === kind && other.id === id);
      const claim = await claimOn(item ?? { kind, id, name: "", creator: undefined });
      unfinished.push(`A refresh removed ${name} from the state, but RunPod still has ${id}. ${wayBack(one, claim)}`);
    }
  }
  return { resources: gone, unfinished };

  /** Returns the command that imports the resource again, or the reason why there is none. */
  function wayBack(one: StateResource & { readonly name: string }, claim: Claim) {
    const { type, id, name, parent = "" } = one;
    if (claim.is === "another's") return `It is not this stack's any more: ${claimText(claim)}.`;
    const second = "`pulumi up` would create a second resource.";
    if (claim.is === "unknown") return `Do not import it yet: ${claimText(claim)}. ${second}`;
    const isInside = parent !== "" && typeOf(parent) !== "pulumi:pulumi:Stack";
    if (hostOf(type) === "dynamic" || (isInside && !held.some(({ urn }) => urn === parent)))
      return `Pulumi cannot import it, because ${isInside ? "the state no longer contains its component" : "it is a dynamic resource"}. \`${stack.commandLine(`podwright recover --adopt ${id}`)}\` writes it back into the state. ${second}`;
    const where = { parent: isInside ? parent : undefined, provider: providerOf(one), protect: false as const };
    const line = stack.commandLine(stateCommands.import({ type, name, id: id ?? "", ...where }));
    return `\`${line}\` imports it again. ${second}`;
  }
}

/** The key omits the stack's name, because old states of a renamed stack contain the old name. */
function keyOf({ type, urn }: StateResource): string {
  return `${kindOf(type)} ${nameOf(urn)}`;
}

/** Returns a function that says whose an item is. It reads the states of the other stacks once. */
function claims({ stack, location, resources }: LostQuery, context: CommandContext) {
  let known: Promise<{ readonly ours: RunStack; readonly stacks: KnownStacks }> | undefined;
  const read = async () => {
    const { project = "", name } = await identityOf({ stack, location, resources });
    const ours = { organization: "-", project, stack: name };
    return { ours, stacks: await readStacks([location], context, "backend", (one) => isSameStack(one, ours)) };
  };
  return async (item: Parameters<typeof claimOf>[0]): Promise<Claim> => {
    known ??= read();
    const { ours, stacks } = await known;
    return claimOf(item, stacks, ours);
  };
}

function unnamed(run: PastRun | undefined): string {
  const removed = counted(run?.resourceChanges?.delete ?? 0, "resource");
  return `The refresh that began at ${run?.startTime} removed ${removed} from the state, and no update has succeeded since. This backend does not record the names of these resources: \`pulumi preview\` shows them.`;
}
