import { endpointBody, gpu } from "./harness";

/** Bodies by operation. For the control API, bodies by path. `@kind` stands for the id of an existing resource. */
type Bodies = Readonly<Record<string, readonly object[]>>;

const container = { args: "serve", disk: 20, ports: ["80/http"], env: { A: "1" }, registry: null, cmd: ["a"] };
const mounts = { network: [{ volumeId: "@volume", path: "/v" }] };
const persistent = { persistent: { size: 20, path: "/data" } };
const pools = { pools: ["AMPERE_24"], excludedTypes: ["NVIDIA L4"] };
const workers = { min: 0, max: 2, idleTimeout: 5 };
const onCpu = { cpu: [{ id: "cpu3c", vcpuCount: 2 }], scaling: { type: "REQUEST_COUNT", requestCount: 1 } };
const { gpu: _pools, ...endpoint } = endpointBody;

/** Bodies that RunPod's published API description allows. */
export const documentedBodies: Bodies = {
  createPod: [
    {
      ...{ name: "p", image: "x", mounts: persistent, ...container },
      gpu: { id: gpu, count: 1, minRamPerGpu: 1, minCudaVersion: "12.1" },
    },
    { name: "p", image: "x", cpu: { id: "cpu3c", vcpuCount: 2 }, mounts, cloud: "SECURE", dataCenterIds: ["US-TX-3"] },
    {
      name: "web-1",
      gpu: { id: "NVIDIA L4", count: 2 },
      templateId: "@template",
      cloud: "COMMUNITY",
      startJupyter: true,
    },
  ],
  updatePod: [
    { name: "p", image: "x", disk: 20, mounts: persistent, locked: false, globalNetworking: false },
    { mounts },
    { locked: true },
    { env: { A: "2" }, ports: [] },
  ],
  podAction: ["start", "stop", "restart", "terminate"].map((action) => ({ action })),
  createTemplate: [
    { name: "t", image: "x", ...container, mounts: persistent, serverless: false, public: false },
    { name: "u", image: "x", serverless: true },
  ],
  updateTemplate: [{ name: "t", image: "x", disk: 20, category: "CPU", startSsh: true }, { env: { A: "2" } }],
  createNetworkVolume: [{ name: "v", size: 10, dataCenter: "US-TX-3", type: "STANDARD" }],
  updateNetworkVolume: [{ name: "v", size: 4096 }, { size: 20 }],
  createRegistry: [{ name: "r", username: "u", password: "p" }],
  createDelegation: [{ resource: "123456789012.dkr.ecr.eu-west-1.amazonaws.com/x", name: "d" }],
  createSecret: [
    { name: "s", value: "v", description: "d" },
    { name: "b/c", value: "ü" },
  ],
  updateSecret: [{ value: "v", description: "d" }, { description: "" }],
  createEndpoint: [
    { ...endpointBody, ...container, workers, gpu: pools, timeout: 0, flashboot: "OFF", networkVolumes: ["@volume"] },
    { ...endpoint, ...onCpu, workers: { min: 1 }, dataCenterIds: ["US-TX-3"] },
    { ...endpointBody, templateId: "@template" },
  ],
  updateEndpoint: [
    { name: "e", disk: 20, gpu: pools, workers, scaling: endpointBody.scaling },
    { workers: { max: 4 } },
  ],
  createCluster: [
    {
      ...{ name: "c", type: "RAY", image: "x", mounts, cmd: ["a"] },
      compute: { gpuTypeId: gpu, gpuCountPerPod: 1, podCount: 2 },
    },
  ],
  updateCluster: [{ name: "c" }],
  updateSshKeys: [{ keys: ["ssh-ed25519 AAAA me"] }],
};

const fields = "{ id name workersMin workersMax scalerValue pods { desiredStatus } networkVolume { id } }";
const save = (more: object) => ({
  query: `mutation ($i: EndpointInput!) { saveEndpoint(input: $i) ${fields} }`,
  variables: { i: { name: "one", gpuIds: "ADA_24", templateId: "@template", ...more } },
});
const queries = [
  ...["{", "{ nothing }", "subscription { x }", "query A { myself { id } } query B { myself { id } }"],
  `{ myself { endpoints ${fields} serverlessDiscount { type } secrets { id name description createdAt } } }`,
  'mutation { deleteEndpoint(id: "@endpoint") }',
  'mutation { secretCreate(input: { name: "a", value: "v" }) { id name } }',
  'mutation { secretDelete(id: "@secret") }',
  'mutation { secretValueUpdate(input: { id: "@secret", value: "w" }) { id updatedAt } }',
  'mutation { updateEndpointTemplate(input: { endpointId: "@endpoint", templateId: "@template" }) { id } }',
  'mutation { deleteTemplate(templateName: "a") }',
];
const jobs = [
  { input: { prompt: "a", $same: [1] } },
  {
    input: { n: 1 },
    webhook: "https://hooks.example.invalid/done",
    policy: { executionTimeout: 5000, ttl: 10_000, lowPriority: true },
  },
];
const deleted = { deleted: true };

/** Bodies of GraphQL, of jobs and of the control API, which RunPod's published API description does not contain. */
export const otherBodies: Bodies = {
  graphql: [
    ...queries.map((query) => ({ query })),
    save({ workersMin: 1, workersMax: 3, idleTimeout: 5, networkVolumeId: "@volume" }),
    save({ id: "@endpoint", scalerType: "REQUEST_COUNT", scalerValue: 1, locations: "EU-RO-1", networkVolumeId: null }),
    save({ id: "@endpoint", workersMin: 0, workersMax: 0 }),
  ],
  ...{ run: jobs, runsync: jobs },
  "/_emulator/clock": [0, 1, 499, 500, 1000, 60_000, 3_600_000].map((advanceMs) => ({ advanceMs })),
  "/_emulator/stock": [{ count: 0, gpu, cloud: "SECURE" }, { count: 5 }],
  "/_emulator/worker-capacity": [{ count: 1, pool: "ADA_24", dataCenter: "US-TX-3" }, { count: 5 }],
  "/_emulator/script": [
    ...["error", "stuck", "exit"].map((outcome) => ({
      pods: { match: { name: "web-*" }, outcome, afterMs: 700, log: ["one"], echoEnv: true },
    })),
    ...["unhealthy", "stuck", "throttled", "crash"].map((outcome) => ({
      workers: { match: { name: "one" }, outcome, afterMs: 700, log: ["three"] },
    })),
    { jobs: { endpoint: "@endpoint", error: "boom", durationMs: 10 } },
    { jobs: { endpoint: "*", output: [1], durationMs: 5000 } },
  ],
  "/_emulator/account": [{ serverlessDiscount: { discountFactor: 0.5, type: "LAUNCH", expirationDate: null } }],
  "/_emulator/platform-env": [{ A: "1" }, {}],
  "/_emulator/pods/:id": [{ name: "web-2", env: { B: "" }, dataCenterId: "EU-RO-1" }, { status: "ERROR" }, deleted],
  "/_emulator/pods/:id/log": [{ line: "two" }],
  "/_emulator/endpoints/:id": [{ workersMin: 1, workersMax: 3, idleTimeout: 0, networkVolumeId: null }, deleted],
  "/_emulator/endpoints/:id/builds": [{ status: "COMPLETED", imageName: "worker" }, { status: "PENDING" }],
  "/_emulator/templates/:id": [{ image: "worker" }, deleted],
  "/_emulator/network-volumes/:id": [{ size: 90 }, deleted],
  "/_emulator/secrets/:id": [{ value: "x" }, deleted],
  "/_emulator/registries/:id": [deleted],
  "/_emulator/faults": [
    { operation: "createPod", effect: { noCapacity: true } },
    { operation: "run", effect: { status: 503 } },
  ],
};
