import { client, json, type LocalServer, problem, type Reply, serve } from "../support/local-server";

export const RECORD = {
  id: "ep1",
  name: "answers",
  type: "QUEUE",
  gpu: { pools: ["ADA_24", "AMPERE_24"], excludedTypes: ["NVIDIA L4"], count: 2, allowedCudaVersions: [] },
  workers: { min: 0, max: 3, idleTimeout: 5 },
  scaling: { type: "QUEUE_DELAY", queueDelay: 4 },
  dataCenterIds: ["EU-RO-1", "US-TX-3"],
  networkVolumes: ["vol1", "vol2"],
  timeout: 600_000,
  flashboot: "FLASHBOOT",
  image: "worker:1",
  env: { A: "1" },
};

export const TEMPLATE = { id: "tpl1", name: "worker", image: "worker:1", serverless: true };

/** Answers by method and path, and otherwise with "not found". */
export async function platformWith(replies: Record<string, Reply>): Promise<LocalServer> {
  return await serve((response, seen, socket) => {
    const path = seen.url.split("?")[0] ?? "";
    const reply = replies[`${seen.method} ${path}`] ?? problem(404, "resource not found");
    reply(response, seen, socket);
  });
}

export const rest = (server: LocalServer) => client(server.url, { endpointTransport: "rest" }).endpoints;

export const called = ({ seen }: LocalServer) => seen.map(({ method, url }) => `${method} ${url.split("?")[0]}`);

export const graphqlKnows = (templateId: string | null) =>
  json(200, {
    data: {
      myself: { endpoints: [{ id: "ep1", name: "answers", templateId, workersMin: 0, workersMax: 0 }] },
      deleteEndpoint: null,
      saveEndpoint: { id: "ep1", name: "answers", templateId, workersMin: 0, workersMax: 0 },
    },
  });
