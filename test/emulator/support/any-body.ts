import fc from "fast-check";
import { gpu } from "./harness";

const optional = <T extends object>(values: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(values, { requiredKeys: [] });
const some = (needed: Fields, more: Fields) =>
  fc.tuple(fc.record(needed), optional(more)).map(([first, then]) => ({ ...first, ...then }));
type Fields = Readonly<Record<string, fc.Arbitrary<unknown>>>;

const strings = fc.dictionary(fc.constantFrom("A", "B", "__proto__"), fc.constantFrom("", "1", "ü"), { maxKeys: 2 });
const container = {
  image: fc.constantFrom("nginx", "worker"),
  args: fc.constantFrom("", "--serve"),
  disk: fc.integer({ min: 1, max: 100 }),
  ports: fc.constantFrom([], ["8888/http"], ["22/tcp", "80/http"]),
  env: strings,
  registry: fc.constantFrom(null, "@registry"),
};
const persistent = fc.record({ size: fc.integer({ min: 10, max: 40 }), path: fc.constantFrom("/data", "/workspace") });
const network = fc.constant([{ volumeId: "@volume", path: "/volume" }]);
const centers = fc.subarray(["US-TX-3", "EU-RO-1", "CA-MTL-1"]);
const name = fc.constantFrom("a", "web-1", "web-2", "β");
const gpus = fc.record({ id: fc.constantFrom(gpu, "NVIDIA L4"), count: fc.integer({ min: 1, max: 3 }) });
const workers = optional({
  min: fc.integer({ min: 0, max: 2 }),
  max: fc.integer({ min: 0, max: 4 }),
  idleTimeout: fc.integer({ min: 1, max: 30 }),
});
const scaling = fc.oneof(
  fc.record({ type: fc.constant("QUEUE_DELAY"), queueDelay: fc.constantFrom(0.5, 1, 4) }),
  fc.record({ type: fc.constant("REQUEST_COUNT"), requestCount: fc.integer({ min: 1, max: 4 }) }),
);
const input = fc.dictionary(fc.constantFrom("prompt", "$same", "n"), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 });
const endpointInput = fc.record(
  {
    id: fc.constant("@endpoint"),
    name: fc.constantFrom("one", "two", "x"),
    gpuIds: fc.constantFrom("ADA_24", "AMPERE_16,-NVIDIA RTX A4000"),
    templateId: fc.constantFrom("@template", "@template", "nowhere"),
    scalerType: fc.constantFrom("QUEUE_DELAY", "REQUEST_COUNT"),
    scalerValue: fc.integer({ min: 0, max: 4 }),
    workersMin: fc.integer({ min: 0, max: 2 }),
    workersMax: fc.integer({ min: 0, max: 4 }),
    idleTimeout: fc.integer({ min: 1, max: 30 }),
    networkVolumeId: fc.constantFrom(null, "@volume"),
    locations: fc.constantFrom(null, "US", "EU-RO-1"),
  },
  { requiredKeys: ["name", "gpuIds", "templateId"] },
);
const fields = "{ id name workersMin workersMax scalerValue pods { desiredStatus } networkVolume { id } }";
const graphql = fc.oneof(
  endpointInput.map((one) => ({
    query: `mutation ($i: EndpointInput!) { saveEndpoint(input: $i) ${fields} }`,
    variables: { i: one },
  })),
  fc
    .constantFrom(
      'mutation { deleteEndpoint(id: "@endpoint") }',
      'mutation { secretCreate(input: { name: "a", value: "v" }) { id name } }',
      'mutation { secretDelete(id: "@secret") }',
      'mutation { secretValueUpdate(input: { id: "@secret", value: "w" }) { id updatedAt } }',
      "{ myself { secrets { id name description createdAt } } }",
      'mutation { updateEndpointTemplate(input: { endpointId: "@endpoint", templateId: "@template" }) { id } }',
      'mutation { deleteTemplate(templateName: "a") }',
    )
    .map((query) => ({ query })),
  fc.constant({ query: `{ myself { endpoints ${fields} serverlessDiscount { type } } }` }),
  fc.constantFrom(
    { query: "{" },
    { query: "{ nothing }" },
    { query: "subscription { x }" },
    { query: "query A { myself { id } } query B { myself { id } }" },
  ),
);

const count = { count: fc.integer({ min: 0, max: 5 }) };
const dataCenter = fc.constant("US-TX-3");

/** Good bodies, by operation or, on the emulator's own surface, by path. Operations not named here get any JSON. */
export const goodBodies: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  createPod: fc
    .tuple(
      fc.record({ name, image: container.image }),
      fc.oneof(
        { weight: 4, arbitrary: fc.record({ gpu: gpus }) },
        fc.record({ cpu: fc.record({ id: fc.constantFrom("cpu3c", "cpu5g"), vcpuCount: fc.constantFrom(2, 3, 4) }) }),
      ),
      optional({
        ...container,
        mounts: fc.oneof(fc.record({ persistent }), fc.record({ network })),
        cloud: fc.constantFrom("SECURE", "COMMUNITY"),
        dataCenterIds: centers,
        globalNetworking: fc.boolean(),
        templateId: fc.constant("@template"),
        startJupyter: fc.boolean(),
      }),
    )
    .map(([needed, hardware, more]) => ({ ...more, ...needed, ...hardware })),
  updatePod: optional({
    name,
    ...container,
    locked: fc.boolean(),
    globalNetworking: fc.boolean(),
    mounts: fc.record({ persistent }),
  }),
  podAction: fc.record({ action: fc.constantFrom("start", "stop", "restart", "terminate") }),
  createTemplate: some(
    { name: fc.string({ minLength: 1, maxLength: 3 }), image: container.image },
    { ...container, serverless: fc.boolean(), public: fc.boolean(), mounts: fc.record({ persistent }) },
  ),
  updateTemplate: optional({ name, ...container, public: fc.boolean() }),
  createNetworkVolume: fc.record({
    name,
    size: fc.integer({ min: 10, max: 20 }),
    dataCenter: fc.constantFrom("US-TX-3", "EU-RO-1", "US-GA-2"),
  }),
  updateNetworkVolume: optional({ name, size: fc.integer({ min: 10, max: 40 }) }),
  createRegistry: fc.record({ name, username: name, password: name }),
  createDelegation: fc.record({
    resource: fc.constantFrom("123456789012.dkr.ecr.eu-west-1.amazonaws.com/x", "x"),
    name: fc.constantFrom(null, "d"),
  }),
  createEndpoint: fc
    .tuple(
      fc.record({ name, type: fc.constantFrom("QUEUE", "LOAD_BALANCER"), scaling, image: container.image }),
      fc.oneof(
        fc.record({ gpu: fc.record({ pools: fc.constantFrom(["ADA_24"], ["AMPERE_48", "ADA_24"]) }) }),
        fc.record({ cpu: fc.constant([{ id: "cpu3c", vcpuCount: 2 }]) }),
      ),
      optional({
        ...container,
        workers,
        networkVolumes: fc.constant(["@volume"]),
        timeout: fc.constantFrom(0, 5000),
        templateId: fc.constant("@template"),
      }),
    )
    .map(([needed, hardware, more]) => ({ ...more, ...needed, ...hardware })),
  updateEndpoint: optional({ name, ...container, workers, scaling, dataCenterIds: centers }),
  updateSshKeys: fc.record({ keys: fc.constantFrom([], ["ssh-ed25519 AAAA me"], ["bad"]) }),
  createCluster: fc.record({
    name,
    type: fc.constantFrom("APPLICATION", "SLURM"),
    compute: fc.record({
      gpuTypeId: fc.constantFrom(gpu, "NVIDIA H100 80GB HBM3"),
      gpuCountPerPod: fc.integer({ min: 1, max: 8 }),
      podCount: fc.integer({ min: 2, max: 4 }),
    }),
  }),
  updateCluster: fc.record({ name }),
  graphql,
  run: job(),
  runsync: job(),
  "/_emulator/clock": fc.record({ advanceMs: fc.constantFrom(0, 1, 499, 500, 1000, 60_000, 3_600_000) }),
  "/_emulator/stock": some(count, { gpu: fc.constant(gpu), cloud: fc.constantFrom("SECURE", "COMMUNITY"), dataCenter }),
  "/_emulator/worker-capacity": some(count, { pool: fc.constantFrom("ADA_24", "AMPERE_48"), dataCenter }),
  "/_emulator/script": fc.oneof(
    fc.record({
      pods: optional({
        match: optional({ name: fc.constantFrom("web-*", "a") }),
        outcome: fc.constantFrom("error", "stuck", "exit"),
        afterMs: fc.constantFrom(0, 700),
        log: fc.constant(["one", "two"]),
        echoEnv: fc.boolean(),
      }),
    }),
    fc.record({
      workers: optional({
        match: optional({ name: fc.constantFrom("one", "a*") }),
        outcome: fc.constantFrom("unhealthy", "stuck", "throttled", "crash"),
        afterMs: fc.constantFrom(0, 700),
        log: fc.constant(["three"]),
      }),
    }),
    fc.record({
      jobs: some(
        { endpoint: fc.constantFrom("*", "one", "@endpoint") },
        {
          output: fc.jsonValue({ maxDepth: 1 }),
          error: fc.constant("boom"),
          durationMs: fc.constantFrom(0, 10, 5000),
        },
      ),
    }),
  ),
  "/_emulator/account": fc.record({
    serverlessDiscount: fc.constantFrom(null, { discountFactor: 0.5, type: "LAUNCH", expirationDate: null }),
  }),
  "/_emulator/platform-env": strings,
  "/_emulator/pods/:id": optional({
    name,
    status: fc.constantFrom("STARTING", "RUNNING", "EXITED", "ERROR", "TERMINATED"),
    env: strings,
    dataCenterId: fc.constant("EU-RO-1"),
    deleted: fc.constant(true),
  }),
  "/_emulator/pods/:id/log": fc.record({ line: fc.string({ maxLength: 5 }) }),
  "/_emulator/endpoints/:id": optional({
    name,
    workersMin: fc.integer({ min: 0, max: 2 }),
    workersMax: fc.integer({ min: 0, max: 3 }),
    idleTimeout: fc.constantFrom(0, 1, 20),
    networkVolumeId: fc.constant(null),
    deleted: fc.constant(true),
  }),
  "/_emulator/endpoints/:id/builds": optional({
    status: fc.constantFrom("PENDING", "COMPLETED", "FAILED"),
    imageName: container.image,
  }),
  "/_emulator/templates/:id": optional({ image: container.image, deleted: fc.constant(true) }),
  "/_emulator/network-volumes/:id": optional({ size: fc.integer({ min: 10, max: 90 }), deleted: fc.constant(true) }),
  createSecret: fc.record(
    { name: fc.constantFrom("a", "A", "b/c"), value: fc.constantFrom("v", "ü"), description: fc.constantFrom("", "d") },
    { requiredKeys: ["name", "value"] },
  ),
  updateSecret: optional({ value: fc.constant("w"), description: fc.constantFrom("", "e") }),
  "/_emulator/secrets/:id": optional({ value: fc.constant("x"), deleted: fc.constant(true) }),
  "/_emulator/registries/:id": fc.constant({ deleted: true }),
  "/_emulator/faults": fc.record({
    operation: fc.constantFrom("createPod", "run"),
    effect: fc.constantFrom({ noCapacity: true }, { status: 503 }),
  }),
};

function job() {
  return some(
    { input },
    {
      webhook: fc.constant("https://hooks.example.invalid/done"),
      policy: optional({
        executionTimeout: fc.constantFrom(5000, 60_000),
        ttl: fc.constantFrom(10_000, 600_000),
        lowPriority: fc.boolean(),
      }),
    },
  );
}
