import { expect, test } from "vitest";
import { job } from "../../../provider/kinds/job/lifecycle";
import { networkVolume } from "../../../provider/kinds/network-volume/lifecycle";
import { pod } from "../../../provider/kinds/pod/lifecycle";
import { registryCredential } from "../../../provider/kinds/registry-credential/lifecycle";
import { secret } from "../../../provider/kinds/secret/lifecycle";
import { serverlessEndpoint } from "../../../provider/kinds/serverless-endpoint/lifecycle";
import { template } from "../../../provider/kinds/template/lifecycle";
import { formatProblems, type InputsDefinition, problemsOf } from "../../../provider/planning/check";

const canary = "canary-5f1e7d-secret";

interface Invalid {
  readonly what: string;
  readonly resource: { readonly inputs: InputsDefinition };
  readonly args: Readonly<Record<string, unknown>>;
  /** Every line of the failure. */
  readonly problems: readonly string[];
}

const invalid: readonly Invalid[] = [
  {
    what: "a pod with every input wrong",
    resource: pod,
    args: {
      image: "nginx",
      gpu: { id: "NVIDIA L4", memory: 24 },
      cpu: { id: "cpu3c", vcpuCount: 3 },
      mounts: {
        persistent: { size: 5, path: "/data" },
        network: [{ volumeId: "someid" }],
      },
      ports: ["80/http", "8888", "53/udp", "70000/tcp", "70001/tcp", "70001/http"],
      env: { TOKEN: [canary], OTHER: canary },
      colour: "blue",
    },
    problems: [
      "env.TOKEN: must be a string, not a list",
      "ports[1]: must be <port>/<protocol>, such as 8888/http or 22/tcp",
      "ports[2]: must be <port>/<protocol>, such as 8888/http or 22/tcp",
      "ports[3]: must name a port from 1 to 65535, or for tcp a number above 70000",
      "ports[5]: must name a port from 1 to 65535, or for tcp a number above 70000",
      "mounts.persistent.size: must be at least 10",
      "mounts.network[0].path: is required",
      "gpu.memory: is not a property of this resource. gpu takes: id, count, allowedCudaVersions, minCudaVersion, minRamPerGpu, minVcpuCountPerGpu",
      "cpu.vcpuCount: must be a power of two: 2, 4, 8, 16, …",
      "colour: is not a property of this resource; did you mean cloud?",
      "cpu: cannot be given together with `gpu`: a pod has one or the other",
      "mounts: `persistent` and `network` exclude each other: a pod has one kind of mount",
      "mounts.persistent: CPU pods have no persistent mount: use `network`",
    ],
  },
  {
    what: "an endpoint",
    resource: serverlessEndpoint,
    args: {
      templateId: "someid",
      name: "ab",
      workersMin: 4,
      workersMax: 3,
      type: "LB",
      scalerType: "QUEUE_DELAY",
      networkVolumeId: "one",
      networkVolumeIds: ["one", "two"],
      drain: { queued: "keep", keepFor: "31m" },
      workerMax: 3,
    },
    problems: [
      "name: must be at least 3 characters long",
      'drain.queued: must be "process" or "purge" or "refuse"',
      "drain.keepFor: must be at most 30m, because RunPod then deletes the result of a job",
      "workerMax: is not a property of this resource; did you mean workersMax or workersMin?",
      "gpuIds: is required unless `cpu` is given",
      "workersMin: must not be greater than `workersMax`",
      "networkVolumeIds: cannot be given together with `networkVolumeId`",
      "scalerType: must be REQUEST_COUNT for a load-balancing endpoint (`type: LB`)",
    ],
  },
  {
    what: "a template",
    resource: template,
    args: {
      serverless: true,
      mounts: { persistent: { size: 20, path: "/data" } },
      env: { TOKEN: { value: canary } },
      allowedCudaVersions: ["12"],
    },
    problems: [
      "image: is required",
      "env.TOKEN: must be a string, not an object",
      "allowedCudaVersions[0]: must be a version such as 12.4",
      "mounts.persistent: serverless templates have no persistent mount",
    ],
  },
  {
    what: "a network volume",
    resource: networkVolume,
    args: { size: 5000.5, type: "FAST" },
    problems: [
      "size: must be a whole number",
      "dataCenter: is required",
      'type: must be "STANDARD" or "HIGH_PERFORMANCE"',
    ],
  },
  {
    what: "a registry credential",
    resource: registryCredential,
    args: { name: "", password: [canary] },
    problems: [
      "name: must be at least 1 character long",
      "username: is required",
      "password: must be a string, not a list",
    ],
  },
  {
    what: "a secret",
    resource: secret,
    args: { name: "RunPod token", value: canary.repeat(2_000_000), description: "ü".repeat(32_768) },
    problems: [
      "name: must begin with a letter or _ and then have only letters, digits and _ . - /",
      "name: must not begin with RUNPOD in upper or lower case, because RunPod keeps such names for itself",
      "value: must be at most 16777215 bytes long as UTF-8",
      "description: must be at most 65535 bytes long as UTF-8",
    ],
  },
  {
    what: "a registry credential that is too long",
    resource: registryCredential,
    args: { name: "n".repeat(192), username: "u".repeat(192), password: canary.repeat(2_000) },
    problems: [
      "name: must be at most 191 characters long",
      "username: must be at most 191 characters long",
      "password: must be at most 16384 characters long",
    ],
  },
  {
    what: "a job with an empty input",
    resource: job,
    args: { endpointId: "e1", input: {} },
    problems: [
      "input: is empty, and RunPod's workers treat an empty input as missing: give at least one key, such as `ping: true`",
    ],
  },
  {
    what: "a job",
    resource: job,
    args: { input: [canary], timeout: "soon", policy: { ttl: 5, urgent: true } },
    problems: [
      "endpointId: is required",
      "input: must be an object, not a list",
      "timeout: must be a duration such as 90s, 10m or 1h30m",
      "policy.ttl: must be at least 10000",
      "policy.urgent: is not a property of this resource. policy takes: executionTimeout, ttl, lowPriority",
    ],
  },
];

test.each(invalid)(
  "a preview lists all problems in one error that shows no input values: $what",
  ({ resource, args, problems }) => {
    const told = formatProblems(problemsOf(resource.inputs, args));

    expect(told.split("\n").toSorted()).toEqual(problems.toSorted());
    expect(told).not.toContain(canary);
  },
);
