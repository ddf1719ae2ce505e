import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { type Emulator, startEmulator } from "../../../emulator";
import { mcpServers } from "../../../toolchain/lib/test-tools/tools.mjs";
import { temporaryFolder } from "../../support/temporary-folder";
import { toolOrSkip } from "../harness/tools";

const [olderServer, newerServer] = mcpServers as [(typeof mcpServers)[0], (typeof mcpServers)[0]];

// biome-ignore lint/suspicious/noExplicitAny: answers are looked at field by field
type Call = (tool: string, args?: object) => Promise<any>;

/** RunPod's unchanged MCP server, connected to the emulator, with calls of its tools. */
async function serverOn({ url, apiKey }: Emulator, program: string): Promise<{ call: Call; tools: string[] }> {
  const home = temporaryFolder("mcp");
  const addresses = {
    ...{ RUNPOD_API_BASE_URL: url, RUNPOD_REST_V2_API_URL: `${url}/v2`, RUNPOD_SERVERLESS_API_URL: `${url}/v2` },
    ...{ RUNPOD_PUBLIC_GRAPHQL_URL: `${url}/graphql`, RUNPOD_AUTHED_GRAPHQL_URL: `${url}/graphql` },
  };
  const env = { PATH: process.env.PATH, HOME: home, RUNPOD_API_KEY: apiKey, ...addresses };
  const server = spawn(process.execPath, [program], { env, stdio: ["pipe", "pipe", "ignore"] });
  onTestFinished(async () => {
    const ended = once(server, "exit");
    server.kill();
    await ended;
  });
  const waiting = new Map<number, (result: unknown) => void>();
  createInterface({ input: server.stdout }).on("line", (line) => {
    const { id, result, error } = JSON.parse(line);
    waiting.get(id)?.(result ?? error);
  });
  const send = (message: object) => server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  // biome-ignore lint/suspicious/noExplicitAny: each method has a result of its own
  const request = (method: string, params: object): Promise<any> =>
    new Promise((resolve) => {
      const id = waiting.size + 1;
      waiting.set(id, resolve);
      send({ id, method, params });
    });
  const clientInfo = { name: "podwright-tests", version: "0" };
  await request("initialize", { protocolVersion: "2024-11-05", capabilities: {}, clientInfo });
  send({ method: "notifications/initialized" });
  const { tools } = await request("tools/list", {});
  const call: Call = async (name, args = {}) => {
    const { content, isError } = await request("tools/call", { name, arguments: args });
    const text = content?.[0]?.text ?? "";
    if (isError) throw new Error(`${name}: ${text}`);
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  };
  return { call, tools: tools.map((tool: { name: string }) => tool.name) };
}

const started = async () => {
  const quick = { provision: 5, start: 5, workerStart: 5, jobDuration: 5 };
  const emulator = await startEmulator({ ...quick, streamShape: "object" });
  onTestFinished(() => emulator.close());
  return emulator;
};

test("@runpod/mcp-server 3.4.0 manages resources and runs jobs on the emulator", async (context) => {
  const emulator = await started();
  const { call } = await serverOn(emulator, toolOrSkip(olderServer, context));
  const pod = { name: "p", imageName: "nginx", gpuTypeIds: ["NVIDIA A40"], gpuCount: 1, env: { A: "1" } };
  const { id: podId } = await call("create-pod", pod);
  expect((await call("list-pods")).items).toMatchObject([{ id: podId, image: "nginx", env: { A: "1" } }]);
  await expect.poll(async () => (await call("get-pod", { podId })).status).toBe("RUNNING");
  await call("stop-pod", { podId });
  expect(await call("get-pod", { podId })).toMatchObject({ status: "EXITED" });
  await call("delete-pod", { podId });
  const { id: templateId } = await call("create-template", { name: "w", imageName: "worker", isServerless: true });
  expect((await call("list-templates")).items).toMatchObject([{ id: templateId, serverless: true }]);
  const volume = await call("create-network-volume", { name: "v", size: 10, dataCenterId: "US-KS-2" });
  expect((await call("list-network-volumes")).items).toEqual([volume]);
  const queue = { name: "jobs", imageName: "worker", gpuPoolIds: ["ADA_24"], workersMax: 2, idleTimeout: 42 };
  const { id: endpointId } = await call("create-endpoint", queue);
  // Over GraphQL, a save resets omitted fields that have a default in the schema.
  await call("set-endpoint-gpus", { endpointId, pools: ["AMPERE_24"], gpuCount: 2 });
  expect(emulator.state().endpoints).toMatchObject([{ gpuIds: "AMPERE_24", gpuCount: 2, name: "jobs" }]);
  expect(emulator.counts()).toMatchObject({ saveEndpoint: 1 });
  expect(await call("runsync-endpoint", { endpointId, input: { n: 1 } })).toMatchObject({ output: { n: 1 } });
  expect(await call("endpoint-health", { endpointId })).toMatchObject({ jobs: { completed: 1 } });
  await call("delete-endpoint", { endpointId });
  await call("delete-template", { templateId });
  await call("delete-network-volume", { networkVolumeId: volume.id });
  expect(emulator.state()).toMatchObject({ pods: [], endpoints: [], templates: [], networkVolumes: [] });
  expect(emulator.unknownRequests).toEqual([]);
});

test("@runpod/mcp-server 4.0.0 manages resources and runs jobs on the emulator", async (context) => {
  const emulator = await started();
  const { call } = await serverOn(emulator, toolOrSkip(newerServer, context));
  const pod = { name: "p", image: "nginx", gpu: { id: "NVIDIA A40", count: 1, minRamPerGpu: 8 }, env: { A: "1" } };
  const { id } = await call("create-pod", { body: pod });
  await expect.poll(async () => (await call("get-pod", { id })).status).toBe("RUNNING");
  expect(await call("update-pod", { id, body: { name: "q" } })).toMatchObject({ name: "q" });
  expect(JSON.stringify(await call("list-pods"))).toContain(id);
  await call("pod-action", { id, body: { action: "stop" } });
  await call("delete-pod", { id });
  const template = await call("create-template", { body: { name: "w", image: "worker", serverless: true } });
  const volume = await call("create-network-volume", { body: { name: "v", size: 10, dataCenter: "US-KS-2" } });
  const scaling = { type: "QUEUE_DELAY", queueDelay: 4 };
  const endpoint = await call("create-endpoint", {
    body: { name: "jobs", type: "QUEUE", templateId: template.id, gpu: { pools: ["ADA_24"], count: 1 }, scaling },
  });
  const patched = { id: endpoint.id, body: { workers: { max: 2 } } };
  expect(await call("update-endpoint", patched)).toMatchObject({ workers: { max: 2 } });
  const job = { endpointId: endpoint.id, input: { n: 1 } };
  expect(await call("runsync-endpoint", job)).toMatchObject({ output: { n: 1 } });
  expect(JSON.stringify(await call("list-endpoints"))).toContain(endpoint.id);
  expect(JSON.stringify(await call("list-endpoint-releases", { id: endpoint.id }))).toContain("version");
  await call("delete-endpoint", { id: endpoint.id });
  await call("delete-template", { id: template.id });
  await call("delete-network-volume", { id: volume.id });
  expect(emulator.state()).toMatchObject({ pods: [], endpoints: [], templates: [], networkVolumes: [] });
  expect(emulator.unknownRequests).toEqual([]);
});
