/*
 * Compares the recorded resources of a stack with RunPod, as Pulumi does in `pulumi refresh --preview-only`: with the
 * account and the values that the state records, and with the provider's own operations. Pulumi would start an engine and a provider for
 * each stack, and each provider would list the whole account again. Nothing here writes to RunPod or to the state.
 */
import { isDeepStrictEqual } from "node:util";
import { someAtOnce } from "../../../kernel/some-at-once";
import type { Path, Values } from "../../../kernel/values";
import { confidentially, textsAt } from "../../../provider/hosts/confidential";
import { SeenState } from "../../../provider/hosts/engine/recorded-state";
import { hostFacts } from "../../../provider/hosts/host-facts";
import { type Caller, HostOperations } from "../../../provider/hosts/host-operations";
import { topLevel } from "../../../provider/hosts/properties/properties";
import { sanitize } from "../../../provider/hosts/properties/sanitize";
import { holdsMark, mark } from "../../../provider/hosts/properties/secret-mark";
import { formerSecrets, secretsOf } from "../../../provider/hosts/properties/secrets";
import { separate } from "../../../provider/planning/projection";
import type { Resource } from "../../../provider/session/resource";
import type { Run } from "../../../provider/session/run";
import { providerIn, recordedSettings } from "../../account/providers";
import type { CommandContext } from "../../context/context";
import { onAccount } from "../../stack/connection";
import { type InClear, inClear } from "../../stack/in-clear";
import { readingRun } from "../../stack/reading";
import { hostOf, resourceOf } from "../../stack/resource-types";
import type { PlannedStep, Stack } from "../../stack/stack";
import { nameOf, resourcesIn, type StateResource } from "../../stack/state";
import { unmarkedIn } from "./marks";

export interface Refreshed {
  readonly steps: readonly PlannedStep[];
  /** The pods that lack the mark of their stack. */
  readonly unmarked: readonly StateResource[];
}

/** Reads the resources of Podwright in a state from RunPod, and compares them with the state. */
export async function refreshed(
  stack: Stack,
  state: readonly StateResource[],
  context: CommandContext,
): Promise<Refreshed> {
  const isOurs = ({ type, id }: StateResource) => hostOf(type) !== undefined && id !== undefined;
  const used = state.filter(isOurs);
  const providers = used.flatMap(({ provider = "" }) => providerIn(provider, state) ?? []);
  // Podwright decrypts the state only if one of these resources has a secret.
  const isSecret = [...used, ...providers].some(({ inputs, outputs }) => holdsMark(inputs) || holdsMark(outputs));
  const clear = isSecret ? resourcesIn(await stack.stateInClear()) : state;
  const ours = clear.filter(isOurs);
  const references = [...new Set(ours.map(({ provider = "" }) => provider))];
  const found = await someAtOnce(references, 1, async (reference) => {
    const held = ours.filter(({ provider = "" }) => provider === reference);
    const settings = await recordedSettings(stack, reference, clear, context);
    return await onAccount(settings, context, async (platform) => {
      const run = readingRun(platform, context);
      const operations = operationsOf();
      const steps = await someAtOnce(held, readsAtOnce, (one) => stepOf(one, operations, run));
      return { steps, unmarked: await unmarkedIn(held, platform, context) };
    });
  });
  return { steps: found.flatMap(({ steps }) => steps.flat()), unmarked: found.flatMap(({ unmarked }) => unmarked) };
}

/** Number of resources to read at the same time. Most reads share one list. */
const readsAtOnce = 16;

/** Returns a function that makes the operations of each host and kind once. */
function operationsOf() {
  const seen = new SeenState();
  const made = new Map<string, HostOperations>();
  return (type: string, resource: Resource<Values>, host: keyof typeof hostFacts) => {
    const operations = made.get(type) ?? new HostOperations(resource, seen, hostFacts[host]);
    made.set(type, operations);
    return operations;
  };
}

async function stepOf(
  one: StateResource,
  operationsFor: ReturnType<typeof operationsOf>,
  reading: Omit<Run, "name">,
): Promise<PlannedStep[]> {
  const { urn, type, id = "", external } = one;
  const [host, resource] = [hostOf(type), resourceOf(type)];
  if (host === undefined || one.pendingReplacement === true) return [];
  if (resource === undefined)
    throw new Error(`this release of Podwright does not know the type ${type} of ${nameOf(urn)}: update podwright`);
  const operations = operationsFor(type, resource, host);
  const [inputs, outputs] = [inClear(one.inputs ?? {}), inClear(one.outputs ?? {})];
  const texts = [inputs, outputs].flatMap(({ value, secrets }) => textsAt(value, secrets));
  const run = { ...reading, name: nameOf(urn), urn };
  return await confidentially(run, texts, async (own) => {
    // Pulumi gives the dynamic host only the outputs.
    const recordedAs = (ins: Values, outs: Values) =>
      host === "dynamic" ? { outputs: outs } : { inputs: ins, outputs: outs };
    const found = await operations.read(own, { id, name: urn, recorded: recordedAs(inputs.value, outputs.value) });
    const place = { urn, type };
    const old = { id, inputs: one.inputs ?? {}, outputs: one.outputs ?? {} };
    if (found === undefined) return [{ ...place, op: "delete", old }];
    const live = Object.keys(found.inputs).length > 0 ? found.inputs : inputs.value;
    const secrets = secretsIn(resource, { inputs, outputs }, one);
    const sides = {
      old,
      new: { id, inputs: mark(sanitize(live), secrets), outputs: mark(sanitize(found.outputs), secrets) },
    };
    // The program only reads an external resource, so Pulumi compares no inputs.
    if (external === true)
      return [
        { ...place, ...sides, op: isDeepStrictEqual(outputs.value, sanitize(found.outputs)) ? "same" : "update" },
      ];
    const { plan, detailed } = await operations.diff(
      {
        id,
        name: urn,
        recorded: recordedAs(live, found.outputs),
        news: inputs.value,
        unknowns: [],
        // Pulumi does not tell the dynamic host this option.
        ...(host === "plugin" ? { ignoreChanges: one.ignoreChanges ?? [] } : {}),
      },
      callerOf(own),
    );
    const detailedDiff = Object.fromEntries(detailed.map(({ path }) => [path, {}]));
    const op = plan.differences.length > 0 ? "update" : "same";
    return [{ ...place, ...sides, op, diffs: topLevel(plan.differences), detailedDiff }];
  });
}

/** A comparison without a preceding check asks RunPod nothing and announces nothing. */
function callerOf(run: Run): Caller {
  return { runOf: () => run, say: () => undefined };
}

/** Returns the places of secrets in RunPod's values: every place that the provider, the program or the state keeps secret. */
function secretsIn(
  resource: Resource<Values>,
  { inputs, outputs }: { readonly inputs: InClear<Values>; readonly outputs: InClear<Values> },
  { additionalSecretOutputs = [] }: StateResource,
): readonly Path[] {
  const { __secretInputs = [], __secretOutputs = [] } = inputs.value;
  const asked = [__secretInputs, __secretOutputs, additionalSecretOutputs].flat().map((name) => [String(name)]);
  const marked = [...inputs.secrets, ...outputs.secrets, ...asked];
  const declared = Object.keys(inputs.value).length > 0 ? inputs.value : separate(outputs.value).declared;
  const names = marked.map(([name = ""]) => String(name));
  return [...secretsOf(resource, declared, names), ...marked, ...formerSecrets(marked)];
}
