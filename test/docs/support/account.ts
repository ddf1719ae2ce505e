import type { Emulator } from "../../../emulator/index";

/** What the pages name: endpoints in `ENDPOINT`, `STREAMING` and `FAILING`, how to reach them, and something to bill. */
export async function accountFor(emulator: Emulator): Promise<Record<string, string>> {
  const [ENDPOINT, STREAMING, FAILING] = [
    await endpoint(emulator, "jobs"),
    await endpoint(emulator, "streaming"),
    await endpoint(emulator, "failing"),
  ];
  emulator.handle("streaming", function* () {
    yield { output: "Hello " };
    yield { output: "world" };
  });
  emulator.handle("failing", () => {
    throw new Error("out of memory");
  });
  return {
    PODWRIGHT_API_KEY: emulator.apiKey,
    PODWRIGHT_BASE_URL: emulator.url,
    PODWRIGHT_SERVERLESS_URL: emulator.url,
    PODWRIGHT_TIME_SCALE: "0.05",
    ENDPOINT,
    STREAMING,
    FAILING,
  };
}

/** Lets a pod and a job cost something. */
export async function spend(emulator: Emulator, { ENDPOINT }: Readonly<Record<string, string>>): Promise<void> {
  await post(emulator, "/v2/pods", { name: "web", image: "nginx", gpu: { id: "NVIDIA GeForce RTX 4090" } });
  await post(emulator, `/v2/${ENDPOINT}/run`, { input: {} });
  emulator.advance(3 * 3_600_000);
}

async function endpoint(emulator: Emulator, name: string): Promise<string> {
  const { id: templateId } = await post(emulator, "/v2/templates", { name, image: "worker", serverless: true });
  const query = "mutation ($input: EndpointInput!) { saveEndpoint(input: $input) { id } }";
  const input = { name, gpuIds: "AMPERE_16", templateId, workersMax: 1, idleTimeout: 1 };
  return (await post(emulator, "/graphql", { query, variables: { input } })).data.saveEndpoint.id;
}

async function post(emulator: Emulator, url: string, payload: object) {
  const headers = { authorization: `Bearer ${emulator.apiKey}` };
  const { payload: answer } = await emulator.inject({ method: "POST", url, headers, payload });
  return JSON.parse(answer);
}
