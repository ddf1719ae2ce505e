import { problems } from "../http/problem";
import { type Call, created, json, noContent, ok, param, type Route } from "../http/route";
import type { Platform } from "../platform";
import { delegationRoutes } from "./delegations";
import type { Registry } from "./record";
import { createRegistry, createRegistryRequest, deleteRegistry } from "./store";

export function registryRoutes(platform: Platform): Route[] {
  const find = (call: Call): Registry => {
    const registry = platform.registries.get(param(call, "id"));
    if (!registry) throw problems.notFound("registry");
    return registry;
  };
  return [
    {
      surface: "rest",
      method: "GET",
      path: "/v2/registries",
      operation: "listRegistries",
      handle: () => ok({ registries: platform.faults.shown("listRegistries", platform.registries.values()) }),
    },
    {
      surface: "rest",
      method: "POST",
      path: "/v2/registries",
      operation: "createRegistry",
      handle: (call) => created(createRegistry(platform, createRegistryRequest.parse(json(call)))),
    },
    // Paths of their own, or they would be taken for registries' ids.
    ...delegationRoutes(platform),
    {
      surface: "rest",
      method: "GET",
      path: "/v2/registries/:id",
      operation: "getRegistry",
      handle: (call) => ok(find(call)),
    },
    {
      surface: "rest",
      method: "DELETE",
      path: "/v2/registries/:id",
      operation: "deleteRegistry",
      handle: (call) => {
        deleteRegistry(platform, find(call));
        return noContent();
      },
    },
  ];
}
