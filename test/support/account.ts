import type { Emulator } from "../../emulator";

/** Returns the environment of programs and commands for the account. Its pauses are short. */
export function environmentOf({ url, apiKey }: Pick<Emulator, "url" | "apiKey">) {
  return {
    PODWRIGHT_API_KEY: apiKey,
    PODWRIGHT_BASE_URL: url,
    PODWRIGHT_SERVERLESS_URL: url,
    PODWRIGHT_TIME_SCALE: "0.01",
  };
}

/** Sends a request to the emulator with the account's key, as another program would. */
export async function send<T = { readonly id: string }>(
  emulator: Pick<Emulator, "apiKey" | "inject">,
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  url: string,
  payload?: object,
): Promise<T> {
  const headers = { authorization: `Bearer ${emulator.apiKey}` };
  const { statusCode, body } = await emulator.inject({
    method,
    url,
    headers,
    ...(payload === undefined ? {} : { payload }),
  });
  if (statusCode >= 300) throw new Error(`${method} ${url}: ${statusCode} ${body}`);
  return (body === "" ? undefined : JSON.parse(body)) as T;
}

/** Creates a pod on one GPU and returns its id. */
export async function newPod(emulator: Emulator, pod: object = {}): Promise<string> {
  const { id } = await send(emulator, "POST", "/v2/pods", {
    name: "web",
    image: "nginx",
    gpu: { id: "NVIDIA L4" },
    ...pod,
  });
  return id;
}

/** Creates a pod with the marker of a creation, which is also its name. Returns its id. */
export async function createdPod(emulator: Emulator, marker: string): Promise<string> {
  return await newPod(emulator, { name: marker, env: { PODWRIGHT_CREATE_NONCE: marker } });
}

/** Creates or changes an endpoint over GraphQL and returns its id. */
export async function saveEndpoint(emulator: Emulator, input: object): Promise<string> {
  const query = "mutation ($input: EndpointInput!) { saveEndpoint(input: $input) { id } }";
  const saved = await send<{ data: { saveEndpoint: { id: string } } }>(emulator, "POST", "/graphql", {
    query,
    variables: { input },
  });
  return saved.data.saveEndpoint.id;
}

/** Creates an endpoint of that name with its own template and returns its id. */
export async function newEndpoint(emulator: Emulator, name: string, input: object = {}): Promise<string> {
  const { id: templateId } = await send(emulator, "POST", "/v2/templates", { name, image: "worker", serverless: true });
  return await saveEndpoint(emulator, { name, gpuIds: "AMPERE_16", templateId, workersMax: 1, ...input });
}
