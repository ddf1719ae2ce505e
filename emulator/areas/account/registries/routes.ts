import { byId, type Call, created, ok, param, type Route, routesOf } from "../../../http/route";
import type { Platform } from "../../../platform/platform";
import { type Registry, registryFields } from "../../../records/registry";
import { createDelegation, createDelegationRequest, revokeDelegation } from "./delegations";
import { createRegistry, createRegistryRequest, deleteRegistry } from "./store";

export function registryRoutes(platform: Platform): Route[] {
  const { faults } = platform;
  const find = (call: Call) => byId(platform.registries, call, "registry");
  const create = (call: Call) => createRegistry(platform, createRegistryRequest.read(call));
  const shape = (registry: Registry) => registryFields.shown(platform, registry);
  const list = () => faults.shown("listRegistries", platform.registries.values()).map(shape);
  const delegate = (call: Call) => createDelegation(platform, createDelegationRequest.read(call));
  const delegations = () => faults.shown("listDelegations", platform.delegations.values());
  const revoke = (call: Call) => revokeDelegation(platform, param(call, "id"));
  return routesOf("rest", [
    ["GET /v2/registries", "listRegistries", () => ok({ registries: list() })],
    ["POST /v2/registries", "createRegistry", (call) => created(shape(create(call)))],
    // These routes come before `:id`, because `:id` would match `delegations`. RunPod has no route that
    // reads or updates one delegation.
    ["GET /v2/registries/delegations", "listDelegations", () => ok({ delegations: delegations() })],
    ["POST /v2/registries/delegations", "createDelegation", (call) => created(delegate(call))],
    ["DELETE /v2/registries/delegations/:id", "revokeDelegation", revoke],
    ["GET /v2/registries/:id", "getRegistry", (call) => ok(shape(find(call)))],
    ["DELETE /v2/registries/:id", "deleteRegistry", (call) => deleteRegistry(platform, find(call))],
  ]);
}
