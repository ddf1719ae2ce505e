import type { Values } from "../provider/values/values";

/** The operations a change table has columns for. */
export type Operation = "add" | "change" | "remove";

/**
 * Values to try one row of a change table with. They name other resources by what stands for them: `volume-a`,
 * `volume-b`, `registry-a`, `registry-b`, `template-a`, `template-b`, `endpoint-a`, `endpoint-b`; whoever tries them on a platform puts ids there.
 */
export interface Sample {
  /** Inputs on both sides of the change, beside the sampled one. */
  readonly base: Values;
  /** Inputs that stand in on the side where the sampled one is absent. */
  readonly without?: Values;
  /** Two valid values; the first means something else than leaving the input out. */
  readonly values: readonly [unknown, unknown];
  /** Those that can happen to this input alone; all three unless told. */
  readonly operations?: readonly Operation[];
  /** Whether the condition of a conditional rule holds. */
  readonly holds?: boolean;
  /** GPU type of which there is none when the resource is created. */
  readonly outOfStock?: string;
}

export type Samples = Readonly<Record<string, readonly Sample[]>>;

const rtx4090 = "NVIDIA GeForce RTX 4090";
const a40 = "NVIDIA A40";
const h200 = "NVIDIA H200";
const image = "nginx:1.29";
const onGpu = { image, gpu: { id: rtx4090 } };
const onCpu = { image, cpu: { id: "cpu3c", vcpuCount: 2 } };
const persistent = { size: 20, path: "/data" };
const network = [{ volumeId: "volume-a", path: "/workspace" }];
const changeOnly = ["change"] as const;

/** A command in its two forms, and the change from one form to the other. */
function commandOver(base: Values): Samples {
  const [text, spaced] = [
    '{"entrypoint":["serve"],"cmd":["--quiet"]}',
    '{"entrypoint": ["serve"], "cmd": ["--quiet"]}',
  ];
  const lists = { entrypoint: ["serve"], cmd: ["--quiet"] };
  const add = ["add"] as const;
  return {
    args: [
      { base, values: ["--quiet", "--loud"], holds: false },
      { base: { ...base, ...lists }, values: [text, spaced], operations: add, holds: true },
    ],
    entrypoint: [
      { base, values: [["serve"], ["/bin/sh", "-c"]], holds: false },
      {
        base: { ...base, args: '{"entrypoint":["serve"]}' },
        values: [["serve"], ["serve"]],
        operations: add,
        holds: true,
      },
    ],
    cmd: [
      { base, values: [["--quiet"], ["--loud", "a b"]], holds: false },
      { base: { ...base, args: "--quiet" }, values: [["--quiet"], ["--quiet"]], operations: add, holds: true },
    ],
  };
}

const pod: Samples = {
  name: [{ base: onGpu, values: ["web-one", "web-two"] }],
  image: [{ base: { ...onGpu, image: undefined, templateId: "template-a" }, values: ["nginx:1.28", "nginx:1.29"] }],
  ...commandOver(onGpu),
  disk: [{ base: onGpu, values: [20, 40] }],
  ports: [{ base: onGpu, values: [["80/http"], ["80/http", "22/tcp"]] }],
  env: [{ base: onGpu, values: [{ MODE: "one" }, { MODE: "two", "MY-KEY": "three" }] }],
  registry: [{ base: onGpu, values: ["registry-a", "registry-b"] }],
  "mounts.persistent": [{ base: onGpu, values: [persistent, { size: 30, path: "/other" }] }],
  "mounts.persistent.path": [
    { base: { ...onGpu, mounts: { persistent } }, values: ["/data", "/other"], operations: changeOnly },
  ],
  "mounts.persistent.size": [
    { base: { ...onGpu, mounts: { persistent } }, values: [20, 40], operations: changeOnly, holds: true },
    { base: { ...onGpu, mounts: { persistent } }, values: [40, 20], operations: changeOnly, holds: false },
  ],
  "mounts.network": [{ base: onGpu, values: [network, [{ volumeId: "volume-b", path: "/workspace" }]] }],
  "mounts.network[0].volumeId": [
    { base: { ...onGpu, mounts: { network } }, values: ["volume-a", "volume-b"], operations: changeOnly },
  ],
  "mounts.network[0].path": [
    { base: { ...onGpu, mounts: { network } }, values: ["/workspace", "/other"], operations: changeOnly },
  ],
  gpu: [
    { base: { image }, without: onCpu, values: [{ id: rtx4090 }, { id: a40 }], holds: false },
    {
      base: { image, fallbacks: [{ gpu: onGpu.gpu }, { cpu: onCpu.cpu }] },
      without: onCpu,
      values: [{ id: rtx4090 }, { id: a40 }],
      holds: true,
    },
  ],
  "gpu.id": [
    { base: onGpu, values: [rtx4090, a40], operations: changeOnly, holds: false },
    {
      base: { ...onGpu, fallbacks: [{ gpu: { id: rtx4090 } }] },
      values: [rtx4090, a40],
      operations: changeOnly,
      holds: true,
    },
  ],
  "gpu.count": [
    { base: onGpu, values: [2, 4], holds: false },
    {
      base: { ...onGpu, fallbacks: [{ gpu: { id: rtx4090 } }, { gpu: { id: rtx4090, count: 2 } }] },
      values: [2, 4],
      holds: true,
    },
  ],
  "gpu.allowedCudaVersions": [{ base: onGpu, values: [["12.8"], ["12.8", "12.4"]] }],
  "gpu.minCudaVersion": [{ base: onGpu, values: ["12.4", "12.8"] }],
  "gpu.minRamPerGpu": [{ base: onGpu, values: [8, 16] }],
  "gpu.minVcpuCountPerGpu": [{ base: onGpu, values: [4, 8] }],
  cpu: [
    {
      base: { image },
      without: onGpu,
      values: [
        { id: "cpu3c", vcpuCount: 2 },
        { id: "cpu5c", vcpuCount: 4 },
      ],
      holds: false,
    },
    {
      base: { image, fallbacks: [{ gpu: onGpu.gpu }, { cpu: onCpu.cpu }] },
      without: onGpu,
      values: [
        { id: "cpu3c", vcpuCount: 2 },
        { id: "cpu5c", vcpuCount: 4 },
      ],
      holds: true,
    },
  ],
  "cpu.id": [
    { base: onCpu, values: ["cpu3c", "cpu5c"], operations: changeOnly, holds: false },
    {
      base: { ...onCpu, fallbacks: [{ cpu: onCpu.cpu }] },
      values: ["cpu3c", "cpu5c"],
      operations: changeOnly,
      holds: true,
    },
  ],
  "cpu.vcpuCount": [
    { base: onCpu, values: [2, 4], operations: changeOnly, holds: false },
    { base: { ...onCpu, fallbacks: [{ cpu: onCpu.cpu }] }, values: [2, 4], operations: changeOnly, holds: true },
  ],
  cloud: [
    { base: onGpu, values: ["COMMUNITY", "SECURE"], holds: false },
    {
      base: { ...onGpu, fallbacks: [{ cloud: "SECURE" }, { cloud: "COMMUNITY" }] },
      values: ["COMMUNITY", "SECURE"],
      holds: true,
    },
  ],
  dataCenterIds: [
    // Without a list a pod may be anywhere: taking the list away never moves it.
    { base: onGpu, values: [["EU-RO-1"], ["EU-CZ-1"]], operations: ["add", "change"], holds: false },
    { base: onGpu, values: [["US-TX-3"], ["US-TX-3", "EU-RO-1"]], holds: true },
  ],
  globalNetworking: [{ base: { ...onGpu, dataCenterIds: ["US-TX-3"] }, values: [true, false] }],
  templateId: [{ base: onGpu, values: ["template-a", "template-b"] }],
  startSsh: [{ base: onGpu, values: [true, false] }],
  startJupyter: [{ base: onGpu, values: [true, false] }],
  locked: [{ base: onGpu, values: [true, false] }],
  desiredStatus: [{ base: onGpu, values: ["EXITED", "RUNNING"] }],
  fallbacks: [
    { base: onGpu, values: [[{ gpu: { id: a40 } }], [{ gpu: { id: a40 } }, { cloud: "COMMUNITY" }]], holds: true },
    {
      base: { image, gpu: { id: h200 } },
      values: [[{ gpu: { id: rtx4090 } }], [{ gpu: { id: a40 } }]],
      operations: ["change", "remove"],
      holds: false,
      outOfStock: h200,
    },
  ],
  capacityTimeout: [{ base: onGpu, values: ["5m", "10m"] }],
  readiness: [
    {
      // Nothing answers on the ports of these pods.
      base: { ...onGpu, ports: ["80/tcp"], skipAwait: true },
      values: [{ tcp: { port: 80 } }, { http: { port: 80, path: "/health" } }],
    },
  ],
  skipAwait: [{ base: onGpu, values: [true, false] }],
  replaceStuck: [{ base: onGpu, values: [true, false] }],
  allowDataLoss: [{ base: onGpu, values: [false, true] }],
};

const onTemplate = { templateId: "template-a" };
const queue = { gpuIds: "AMPERE_16", ...onTemplate };
const cpu = [{ id: "cpu3c", vcpuCount: 2 }];

const serverlessEndpoint: Samples = {
  name: [{ base: queue, values: ["jobs-one", "jobs-two"] }],
  gpuIds: [{ base: onTemplate, without: { cpu }, values: ["AMPERE_16", "ADA_24,AMPERE_24"] }],
  cpu: [{ base: onTemplate, without: { gpuIds: "AMPERE_16" }, values: [cpu, [...cpu, { id: "cpu5c", vcpuCount: 4 }]] }],
  gpuCount: [{ base: queue, values: [2, 4] }],
  allowedCudaVersions: [{ base: queue, values: [["12.8"], ["12.8", "12.4"]] }],
  minCudaVersion: [{ base: queue, values: ["12.4", "12.8"] }],
  executionTimeoutMs: [{ base: queue, values: [60_000, 90_000] }],
  templateId: [{ base: queue, values: ["template-a", "template-b"], operations: changeOnly }],
  env: [{ base: queue, values: [{ MODE: "one" }, { MODE: "two", "MY-KEY": "three" }] }],
  type: [{ base: { ...queue, scalerType: "REQUEST_COUNT" }, values: ["LB", "QB"] }],
  idleTimeout: [{ base: queue, values: [30, 60] }],
  locations: [{ base: queue, values: ["CZ", "CZ,US"] }],
  flashBootType: [{ base: queue, values: ["FLASHBOOT", "PRIORITY_FLASHBOOT"] }],
  scalerType: [{ base: queue, values: ["REQUEST_COUNT", "QUEUE_DELAY"] }],
  scalerValue: [{ base: queue, values: [7, 9] }],
  workersMin: [{ base: queue, values: [1, 2] }],
  workersMax: [{ base: queue, values: [5, 1] }],
  networkVolumeId: [{ base: queue, values: ["volume-a", "volume-b"] }],
  networkVolumeIds: [{ base: queue, values: [["volume-a"], ["volume-b"]] }],
  skipAwait: [{ base: queue, values: [true, false] }],
  rollback: [{ base: queue, values: [true, false] }],
  drain: [
    { base: queue, values: [{ queued: "process" }, { queued: "refuse", inProgress: "abandon", keepFor: "10m" }] },
  ],
};

const container = { image };

const template: Samples = {
  name: [{ base: container, values: ["settings-one", "settings-two"] }],
  image: [{ base: container, values: ["nginx:1.28", "nginx:1.29"], operations: changeOnly }],
  ...commandOver(container),
  disk: [{ base: container, values: [20, 40] }],
  ports: [{ base: container, values: [["80/http"], ["80/http", "22/tcp"]] }],
  env: [{ base: container, values: [{ MODE: "one" }, { MODE: "two", "MY-KEY": "three" }] }],
  registry: [{ base: container, values: ["registry-a", "registry-b"] }],
  "mounts.persistent": [{ base: container, values: [persistent, { size: 30, path: "/other" }] }],
  "mounts.persistent.size": [
    { base: { ...container, mounts: { persistent } }, values: [20, 40], operations: changeOnly },
  ],
  "mounts.persistent.path": [
    { base: { ...container, mounts: { persistent } }, values: ["/data", "/other"], operations: changeOnly },
  ],
  serverless: [{ base: container, values: [true, false] }],
  public: [{ base: container, values: [true, false] }],
  category: [{ base: container, values: ["CPU", "AMD"] }],
  startSsh: [{ base: container, values: [false, true] }],
  startJupyter: [{ base: container, values: [false, true] }],
  allowedCudaVersions: [{ base: container, values: [["12.8"], ["12.8", "12.4"]] }],
};

const disk = { size: 20, dataCenter: "EU-RO-1" };
const losable = { ...disk, allowDataLoss: true };

const networkVolume: Samples = {
  name: [{ base: disk, values: ["data-one", "data-two"] }],
  size: [
    { base: disk, values: [20, 40], operations: changeOnly, holds: true },
    { base: losable, values: [40, 20], operations: changeOnly, holds: false },
  ],
  dataCenter: [{ base: losable, values: ["EU-RO-1", "US-TX-3"], operations: changeOnly }],
  type: [
    { base: disk, values: ["STANDARD", "HIGH_PERFORMANCE"], operations: ["add"], holds: true },
    { base: losable, values: ["HIGH_PERFORMANCE", "STANDARD"], holds: false },
  ],
  allowDataLoss: [{ base: disk, values: [true, false] }],
};

const robot = { username: "robot", password: "secret-one" };

const registryCredential: Samples = {
  name: [{ base: robot, values: ["ghcr-one", "ghcr-two"] }],
  username: [{ base: robot, values: ["robot", "person"], operations: changeOnly }],
  password: [{ base: robot, values: ["secret-one", "secret-two"], operations: changeOnly }],
};

const compute = { gpuTypeId: rtx4090, gpuCountPerPod: 1, podCount: 2 };
const trainers = { type: "TRAINING", compute, image };
const anyCluster = { ...trainers, image: undefined };

const cluster: Samples = {
  name: [{ base: trainers, values: ["trainers-one", "trainers-two"] }],
  type: [{ base: trainers, values: ["SLURM", "RAY"], operations: changeOnly }],
  compute: [{ base: trainers, values: [compute, { ...compute, podCount: 3 }], operations: changeOnly }],
  dataCenterIds: [
    { base: trainers, values: [["US-TX-3"], ["US-TX-3", "EU-RO-1"]], operations: changeOnly, holds: true },
    { base: trainers, values: [["US-TX-3"], ["EU-RO-1"]], operations: changeOnly, holds: false },
  ],
  templateId: [{ base: anyCluster, without: { image }, values: ["template-a", "template-b"] }],
  image: [{ base: anyCluster, without: { templateId: "template-a" }, values: ["nginx:1.28", "nginx:1.29"] }],
  ...commandOver(trainers),
  disk: [{ base: trainers, values: [20, 40] }],
  ports: [{ base: trainers, values: [["80/http"], ["80/http", "22/tcp"]] }],
  env: [{ base: trainers, values: [{ MODE: "one" }, { MODE: "two" }] }],
  mounts: [{ base: trainers, values: [{ network }, { network: [{ volumeId: "volume-b", path: "/workspace" }] }] }],
  startSsh: [{ base: trainers, values: [true, false] }],
  startJupyter: [{ base: trainers, values: [true, false] }],
  skipAwait: [{ base: trainers, values: [true, false] }],
};

const token = { value: "secret-one" };

const secret: Samples = {
  name: [{ base: token, values: ["token-one", "token-two"] }],
  // A secret cannot be created without one.
  value: [{ base: {}, values: ["secret-one", "secret-two"], operations: ["change", "remove"] }],
  description: [{ base: token, values: ["one", "two"] }],
};

const question = { endpointId: "endpoint-a", input: { prompt: "hello" } };

const job: Samples = {
  endpointId: [{ base: question, values: ["endpoint-a", "endpoint-b"], operations: changeOnly }],
  input: [
    {
      base: question,
      values: [{ prompt: "hello" }, { prompt: "goodbye", options: { steps: 2 } }],
      operations: changeOnly,
    },
  ],
  triggers: [{ base: question, values: [["v1"], ["v1", { version: 2 }]] }],
  timeout: [{ base: question, values: ["1m", "2m"] }],
  policy: [{ base: question, values: [{ ttl: 60_000 }, { ttl: 60_000, executionTimeout: 5_000 }] }],
};

/** At least one sample for each row of each change table, by the row's path. */
export const samples = {
  Pod: pod,
  Cluster: cluster,
  ServerlessEndpoint: serverlessEndpoint,
  Template: template,
  NetworkVolume: networkVolume,
  RegistryCredential: registryCredential,
  Secret: secret,
  Job: job,
} satisfies Record<string, Samples>;
