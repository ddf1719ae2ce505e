import type { Emulator } from "../../../../emulator";
import type { Values } from "../../../../provider/planning/values";
import { send } from "../../../support/account";
import type { Kind } from "../stack/stack";

const paths: Readonly<Record<Kind, string>> = {
  Pod: "pods",
  ServerlessEndpoint: "endpoints",
  Template: "templates",
  NetworkVolume: "network-volumes",
  RegistryCredential: "registries",
  Secret: "secrets",
  // Nobody can change these.
  Cluster: "",
  Job: "",
};

/** Changes something behind Pulumi's back; `{ deleted: true }` removes it. */
export async function changeOutside(emulator: Emulator, kind: Kind, id: string, change: Values): Promise<void> {
  await send(emulator, "POST", `/_emulator/${paths[kind]}/${id}`, { ...change });
}
