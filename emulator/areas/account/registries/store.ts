import * as z from "zod";
import { request } from "../../../http/validation";
import type { Platform } from "../../../platform/platform";
import { refuseInUse } from "../../../platform/usage";
import type { Registry } from "../../../records/registry";

const text = (longest: number) => z.string().min(1).max(longest);
export const createRegistryRequest = request({ name: text(191), username: text(191), password: text(16_384) });

export function createRegistry(platform: Platform, { name }: { readonly name: string }): Registry {
  const registry = { id: platform.ids.resource(), name };
  platform.registries.set(registry.id, registry);
  return registry;
}

/** Deletes a credential. Templates lose their reference to the credential without an error. */
export function deleteRegistry(platform: Platform, { id }: Registry): void {
  refuseInUse(platform, "registry", id);
  for (const template of platform.templates.values()) if (template.registry === id) template.registry = null;
  platform.registries.delete(id);
}
