import { json, KEY, POD, serve } from "../../client/support/local-server";
import { commandLine, type World } from "./command-line";

const DAY = 86_400_000;
export const at = (day: number) => new Date(Date.UTC(2026, 5, 1) + day * DAY).toISOString().replace(".000Z", "Z");

export interface Billed {
  readonly day: number;
  readonly id: string;
  readonly gpu?: number;
  readonly disk?: number;
}

const amounts = ({ gpu = 0, disk = 0 }: Partial<Billed>) => ({
  totalAmount: gpu + disk,
  gpuAmount: gpu,
  cpuAmount: 0,
  diskAmount: disk,
});

/** A server with these bills that knows the pods and endpoints below. */
export async function platform(
  billed: readonly Billed[],
  refused: Readonly<Record<string, [status: number, body: object]>> = {},
) {
  const server = await serve((response, seen, socket) => {
    const { pathname, searchParams } = new URL(seen.url, "http://x");
    const wanted = searchParams.get("podId") ?? searchParams.get("serverlessId");
    const asked = billed.filter(({ id }) => wanted === null || id === wanted);
    const answers: Record<string, unknown> = {
      "/v2/pods": {
        pods: [
          POD,
          { ...POD, id: "pod2", gpu: { id: "NVIDIA A40", count: 1 } },
          { ...POD, id: "cpupod", gpu: undefined, cpu: { id: "cpu3c", vcpuCount: 2, memory: 4 } },
        ],
      },
      "/graphql": { data: { myself: { endpoints: ENDPOINTS } } },
      "/v2/catalog/gpus": { gpus: [GPU_TYPE] },
      "/v2/billing/pods": report(asked, "podId"),
      "/v2/billing/serverless": report(asked, "serverlessId", { feeAmount: 0 }),
      "/v2/billing/network-volumes": {
        ...report([], "networkVolumeId"),
        records: billed.map(({ day, id, disk = 0 }) => ({
          ...span(day),
          networkVolumeId: id,
          totalAmount: disk,
          standardAmount: disk,
          highPerformanceAmount: 0,
        })),
      },
    };
    const answer = answers[pathname];
    const [status, body] = refused[pathname] ?? (answer === undefined ? [404, {}] : [200, answer]);
    json(status, body)(response, seen, socket);
  });
  return {
    url: server.url,
    /** Paths with their queries in the order of arrival. */
    requests: () => server.seen.map(({ url }) => url.replace(/api_key=[^&]*/, "")),
    cli: (args: string | readonly string[], { env: more, ...world }: World = {}) => {
      const env = {
        PODWRIGHT_API_KEY: KEY,
        PODWRIGHT_BASE_URL: server.url,
        PODWRIGHT_SERVERLESS_URL: server.url,
        ...more,
      };
      return commandLine(["billing", ...(typeof args === "string" ? args.split(" ") : args)], { env, ...world });
    },
  };
}

const span = (day: number) => ({ startTime: at(day), endTime: at(day + 1) });

function report(billed: readonly Billed[], id: string, more: object = {}) {
  return {
    records: billed.map((one) => ({ ...span(one.day), [id]: one.id, ...amounts(one), ...more })),
    metadata: {
      query: { startTime: at(0), endTime: at(30), bucketSize: "day" },
      recordCount: billed.length,
      totals: { ...amounts({}), standardAmount: 0, highPerformanceAmount: 0, ...more },
    },
  };
}

const ENDPOINT = {
  name: "e",
  gpuIds: "AMPERE_24,ADA_24",
  templateId: "t",
  type: "QB",
  idleTimeout: 5,
  locations: null,
  flashBootType: "OFF",
  scalerType: "QUEUE_DELAY",
  scalerValue: 4,
  workersMin: 0,
  workersMax: 1,
  networkVolumeId: null,
  pods: [],
};
const ENDPOINTS = [
  { ...ENDPOINT, id: "ep1" },
  { ...ENDPOINT, id: "ep2", gpuIds: "AMPERE_80" },
];
export const GPU_TYPE = {
  id: "NVIDIA GeForce RTX 4090",
  name: "RTX 4090",
  pool: "ADA_24",
  manufacturer: "NVIDIA",
  memory: 24,
  secure: true,
  community: true,
  price: { secure: 0.69, community: 0.34 },
  maxCount: { secure: 8, community: 4 },
};

export const BILLED: readonly Billed[] = [
  { day: 0, id: POD.id, gpu: 0.1, disk: 0.01 },
  { day: 0, id: "pod2", gpu: 0.2 },
  { day: 1, id: POD.id, gpu: 0.7 },
  { day: 1, id: "gone", gpu: 1 },
  { day: 1, id: "cpupod", disk: 0.5 },
];
