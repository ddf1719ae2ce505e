import { request } from "../../../http/validation";
import type { Platform } from "../../../platform/platform";
import { refuseInUse } from "../../../platform/usage";
import { type Registry, registryFields } from "../../../records/registry";

export const createRegistryRequest = request(registryFields.sentBy("create"));

export function createRegistry(platform: Platform, body: ReturnType<typeof createRegistryRequest.parse>): Registry {
  const registry = { id: platform.ids.resource(), ...registryFields.newRecord(body) };
  platform.registries.set(registry.id, registry);
  return registry;
}

/** Deletes a credential. Templates lose their reference to the credential without an error. */
export function deleteRegistry(platform: Platform, { id }: Registry): void {
  refuseInUse(platform, "registry", id);
  for (const template of platform.templates.values()) if (template.registry === id) template.registry = null;
  platform.registries.delete(id);
}
