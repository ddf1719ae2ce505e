import { z } from "zod";
import { problems } from "../../http/problem";
import { request } from "../../http/validation";
import { lingers, type Platform } from "../../platform/platform";
import type { Registry } from "./record";

const text = (longest: number) => z.string().min(1).max(longest);
export const createRegistryRequest = request({ name: text(191), username: text(191), password: text(16_384) });

export function createRegistry(platform: Platform, { name }: { readonly name: string }): Registry {
  const registry = { id: platform.ids.resource(), name };
  platform.registries.set(registry.id, registry);
  return registry;
}

/** Refused while a pod uses the credential. Templates lose the reference without a word. */
export function deleteRegistry(platform: Platform, { id }: Registry): void {
  const pod = [...platform.pods.values()].find(({ registry }) => registry === id);
  if (pod) throw problems.inUse("registry credential", `pod ${pod.id}`);
  if (lingers(platform, "registry", id)) throw problems.inUse("registry credential", "a resource being deleted");
  for (const template of platform.templates.values()) if (template.registry === id) template.registry = null;
  platform.registries.delete(id);
}
