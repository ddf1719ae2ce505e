import type { Emulator } from "../../../../emulator";
import type { Values } from "../../../../provider/planning/values";
import type { Kind } from "../stack";

const paths: Readonly<Record<Kind, string>> = {
  Pod: "pods",
  ServerlessEndpoint: "endpoints",
  Template: "templates",
  NetworkVolume: "network-volumes",
  RegistryCredential: "registries",
  // Nobody can change a job.
  Job: "",
};

/** Changes something behind Pulumi's back; `{ deleted: true }` removes it. */
export async function changeOutside(emulator: Emulator, kind: Kind, id: string, change: Values): Promise<void> {
  const headers = { authorization: `Bearer ${emulator.apiKey}` };
  const url = `/_emulator/${paths[kind]}/${id}`;
  const { statusCode, body } = await emulator.inject({ method: "POST", url, headers, payload: { ...change } });
  if (statusCode !== 200) throw new Error(`changing ${id} from outside failed: ${body}`);
}
