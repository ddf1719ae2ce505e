import { afterAll, beforeAll, beforeEach } from "vitest";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../../emulator";

export const gpu = "NVIDIA GeForce RTX 4090";

export interface Reply {
  status: number;
  headers: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked at field by field
  body: any;
  text: string;
}

/** One emulator per file, emptied before each test; wall time stands still, so only `advance` moves it. */
export function useEmulator(options: EmulatorOptions = {}) {
  let emulator: Emulator;
  let templates = 0;
  beforeAll(async () => {
    const start = Date.UTC(2026, 5, 1, 12);
    emulator = await startEmulator({ now: () => start, ...options });
  });
  beforeEach(() => emulator.reset());
  afterAll(() => emulator.close());

  const send = async (
    method: string,
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply> => {
    const response = await emulator.inject({
      method: method as "GET",
      url,
      headers: {
        authorization: "Bearer emulator-key",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    let parsed: unknown;
    try {
      parsed = response.payload === "" ? undefined : JSON.parse(response.payload);
    } catch {
      parsed = undefined;
    }
    return {
      status: response.statusCode,
      headers: response.headers as Record<string, string>,
      body: parsed,
      text: response.payload,
    };
  };

  return {
    get emulator() {
      return emulator;
    },
    send,
    async pod(extra: object = {}) {
      const reply = await send("POST", "/v2/pods", { name: "p", image: "nginx", gpu: { id: gpu }, ...extra });
      if (reply.status !== 201) throw new Error(`${reply.status} ${reply.text}`);
      return reply.body;
    },
    async runningPod(extra: object = {}) {
      const { id } = await this.pod(extra);
      emulator.advance(2000);
      return (await send("GET", `/v2/pods/${id}`)).body;
    },
    async volume(dataCenter = "US-TX-3") {
      return (await send("POST", "/v2/network-volumes", { name: "v", size: 10, dataCenter })).body;
    },
    async template(extra: object = {}) {
      const reply = await send("POST", "/v2/templates", { name: "t", image: "worker", serverless: true, ...extra });
      if (reply.status !== 201) throw new Error(`${reply.status} ${reply.text}`);
      return reply.body;
    },
    /** Moves time in steps until the reply is there; when exactly it begins to wait is nobody's to know. */
    async whileTimePasses<T>(reply: Promise<T>, stepMs = 100): Promise<T> {
      let isThere = false;
      const look = () => {
        isThere = true;
      };
      reply.then(look, look);
      while (!isThere) {
        emulator.advance(stepMs);
        await new Promise((resolve) => setImmediate(resolve));
      }
      return reply;
    },
    async query(query: string, variables?: object): Promise<Reply> {
      return send("POST", "/graphql?api_key=emulator-key", { query, variables }, { authorization: "" });
    },
    async endpoint(input: object = {}): Promise<string> {
      const { id: templateId } = await this.template({ name: `template-${++templates}` });
      const reply = await this.query("mutation ($input: EndpointInput!) { saveEndpoint(input: $input) { id } }", {
        input: { name: "endpoint", gpuIds: "ADA_24", templateId, ...input },
      });
      if (reply.body.errors) throw new Error(reply.text);
      return reply.body.data.saveEndpoint.id;
    },
    /** What a modify sends along, because it must or because it would be reset, is taken from the endpoint. */
    async save(change: Readonly<Record<string, unknown>>): Promise<Reply> {
      const present = emulator.state().endpoints.find(({ id }) => id === change.id);
      const { name, templateId, gpuIds, instanceIds, gpuCount } = present ?? {};
      const { idleTimeout, scalerValue, workersMin, workersMax } = present ?? {};
      const kept = { name, templateId, gpuCount, idleTimeout, scalerValue, workersMin, workersMax };
      const hardware = gpuIds === "" ? { instanceIds } : { gpuIds };
      const input = present === undefined ? change : { ...kept, ...hardware, ...change };
      return this.query(
        "mutation ($input: EndpointInput!) { saveEndpoint(input: $input) { id workersMin workersMax idleTimeout scalerValue locations gpuIds templateId networkVolumeId flashBootType pods { desiredStatus } } }",
        { input },
      );
    },
  };
}
