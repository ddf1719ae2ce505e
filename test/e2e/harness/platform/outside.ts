import type { Emulator } from "../../../../emulator";
import type { Values } from "../../../../kernel/values";
import { send } from "../../../support/account";
import type { Kind } from "../stack/stack";

/** The kinds that can be changed outside. */
const paths: Readonly<Partial<Record<Kind, string>>> = {
  Pod: "pods",
  ServerlessEndpoint: "endpoints",
  Template: "templates",
  NetworkVolume: "network-volumes",
  RegistryCredential: "registries",
  Secret: "secrets",
};

export const isChangeable = (kind: Kind): boolean => paths[kind] !== undefined;

/** Changes a resource behind Pulumi's back; `{ deleted: true }` deletes it. */
export async function changeOutside(emulator: Emulator, kind: Kind, id: string, change: Values): Promise<void> {
  await send(emulator, "POST", `/_emulator/${paths[kind]}/${id}`, { ...change });
}
