import * as z from "zod";
import { type Call, newerRoutes, ok, type Route, routesOf } from "../../http/route";
import { request } from "../../http/validation";
import type { Platform } from "../../platform/platform";

const sshKey = z.string().regex(/^(ssh|ecdsa|sk)-[^\s]+ [^\s]+([ \t][^\n\r]*)?$/);
const updateSshKeysRequest = request({ keys: z.array(sshKey) });

export function accountRoutes(platform: Platform): Route[] {
  const update = (call: Call) => {
    platform.sshKeys = updateSshKeysRequest.read(call).keys;
    return ok({ keys: platform.sshKeys });
  };
  return newerRoutes(
    routesOf("rest", [
      ["GET /v2/account/ssh-keys", "getSshKeys", () => ok({ keys: platform.sshKeys })],
      ["PUT /v2/account/ssh-keys", "updateSshKeys", update],
    ]),
  );
}
