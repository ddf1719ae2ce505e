import { z } from "zod";
import { json, ok, type Route } from "../http/route";
import { request } from "../http/validation";
import type { Platform } from "../platform";

const sshKey = z.string().regex(/^(ssh|ecdsa|sk)-[^\s]+ [^\s]+([ \t][^\n\r]*)?$/);
const updateSshKeysRequest = request({ keys: z.array(sshKey) });

export function accountRoutes(platform: Platform): Route[] {
  const path = "/v2/account/ssh-keys";
  return [
    { surface: "rest", method: "GET", path, operation: "getSshKeys", handle: () => ok({ keys: platform.sshKeys }) },
    {
      surface: "rest",
      method: "PUT",
      path,
      operation: "updateSshKeys",
      handle: (call) => {
        platform.sshKeys = updateSshKeysRequest.parse(json(call)).keys;
        return ok({ keys: platform.sshKeys });
      },
    },
  ];
}
