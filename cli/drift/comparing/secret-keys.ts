import { isDeepStrictEqual } from "node:util";
import { inputsIn } from "../../../provider/hosts/properties/properties";
import { typeOf } from "../../../provider/hosts/properties/urn";
import { rowOf } from "../../../provider/planning/patch";
import { separate } from "../../../provider/planning/projection";
import { formatPath, isRecord, type Values } from "../../../provider/values/values";
import { providerOf, providersOf } from "../../account/providers";
import type { CommandContext } from "../../context/context";
import { onAccount } from "../../stack/connection";
import { inClear } from "../../stack/in-clear";
import { readingRun } from "../../stack/reading";
import { resourceOf } from "../../stack/resource-types";
import type { Stack } from "../../stack/stack";
import { resourcesIn, type StateResource } from "../../stack/state";
import type { ResourceDrift } from "../report";

interface Query {
  readonly stack: Stack;
  /** The resources in the state. */
  readonly resources: readonly StateResource[];
}

/**
 * Replaces each differing secret map by its differing keys. The engine compares a secret map of the dynamic host as one
 * value and masks both sides, so this function compares the recorded map with RunPod's. The values stay in this process.
 */
export async function withKeys(
  found: readonly ResourceDrift[],
  { stack, resources }: Query,
  context: CommandContext,
): Promise<readonly ResourceDrift[]> {
  const urns = new Set(found.flatMap((one) => (wholeMapsOf(one).length === 0 ? [] : [one.urn])));
  if (urns.size === 0) return found;
  const clear = resourcesIn(await stack.stateInClear()).filter(({ urn, delete: isOld }) => urns.has(urn) && !isOld);
  const keys = new Map<string, readonly string[]>();
  for (const { urn: provider, settings } of await providersOf(stack, resources, context)) {
    const held = clear.filter((one) => providerOf(one) === provider);
    if (held.length === 0) continue;
    if ("error" in settings) throw new Error(settings.error);
    await onAccount(settings.value, context, async (platform) => {
      const run = readingRun(platform, context);
      const read = async ({ urn, type, id = "", outputs = {} }: StateResource) => {
        const resource = resourceOf(type);
        const { declared: state } = separate(inClear(outputs).value as Values);
        const declared = resource && inputsIn(resource, state);
        const live = await resource?.read({ ...run, name: "" }, { id, declared, state });
        const maps = found.filter((one) => one.urn === urn).flatMap(wholeMapsOf);
        for (const name of maps) keys.set(`${urn} ${name}`, changedKeys(name, declared?.[name], live?.inputs[name]));
      };
      await Promise.all(held.map(read));
    });
  }
  return found.map((one) => ({
    ...one,
    properties: one.properties.flatMap((property) => {
      const paths = keys.get(`${one.urn} ${property.path}`) ?? [];
      return paths.length === 0 ? [property] : paths.map((path) => ({ ...property, path }));
    }),
  }));
}

/** Returns the secret maps that a resource reports as one difference. */
function wholeMapsOf({ urn, properties }: ResourceDrift): readonly string[] {
  const changes = resourceOf(typeOf(urn))?.changes;
  const isMap = (name: string) => changes !== undefined && rowOf(changes, name).platformKeys !== undefined;
  return properties.flatMap(({ path, secret }) => (secret && isMap(path) ? [path] : []));
}

function changedKeys(name: string, before: unknown, after: unknown): readonly string[] {
  const [olds, news] = [before, after].map((map) => (isRecord(map) ? map : {}));
  const keys = new Set([...Object.keys(olds ?? {}), ...Object.keys(news ?? {})]);
  const changed = [...keys].filter((key) => !isDeepStrictEqual(olds?.[key], news?.[key]));
  return changed.toSorted().map((key) => formatPath([name, key]));
}
