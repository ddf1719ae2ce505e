import { expect, test } from "vitest";
import { emulated } from "./harness/emulated";
import type { EngineRun } from "./harness/engine";
import { type Kind, nameOf } from "./harness/stack";

const canary = "canary-5f1e7d-secret";

interface Invalid {
  readonly what: string;
  readonly kind: Kind;
  readonly args: Readonly<Record<string, unknown>>;
  /** Every line of the one failure. */
  readonly problems: readonly string[];
  /** Types are wrong too, which YAML finds in the plugin's schema before it asks the plugin. */
  readonly typesAreWrong?: boolean;
}

const invalid: readonly Invalid[] = [
  {
    what: "a pod with everything wrong at once",
    typesAreWrong: true,
    kind: "Pod",
    args: {
      image: "nginx",
      gpu: { id: "NVIDIA L4", memory: 24 },
      cpu: { id: "cpu3c", vcpuCount: 3 },
      mounts: {
        persistent: { size: 5, path: "/data" },
        network: [{ volumeId: "someid" }],
      },
      ports: ["80/http", "8888", "53/udp", "70000/tcp"],
      env: { TOKEN: [canary], OTHER: canary },
      colour: "blue",
    },
    problems: [
      "env.TOKEN: must be a string, not a list",
      "ports[1]: must be <port>/http or <port>/tcp",
      "ports[2]: must be <port>/http or <port>/tcp",
      "ports[3]: must name a port from 1 to 65535",
      "mounts.persistent.size: must be at least 10",
      "mounts.network[0].path: is required",
      "gpu.memory: is not a property of this resource",
      "cpu.vcpuCount: must be a power of two: 2, 4, 8, 16, …",
      "colour: is not a property of this resource",
      "cpu: cannot be given together with `gpu`: a pod has one or the other",
      "mounts: `persistent` and `network` exclude each other: a pod has one kind of mount",
      "mounts.persistent: CPU pods have no persistent mount: use `network`",
    ],
  },
  {
    what: "a pod without hardware",
    kind: "Pod",
    args: { image: "nginx", env: { TOKEN: canary } },
    problems: ["gpu: one of `gpu` and `cpu` is required"],
  },
  {
    what: "a CPU pod with a persistent mount",
    kind: "Pod",
    args: {
      image: "nginx",
      cpu: { id: "cpu3c", vcpuCount: 2 },
      mounts: { persistent: { size: 20, path: "/data" } },
      env: { TOKEN: canary },
    },
    problems: ["mounts.persistent: CPU pods have no persistent mount: use `network`"],
  },
  {
    what: "an endpoint",
    typesAreWrong: true,
    kind: "ServerlessEndpoint",
    args: { templateId: "someid", name: "ab", workersMin: 4, type: "LB", drain: { queued: "keep" }, workerMax: 3 },
    problems: [
      "name: must be at least 3 characters long",
      "gpuIds: is required",
      'drain.queued: must be "purge" or "process" or "refuse"',
      "workerMax: is not a property of this resource",
      "workersMin: must not be greater than `workersMax` (3 when left out)",
      "scalerType: must be REQUEST_COUNT for a load-balancing endpoint (`type: LB`)",
    ],
  },
  {
    what: "a template",
    typesAreWrong: true,
    kind: "Template",
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
    typesAreWrong: true,
    kind: "NetworkVolume",
    args: { size: 5000.5, type: "FAST" },
    problems: [
      "size: must be a whole number",
      "dataCenter: is required",
      'type: must be "STANDARD" or "HIGH_PERFORMANCE"',
    ],
  },
  {
    what: "a registry credential",
    typesAreWrong: true,
    kind: "RegistryCredential",
    args: { name: "", password: [canary] },
    problems: [
      "name: must be at least 1 character long",
      "username: is required",
      "password: must be a string, not a list",
    ],
  },
  {
    what: "a job",
    typesAreWrong: true,
    kind: "Job",
    args: { input: [canary], timeout: "soon", policy: { ttl: 5, urgent: true } },
    problems: [
      "endpointId: is required",
      "input: must be an object, not a list",
      "timeout: must be a duration such as 90s, 10m or 1h30m",
      "policy.ttl: must be at least 10000",
      "policy.urgent: is not a property of this resource",
    ],
  },
];

// Each takes a command. All of these are told by the one check that both hosts make.
const told = process.env.PODWRIGHT_E2E_HOST === "plugin" ? invalid.filter(isEnoughForPlugin) : invalid;

function isEnoughForPlugin({ typesAreWrong, kind }: Invalid): boolean {
  return typesAreWrong !== true || kind === "RegistryCredential";
}

test.each(told)("$what is refused at preview: all its problems at once, no secret, no request", async (wrong) => {
  const { emulator, stack } = await emulated();
  stack.declare([{ kind: wrong.kind, name: "wrong", args: wrong.args }]);

  const preview = await stack.preview();

  expect(preview.ok).toBe(false);
  if (stack.host === "plugin" && wrong.typesAreWrong === true) {
    expect(preview.text).toContain(`podwright:index:${wrong.kind} is not assignable from`);
  } else {
    const [failure, ...more] = failuresOf(preview, "wrong");
    expect(more).toEqual([]);
    expect(linesOf(failure).toSorted()).toEqual(wrong.problems.toSorted());
  }
  expect(preview.text + JSON.stringify(preview.events)).not.toContain(canary);
  expect(emulator.requests()).toEqual([]);
});

/** What the engine reported against one resource. */
function failuresOf(run: EngineRun, name: string): string[] {
  return run.events.flatMap(({ diagnosticEvent }) =>
    diagnosticEvent?.severity === "error" && nameOf(diagnosticEvent.urn ?? "") === name
      ? [diagnosticEvent.message]
      : [],
  );
}

/** The lines of a failure that name a path: the engine writes its own words before the first. */
function linesOf(failure = ""): string[] {
  return failure
    .replace(/<\{%.*?%\}>/g, "")
    .split("\n")
    .map((line) => line.replace(/^.*has a problem: /, "").trim())
    .filter((line) => line !== "");
}
