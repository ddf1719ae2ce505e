import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { commands } from "../../cli/commands";
import { type Emulator, startEmulator } from "../../emulator/index";
import { blocksOf } from "./support/blocks";
import { faultsOf } from "./support/page-shell";

const pages = join(__dirname, "../../docs/commands");
let emulator: Emulator;

beforeEach(async () => {
  emulator = await startEmulator({ workerStart: 1, jobDuration: 1, provision: 1, start: 1 });
});
afterEach(() => emulator.close());

test.each(readdirSync(pages))(
  "what %s shows is what the commands print",
  async (name) => {
    const page = readFileSync(join(pages, name), "utf8");
    const env = {
      PODWRIGHT_API_KEY: emulator.apiKey,
      PODWRIGHT_BASE_URL: emulator.url,
      PODWRIGHT_SERVERLESS_URL: emulator.url,
      PODWRIGHT_TIME_SCALE: "0.05",
      ...(await account()),
    };
    expect(await faultsOf(blocksOf(page, "console", "sh"), { env })).toEqual([]);
  },
  120_000,
);

test("every command has a page", () => {
  const written = [...readdirSync(pages), ...readdirSync(join(pages, ".."))];
  for (const { name } of commands) expect(written).toContain(`${name}.md`);
});

/** Endpoints that the pages name, and something to bill. */
async function account(): Promise<Record<string, string>> {
  const [ENDPOINT, STREAMING, FAILING] = [
    await endpoint("jobs"),
    await endpoint("streaming"),
    await endpoint("failing"),
  ];
  emulator.handle("streaming", function* () {
    yield { output: "Hello " };
    yield { output: "world" };
  });
  emulator.handle("failing", () => {
    throw new Error("out of memory");
  });
  await post("/v2/pods", { name: "web", image: "nginx", gpu: { id: "NVIDIA GeForce RTX 4090" } });
  await post(`/v2/${ENDPOINT}/run`, { input: {} });
  emulator.advance(3 * 3_600_000);
  return { ENDPOINT, STREAMING, FAILING };
}

async function endpoint(name: string): Promise<string> {
  const { id: templateId } = await post("/v2/templates", { name, image: "worker", serverless: true });
  const query = "mutation ($input: EndpointInput!) { saveEndpoint(input: $input) { id } }";
  const input = { name, gpuIds: "AMPERE_16", templateId, workersMax: 1, idleTimeout: 1 };
  return (await post("/graphql", { query, variables: { input } })).data.saveEndpoint.id;
}

async function post(url: string, payload: object) {
  const headers = { authorization: `Bearer ${emulator.apiKey}` };
  const { payload: answer } = await emulator.inject({ method: "POST", url, headers, payload });
  return JSON.parse(answer);
}
