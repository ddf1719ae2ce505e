import { byId, type Call, created, newerRoutes, ok, type Route, routesOf } from "../../../http/route";
import type { Platform } from "../../../platform/platform";
import {
  createSecret,
  createSecretRequest,
  secretShape,
  secretsNamed,
  updateSecret,
  updateSecretRequest,
} from "./store";

export function secretRoutes(platform: Platform): Route[] {
  const find = (call: Call) => byId(platform.secrets, call, "secret");
  const list = ({ query }: Call) => {
    const name = query.get("name");
    const listed = name === null ? platform.secrets.values() : secretsNamed(platform, name);
    return platform.faults.shown("listSecrets", listed).map(secretShape);
  };
  const create = (call: Call) => createSecret(platform, createSecretRequest.read(call));
  const update = (call: Call) => {
    const body = updateSecretRequest.read(call);
    return updateSecret(platform, find(call), body);
  };
  return newerRoutes(
    routesOf("rest", [
      ["GET /v2/account/secrets", "listSecrets", (call) => ok({ secrets: list(call) })],
      ["POST /v2/account/secrets", "createSecret", (call) => created(secretShape(create(call)))],
      ["GET /v2/account/secrets/:id", "getSecret", (call) => ok(secretShape(find(call)))],
      ["PATCH /v2/account/secrets/:id", "updateSecret", (call) => ok(secretShape(update(call)))],
      ["DELETE /v2/account/secrets/:id", "deleteSecret", (call) => void platform.secrets.delete(find(call).id)],
    ]),
  );
}
