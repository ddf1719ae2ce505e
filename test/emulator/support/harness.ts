import { STATUS_CODES } from "node:http";
import { afterAll, beforeAll, beforeEach, onTestFinished } from "vitest";
import { type Emulator, type EmulatorOptions, type JobHandler, startEmulator } from "../../../emulator";

export const gpu = "NVIDIA GeForce RTX 4090";

export interface Reply {
  status: number;
  headers: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: responses are checked field by field
  body: any;
  text: string;
}

/** Body that creates an endpoint over REST. */
export const endpointBody = {
  ...{ name: "e", image: "worker", type: "QUEUE", gpu: { pools: ["ADA_24"] } },
  scaling: { type: "QUEUE_DELAY", queueDelay: 4 },
} as const;

/** Returns a refusal of REST or of a job operation. */
export const problem = (status: number, detail: unknown) => ({ title: STATUS_CODES[status], status, detail });

/** Paging of a list that fits on one page. */
export const onlyPage = { pagination: { nextCursor: null, hasNextPage: false } };

const start = Date.UTC(2026, 5, 1, 12);

/** Starts one emulator for the file and empties it before each test. Wall time stands still, so only `advance` moves time. */
export function useEmulator(options: EmulatorOptions = {}): World {
  let emulator: Emulator;
  beforeAll(async () => {
    emulator = await startEmulator({ now: () => start, ...options });
  });
  beforeEach(() => emulator.reset());
  afterAll(() => emulator.close());
  return worldOf(() => emulator);
}

/** Starts an emulator that ends with the test. Its time passes by itself unless the options say otherwise. */
export async function startWorld(options: EmulatorOptions = {}): Promise<World> {
  const emulator = await startEmulator(options);
  onTestFinished(() => emulator.close().catch(() => undefined));
  return worldOf(() => emulator);
}

export type World = ReturnType<typeof worldOf>;

function worldOf(emulatorNow: () => Emulator) {
  let templates = 0;

  const send = async (
    method: string,
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply> => {
    const response = await emulatorNow().inject({
      method: method as "GET",
      url,
      headers: {
        authorization: `Bearer ${emulatorNow().apiKey}`,
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
      return emulatorNow();
    },
    advance: (ms: number) => emulatorNow().advance(ms),
    send,
    /** Returns the body of the response, whatever its status. */
    get: async (url: string): Promise<Reply["body"]> => (await send("GET", url)).body,
    statusOf: async (url: string): Promise<number> => (await send("GET", url)).status,
    post: (url: string, body?: unknown, headers?: Record<string, string>) => send("POST", url, body, headers),
    patch: (url: string, body: unknown) => send("PATCH", url, body),
    delete: (url: string) => send("DELETE", url),
    /** Returns the body of the created resource. */
    async create(url: string, body: unknown): Promise<Reply["body"]> {
      const reply = await send("POST", url, body);
      if (reply.status !== 201) throw new Error(`${reply.status} ${reply.text}`);
      return reply.body;
    },
    /** Calls the control API, which needs no key. */
    control: (path: string, body?: unknown, method = "POST") =>
      send(method, `/_emulator${path}`, body, { authorization: "" }),
    pod(extra: object = {}) {
      return this.create("/v2/pods", { name: "p", image: "nginx", gpu: { id: gpu }, ...extra });
    },
    async runningPod(extra: object = {}) {
      const { id } = await this.pod(extra);
      emulatorNow().advance(2000);
      return this.get(`/v2/pods/${id}`);
    },
    volume(dataCenter = "US-TX-3") {
      return this.create("/v2/network-volumes", { name: "v", size: 10, dataCenter });
    },
    registry() {
      return this.create("/v2/registries", { name: "r", username: "u", password: "p" });
    },
    template(extra: object = {}) {
      return this.create("/v2/templates", { name: "t", image: "worker", serverless: true, ...extra });
    },
    /** Moves time in steps until the reply arrives, because the test does not know when the wait begins. */
    async whileTimePasses<T>(reply: Promise<T>, stepMs = 100): Promise<T> {
      let isThere = false;
      const look = () => {
        isThere = true;
      };
      reply.then(look, look);
      while (!isThere) {
        emulatorNow().advance(stepMs);
        await new Promise((resolve) => setImmediate(resolve));
      }
      return reply;
    },
    async query(query: string, variables?: object): Promise<Reply> {
      return send("POST", `/graphql?api_key=${emulatorNow().apiKey}`, { query, variables }, { authorization: "" });
    },
    async endpoint(input: object = {}): Promise<string> {
      const { id: templateId } = await this.template({ name: `template-${++templates}` });
      const reply = await this.query("mutation ($input: EndpointInput!) { saveEndpoint(input: $input) { id } }", {
        input: { name: "endpoint", gpuIds: "ADA_24", templateId, ...input },
      });
      if (reply.body.errors) throw new Error(reply.text);
      return reply.body.data.saveEndpoint.id;
    },
    /** Creates an endpoint with one worker that runs this handler. */
    async endpointOf(handler: JobHandler): Promise<string> {
      const id = await this.endpoint({ workersMax: 1 });
      emulatorNow().handle(id, handler);
      return id;
    },
    /** Submits a job and returns its id. */
    async run(endpoint: string, body: object = { input: { n: 1 } }): Promise<string> {
      return (await send("POST", `/v2/${endpoint}/run`, body)).body.id;
    },
    job(endpoint: string, id: string) {
      return this.get(`/v2/${endpoint}/status/${id}`);
    },
    health(endpoint: string) {
      return this.get(`/v2/${endpoint}/health`);
    },
    /** Saves a change. Takes required fields, and fields that a save would reset, from the endpoint. */
    async save(change: Readonly<Record<string, unknown>>): Promise<Reply> {
      const present = emulatorNow()
        .state()
        .endpoints.find(({ id }) => id === change.id);
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
