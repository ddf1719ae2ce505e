import type { Values } from "../kernel/values";

/** The operations that a change table covers. */
export type Operation = "add" | "change" | "remove";

/**
 * Values that try one row of a change table. They name other resources by stand-ins: `volume-a`, `volume-b`,
 * `registry-a`, `registry-b`, `template-a`, `template-b`, `endpoint-a`, `endpoint-b`. A test on a platform replaces
 * the stand-ins by ids.
 */
export interface Sample {
  /** Other inputs, before and after the change. */
  readonly base: Values;
  /** Inputs that replace the sampled input where it is absent. */
  readonly without?: Values;
  /** Two valid values. The first value differs from an absent input. */
  readonly values: readonly [unknown, unknown];
  /** The operations that can happen to this input alone. Default: all three. */
  readonly operations?: readonly Operation[];
  /** Whether the condition of a conditional rule holds. */
  readonly holds?: boolean;
  /** A GPU type without stock while the resource is created. */
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
const changeOnly = { operations: ["change"] } as const;

/** A sample of `base` with two values of the input. */
function on(base: Values, first: unknown, second: unknown, more: Omit<Sample, "base" | "values"> = {}): Sample {
  return { base, values: [first, second], ...more };
}

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
      on(base, "--quiet", "--loud", { holds: false }),
      on({ ...base, ...lists }, text, spaced, { operations: add, holds: true }),
    ],
    entrypoint: [
      on(base, ["serve"], ["/bin/sh", "-c"], { holds: false }),
      on({ ...base, args: '{"entrypoint":["serve"]}' }, ["serve"], ["serve"], { operations: add, holds: true }),
    ],
    cmd: [
      on(base, ["--quiet"], ["--loud", "a b"], { holds: false }),
      on({ ...base, args: "--quiet" }, ["--quiet"], ["--quiet"], { operations: add, holds: true }),
    ],
  };
}

const pod: Samples = {
  name: [on(onGpu, "web-one", "web-two")],
  image: [on({ ...onGpu, image: undefined, templateId: "template-a" }, "nginx:1.28", "nginx:1.29")],
  ...commandOver(onGpu),
  disk: [on(onGpu, 20, 40)],
  ports: [on(onGpu, ["80/http"], ["80/http", "22/tcp"])],
  env: [on(onGpu, { MODE: "one" }, { MODE: "two", "MY-KEY": "three" })],
  registry: [on(onGpu, "registry-a", "registry-b")],
  "mounts.persistent": [on(onGpu, persistent, { size: 30, path: "/other" })],
  "mounts.persistent.path": [on({ ...onGpu, mounts: { persistent } }, "/data", "/other", changeOnly)],
  "mounts.persistent.size": [
    on({ ...onGpu, mounts: { persistent } }, 20, 40, { ...changeOnly, holds: true }),
    on({ ...onGpu, mounts: { persistent } }, 40, 20, { ...changeOnly, holds: false }),
  ],
  "mounts.network": [on(onGpu, network, [{ volumeId: "volume-b", path: "/workspace" }])],
  "mounts.network[0].volumeId": [on({ ...onGpu, mounts: { network } }, "volume-a", "volume-b", changeOnly)],
  "mounts.network[0].path": [on({ ...onGpu, mounts: { network } }, "/workspace", "/other", changeOnly)],
  gpu: [
    on({ image }, { id: rtx4090 }, { id: a40 }, { without: onCpu, holds: false }),
    on(
      { image, fallbacks: [{ gpu: onGpu.gpu }, { cpu: onCpu.cpu }] },
      { id: rtx4090 },
      { id: a40 },
      { without: onCpu, holds: true },
    ),
  ],
  "gpu.id": [
    on(onGpu, rtx4090, a40, { ...changeOnly, holds: false }),
    on({ ...onGpu, fallbacks: [{ gpu: { id: rtx4090 } }] }, rtx4090, a40, { ...changeOnly, holds: true }),
  ],
  "gpu.count": [
    on(onGpu, 2, 4, { holds: false }),
    on({ ...onGpu, fallbacks: [{ gpu: { id: rtx4090 } }, { gpu: { id: rtx4090, count: 2 } }] }, 2, 4, { holds: true }),
  ],
  "gpu.allowedCudaVersions": [on(onGpu, ["12.8"], ["12.8", "12.4"])],
  "gpu.minCudaVersion": [on(onGpu, "12.4", "12.8")],
  "gpu.minRamPerGpu": [on(onGpu, 8, 16)],
  "gpu.minVcpuCountPerGpu": [on(onGpu, 4, 8)],
  cpu: [
    on({ image }, { id: "cpu3c", vcpuCount: 2 }, { id: "cpu5c", vcpuCount: 4 }, { without: onGpu, holds: false }),
    on(
      { image, fallbacks: [{ gpu: onGpu.gpu }, { cpu: onCpu.cpu }] },
      { id: "cpu3c", vcpuCount: 2 },
      { id: "cpu5c", vcpuCount: 4 },
      { without: onGpu, holds: true },
    ),
  ],
  "cpu.id": [
    on(onCpu, "cpu3c", "cpu5c", { ...changeOnly, holds: false }),
    on({ ...onCpu, fallbacks: [{ cpu: onCpu.cpu }] }, "cpu3c", "cpu5c", { ...changeOnly, holds: true }),
  ],
  "cpu.vcpuCount": [
    on(onCpu, 2, 4, { ...changeOnly, holds: false }),
    on({ ...onCpu, fallbacks: [{ cpu: onCpu.cpu }] }, 2, 4, { ...changeOnly, holds: true }),
  ],
  cloud: [
    on(onGpu, "COMMUNITY", "SECURE", { holds: false }),
    on({ ...onGpu, fallbacks: [{ cloud: "SECURE" }, { cloud: "COMMUNITY" }] }, "COMMUNITY", "SECURE", { holds: true }),
  ],
  dataCenterIds: [
    // A pod without a list may be in any data center, so a removal of the list never moves the pod.
    on(onGpu, ["EU-RO-1"], ["EU-CZ-1"], { operations: ["add", "change"], holds: false }),
    on(onGpu, ["US-TX-3"], ["US-TX-3", "EU-RO-1"], { holds: true }),
  ],
  globalNetworking: [on({ ...onGpu, dataCenterIds: ["US-TX-3"] }, true, false)],
  templateId: [on(onGpu, "template-a", "template-b")],
  startSsh: [on(onGpu, true, false)],
  startJupyter: [on(onGpu, true, false)],
  locked: [on(onGpu, true, false)],
  desiredStatus: [on(onGpu, "EXITED", "RUNNING")],
  fallbacks: [
    on(onGpu, [{ gpu: { id: a40 } }], [{ gpu: { id: a40 } }, { cloud: "COMMUNITY" }], { holds: true }),
    on({ image, gpu: { id: h200 } }, [{ gpu: { id: rtx4090 } }], [{ gpu: { id: a40 } }], {
      operations: ["change", "remove"],
      holds: false,
      outOfStock: h200,
    }),
  ],
  capacityTimeout: [on(onGpu, "5m", "10m")],
  readiness: [
    // No server answers on the ports of these pods.
    on(
      { ...onGpu, ports: ["80/tcp"], skipAwait: true },
      { tcp: { port: 80 } },
      { http: { port: 80, path: "/health" } },
    ),
  ],
  skipAwait: [on(onGpu, true, false)],
  containerTimeout: [on(onGpu, "20m", "10m")],
  replaceStuck: [on(onGpu, true, false)],
  allowDataLoss: [on(onGpu, false, true)],
};

const onTemplate = { templateId: "template-a" };
const queue = { gpuIds: "AMPERE_16", ...onTemplate };
const cpu = [{ id: "cpu3c", vcpuCount: 2 }];
const modelAt = (digit: string) => `https://huggingface.co/a/model-${digit}:${digit.repeat(40)}`;

const serverlessEndpoint: Samples = {
  name: [on(queue, "jobs-one", "jobs-two")],
  gpuIds: [on(onTemplate, "AMPERE_16", "ADA_24,AMPERE_24", { without: { cpu } })],
  cpu: [on(onTemplate, cpu, [...cpu, { id: "cpu5c", vcpuCount: 4 }], { without: { gpuIds: "AMPERE_16" } })],
  gpuCount: [on(queue, 2, 4)],
  allowedCudaVersions: [on(queue, ["12.8"], ["12.8", "12.4"])],
  minCudaVersion: [on(queue, "12.4", "12.8")],
  executionTimeoutMs: [on(queue, 60_000, 90_000)],
  templateId: [on(queue, "template-a", "template-b", changeOnly)],
  env: [on(queue, { MODE: "one" }, { MODE: "two", "MY-KEY": "three" })],
  type: [on({ ...queue, scalerType: "REQUEST_COUNT" }, "LB", "QB")],
  idleTimeout: [on(queue, 30, 60)],
  locations: [on(queue, "CZ", "US")],
  flashBootType: [on(queue, "FLASHBOOT", "PRIORITY_FLASHBOOT")],
  scalerType: [on(queue, "REQUEST_COUNT", "QUEUE_DELAY")],
  scalerValue: [on(queue, 7, 9)],
  workersMin: [on(queue, 1, 2)],
  workersMax: [on(queue, 5, 1)],
  networkVolumeId: [on(queue, "volume-a", "volume-b")],
  networkVolumeIds: [on(queue, ["volume-a"], ["volume-b"])],
  // RunPod replaces a branch with its commit, so only a commit comes back as the program wrote it.
  modelReferences: [on(queue, [modelAt("1")], [modelAt("1"), modelAt("2")])],
  skipAwait: [on(queue, true, false)],
  rollback: [on(queue, true, false)],
  drain: [on(queue, { queued: "process" }, { queued: "refuse", inProgress: "abandon", keepFor: "10m" })],
};

const container = { image };

const template: Samples = {
  name: [on(container, "settings-one", "settings-two")],
  image: [on(container, "nginx:1.28", "nginx:1.29", changeOnly)],
  ...commandOver(container),
  disk: [on(container, 20, 40)],
  ports: [on(container, ["80/http"], ["80/http", "22/tcp"])],
  env: [on(container, { MODE: "one" }, { MODE: "two", "MY-KEY": "three" })],
  registry: [on(container, "registry-a", "registry-b")],
  "mounts.persistent": [on(container, persistent, { size: 30, path: "/other" })],
  "mounts.persistent.size": [on({ ...container, mounts: { persistent } }, 20, 40, changeOnly)],
  "mounts.persistent.path": [on({ ...container, mounts: { persistent } }, "/data", "/other", changeOnly)],
  serverless: [on(container, true, false)],
  public: [on(container, true, false)],
  category: [on(container, "CPU", "AMD")],
  startSsh: [on(container, false, true)],
  startJupyter: [on(container, false, true)],
  allowedCudaVersions: [on(container, ["12.8"], ["12.8", "12.4"])],
};

const disk = { size: 20, dataCenter: "EU-RO-1" };
const losable = { ...disk, allowDataLoss: true };

const networkVolume: Samples = {
  name: [on(disk, "data-one", "data-two")],
  size: [on(disk, 20, 40, { ...changeOnly, holds: true }), on(losable, 40, 20, { ...changeOnly, holds: false })],
  dataCenter: [on(losable, "EU-RO-1", "US-TX-3", changeOnly)],
  type: [
    on(disk, "STANDARD", "HIGH_PERFORMANCE", { operations: ["add"], holds: true }),
    on(losable, "HIGH_PERFORMANCE", "STANDARD", { holds: false }),
  ],
  allowDataLoss: [on(disk, true, false)],
};

const robot = { username: "robot", password: "secret-one" };

const registryCredential: Samples = {
  name: [on(robot, "ghcr-one", "ghcr-two")],
  username: [on(robot, "robot", "person", changeOnly)],
  password: [on(robot, "secret-one", "secret-two", changeOnly)],
};

const compute = { gpuTypeId: rtx4090, gpuCountPerPod: 1, podCount: 2 };
const trainers = { type: "TRAINING", compute, image };
const anyCluster = { ...trainers, image: undefined };

const cluster: Samples = {
  name: [on(trainers, "trainers-one", "trainers-two")],
  type: [on(trainers, "SLURM", "RAY", changeOnly)],
  compute: [on(trainers, compute, { ...compute, podCount: 3 }, changeOnly)],
  dataCenterIds: [
    on(trainers, ["US-TX-3"], ["US-TX-3", "EU-RO-1"], { ...changeOnly, holds: true }),
    on(trainers, ["US-TX-3"], ["EU-RO-1"], { ...changeOnly, holds: false }),
  ],
  templateId: [on(anyCluster, "template-a", "template-b", { without: { image } })],
  image: [on(anyCluster, "nginx:1.28", "nginx:1.29", { without: { templateId: "template-a" } })],
  ...commandOver(trainers),
  disk: [on(trainers, 20, 40)],
  ports: [on(trainers, ["80/http"], ["80/http", "22/tcp"])],
  env: [on(trainers, { MODE: "one" }, { MODE: "two" })],
  mounts: [on(trainers, { network }, { network: [{ volumeId: "volume-b", path: "/workspace" }] })],
  startSsh: [on(trainers, true, false)],
  startJupyter: [on(trainers, true, false)],
  skipAwait: [on(trainers, true, false)],
};

const token = { value: "secret-one" };

const secret: Samples = {
  name: [on(token, "token-one", "token-two")],
  // A program cannot create a secret without a value.
  value: [on({}, "secret-one", "secret-two", { operations: ["change", "remove"] })],
  description: [on(token, "one", "two")],
};

/** Public keys of nobody. */
export const publicKeys = [
  "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIwZ0AJrEK0PUn6ltzEHPauMbkT0S7hYqw40MW8GDP+Q one@example.com",
  "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIkq/VrEdUIAAVXQxGcB2eSHSinSXN/PYtXTF85+bfBG two@example.com",
  "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFox3IhpfElO3cjx+QkKouYizGAPRPixQiDvU+6C1os6 three@example.com",
  "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAILp7lxkKv6KVqRpPnOSIoCTpafARvRESHGXv3EMFywQv four@example.com",
] as const;

// An account has each key once, so no two samples have the same key.
const sshKey: Samples = {
  publicKey: [
    on({ publicKey: publicKeys[0] }, publicKeys[1], publicKeys[2], { ...changeOnly, holds: false }),
    on({}, publicKeys[3], publicKeys[3].replace("four", "4th"), { ...changeOnly, holds: true }),
  ],
};

const question = { endpointId: "endpoint-a", input: { prompt: "hello" } };

const job: Samples = {
  endpointId: [on(question, "endpoint-a", "endpoint-b", changeOnly)],
  input: [on(question, { prompt: "hello" }, { prompt: "goodbye", options: { steps: 2 } }, changeOnly)],
  triggers: [on(question, ["v1"], ["v1", { version: 2 }])],
  timeout: [on(question, "1m", "2m")],
  webhook: [on(question, "https://one.example.com/done", "https://two.example.com/done")],
  policy: [on(question, { ttl: 60_000 }, { ttl: 60_000, executionTimeout: 5_000 })],
};

// The emulator's containers write this line, so that the task ends at once.
const work = { ...onCpu, timeout: "1h", success: "container is ready" };

const task: Samples = {
  command: [on(work, ["serve"], ["serve", "--quiet"])],
  env: [on(work, { MODE: "one" }, { MODE: "two", "MY-KEY": "three" })],
  gpu: [on({ ...work, cpu: undefined }, { id: rtx4090 }, { id: a40 }, { without: onCpu })],
  cpu: [on({ ...work, cpu: undefined }, onCpu.cpu, { id: "cpu5c", vcpuCount: 4 }, { without: onGpu })],
  cloud: [on({ ...work, cpu: undefined, gpu: onGpu.gpu }, "COMMUNITY", "SECURE")],
  dataCenterIds: [on(work, ["EU-RO-1"], ["EU-CZ-1"])],
  fallbacks: [on(work, [{ gpu: { id: a40 } }], [{ gpu: { id: a40 } }, { dataCenterIds: ["EU-RO-1"] }])],
  capacityTimeout: [on(work, "5m", "10m")],
  mounts: [on(work, { network }, { network: [{ volumeId: "volume-b", path: "/workspace" }] })],
  disk: [on(work, 20, 40)],
  registry: [on(work, "registry-a", "registry-b")],
  timeout: [on(work, "1h", "2h", changeOnly)],
  maxCost: [on(work, 5, 10)],
  retries: [on(work, 1, 3)],
  keepPod: [on(work, "onFailure", "never")],
  triggers: [on(work, ["v1"], ["v1", { version: 2 }])],
  wait: [on(work, false, true)],
  success: [on(work, "container is ready", "container is", changeOnly)],
  image: [on({ ...work, image: undefined, templateId: "template-a" }, "nginx:1.28", "nginx:1.29")],
  templateId: [on(work, "template-a", "template-b")],
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
  SshKey: sshKey,
  Job: job,
  Task: task,
} satisfies Record<string, Samples>;
