import { describe, expect, test } from "vitest";
import type { Path, Values } from "../../../kernel/values";
import { networkVolume } from "../../../provider/kinds/network-volume/lifecycle";
import { pod } from "../../../provider/kinds/pod/lifecycle";
import { serverlessEndpoint } from "../../../provider/kinds/serverless-endpoint/lifecycle";
import { template } from "../../../provider/kinds/template/lifecycle";
import { formatProblems, problemsOf, withDefaults } from "../../../provider/planning/check";
import { fc } from "../../support/property";

const onGpu = { image: "nginx", gpu: { id: "NVIDIA A40" } };
const problemsOfPod = (inputs: Values, unknowns: Path[] = []) =>
  formatProblems(problemsOf(pod.inputs, inputs, unknowns))
    .split("\n")
    .filter(Boolean);

describe("the check of a pod's inputs", () => {
  test("accepts correct inputs", () => {
    expect(problemsOfPod({ ...onGpu, ports: ["8888/http"], env: { KEY: "" }, registry: null })).toEqual([]);
  });

  test.each([
    "Calling __str__ on an Output[T] is not supported.\n\nTo get the value of an Output[T] as an Output[str] consider:",
    "Calling [toString] on an [Output<T>] is not supported.\n\nTo get the value of an Output<T> as an Output<string> consider",
    "Calling [ToString] on an [Output<T>] is not supported.",
  ])("refuses the note that an SDK puts in place of an output: %#", (note) => {
    const [problem, ...others] = problemsOfPod({ ...onGpu, env: { VOLUME: `/data/${note}` } });
    expect(problem).toBe(
      "env.VOLUME: contains a note of Pulumi's SDK in place of a value, because the program converted an output into a text: build the text with pulumi.Output.format in Python, pulumi.interpolate in TypeScript, or apply",
    );
    expect(others).toEqual([]);
  });

  test("removes a null that means the same as a missing input", () => {
    const inputs = {
      ...onGpu,
      cpu: null,
      desiredStatus: null,
      ports: null,
      registry: null,
      env: { KEPT: "1", GONE: null },
      mounts: { persistent: null, network: [{ volumeId: "v", path: "/data" }] },
    };
    expect(problemsOfPod(inputs)).toEqual([]);
    expect(withDefaults(pod.inputs, inputs)).toMatchObject({
      ...onGpu,
      desiredStatus: "RUNNING",
      registry: null,
      env: { KEPT: "1" },
      mounts: { network: [{ volumeId: "v", path: "/data" }] },
    });
    expect(withDefaults(pod.inputs, inputs)).not.toHaveProperty("cpu");
    expect(problemsOfPod({ image: null, gpu: { id: null }, ports: [null] })).toEqual([
      "ports[0]: is required",
      "gpu.id: is required",
      "image: is required unless `templateId` is given",
    ]);
  });

  test("removes empty mounts", () => {
    const persistent = { size: 20, path: "/data" };
    const kept = (mounts: unknown) => withDefaults(pod.inputs, { ...onGpu, mounts }).mounts;
    expect(kept({ persistent, network: [] })).toEqual({ persistent });
    expect([kept({ network: [] }), kept({})]).toEqual([undefined, undefined]);
    expect(kept({ network: "unknown" })).toEqual({ network: "unknown" });
    expect(withDefaults(template.inputs, { mounts: {} })).not.toHaveProperty("mounts");
    expect(problemsOfPod({ ...onGpu, mounts: { persistent, network: [] } })).toEqual([]);
  });

  test.each([
    [{ image: "nginx" }, "gpu: one of `gpu` and `cpu` is required"],
    [
      { ...onGpu, cloud: "COMMUNITY", mounts: { network: [{ volumeId: "v", path: "/b" }] } },
      "mounts.network: network volumes exist in the SECURE cloud only",
    ],
    [
      { ...onGpu, gpu: { id: "A", minCudaVersion: "12.4", allowedCudaVersions: ["12.4"] } },
      "gpu.minCudaVersion: cannot be given together with `allowedCudaVersions`",
    ],
    [
      { image: "nginx", cpu: { id: "cpu3c", vcpuCount: 2 }, globalNetworking: true },
      "globalNetworking: needs a pod with NVIDIA GPUs; a CPU pod cannot have it",
    ],
    [
      { ...onGpu, fallbacks: [{}, { gpu: { id: "A" }, cpu: { id: "c", vcpuCount: 2 } }] },
      "fallbacks[1]: has both `gpu` and `cpu`: a pod has one or the other",
    ],
    [{ ...onGpu, image: undefined }, "image: is required unless `templateId` is given"],
    [
      { ...onGpu, mounts: { network: Array(2).fill({ volumeId: "v", path: "/" }) } },
      "mounts.network: must have at most 1 item",
    ],
    [{ ...onGpu, desiredStatus: "STOPPED" }, 'desiredStatus: must be "RUNNING" or "EXITED"'],
    [
      {
        ...onGpu,
        mounts: { persistent: { size: 10, path: "/a" } },
        fallbacks: [{}, { cpu: { id: "c", vcpuCount: 2 } }],
      },
      "fallbacks[1]: cannot run this pod because of `mounts.persistent`: CPU pods have no persistent mount: use `network`",
    ],
    [
      { ...onGpu, mounts: { network: [{ volumeId: "v", path: "/b" }] }, fallbacks: [{ cloud: "COMMUNITY" }] },
      "fallbacks[0]: cannot run this pod because of `mounts.network`: network volumes exist in the SECURE cloud only",
    ],
    [
      { ...onGpu, globalNetworking: true, fallbacks: [{ cpu: { id: "c", vcpuCount: 2 } }] },
      "fallbacks[0]: cannot run this pod because of `globalNetworking`: needs a pod with NVIDIA GPUs; a CPU pod cannot have it",
    ],
    [{ ...onGpu, capacityTimeout: "soon" }, "capacityTimeout: must be a duration such as 90s, 10m or 1h30m"],
    [{ ...onGpu, disk: 1.5 }, "disk: must be a whole number"],
    [{ ...onGpu, env: ["A=1"] }, "env: must be an object, not a list"],
  ] as [Values, string][])("refuses %j", (inputs, problem) => {
    expect(problemsOfPod(inputs)).toEqual([problem]);
  });

  test.each([1, 3, 6, 2.5, -4])("refuses the number of vCPUs %d", (vcpuCount) => {
    expect(problemsOfPod({ image: "nginx", cpu: { id: "cpu3c", vcpuCount } })[0]).toMatch(/^cpu\.vcpuCount: must be /);
  });

  test.each(["8888", "1/", "0/http", "http/80", "70000/tcp", "80/http "])("refuses the port %j", (port) => {
    expect(problemsOfPod({ ...onGpu, ports: [port] })).toHaveLength(1);
  });

  test("never shows the values of inputs in an error", () => {
    const canary = "canary-value";
    const anything = fc.oneof(
      fc.constant(canary),
      fc.constant([canary]),
      fc.constant({ key: canary }),
      fc.constant([{ id: canary, path: canary, volumeId: canary }]),
      fc.constant({ id: canary, count: canary, vcpuCount: canary }),
    );
    const names = Object.keys(pod.inputs.schema.shape);
    const inputs = fc.dictionary(fc.constantFrom(...names), anything, { maxKeys: 8 });
    fc.assert(fc.property(inputs, (given) => !problemsOfPod(given).join("\n").includes(canary)));
  });

  test("adds the desired status RUNNING as the only default", () => {
    expect(withDefaults(pod.inputs, onGpu)).toEqual({ ...onGpu, desiredStatus: "RUNNING" });
    expect(withDefaults(pod.inputs, { ...onGpu, desiredStatus: "EXITED" }).desiredStatus).toBe("EXITED");
  });
});

describe("inputs that are not known at preview", () => {
  const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

  test.each([
    [{ ...onGpu, disk: unknown }, ["disk"]],
    [{ ...onGpu, mounts: unknown }, ["mounts"]],
    [{ ...onGpu, mounts: { network: [{ volumeId: unknown, path: "/a" }] } }, ["mounts", "network", 0, "volumeId"]],
    [{ ...onGpu, env: unknown }, ["env"]],
    [{ ...onGpu, ports: ["80/http", unknown] }, ["ports", 1]],
    [{ ...onGpu, gpu: unknown }, ["gpu"]],
    [{ ...onGpu, mounts: { network: unknown, persistent: { size: 10, path: "/a" } } }, ["mounts", "network"]],
    [{ gpu: onGpu.gpu, templateId: unknown }, ["templateId"]],
  ] as [Values, Path][])("cause no error: %j", (inputs, path) => {
    expect(problemsOfPod(inputs, [path])).toEqual([]);
  });

  test("do not violate a rule about several inputs", () => {
    const balanced = { gpuIds: "AMPERE_16", templateId: "t", type: "LB", scalerType: unknown };
    expect(problemsOf(serverlessEndpoint.inputs, balanced, [["scalerType"]])).toEqual([]);
  });

  test("do not hide the problems of other inputs", () => {
    expect(problemsOfPod({ ...onGpu, disk: unknown, args: 1 }, [["disk"]])).toEqual([
      "args: must be a string, not a number",
    ]);
  });
});

describe("the error about an unusual value", () => {
  test.each<[Values, string]>([
    [{ ...onGpu, disk: Number.NaN }, "disk: must be a number, not NaN"],
    [{ ...onGpu, disk: Number.POSITIVE_INFINITY }, "disk: must be a number, not Infinity"],
    [{ ...onGpu, env: { "": "canary" } }, 'env[""]: must have a name, and the name must not contain ='],
    [{ ...onGpu, env: { "TOKEN=canary": "" } }, "env.TOKEN: must have a name, and the name must not contain ="],
    [
      { ...onGpu, env: JSON.parse('{ "__proto__": "canary" }') as Values },
      "env.__proto__: is a property name that JavaScript does not keep: choose another name",
    ],
  ])("uses plain words: %j", (inputs, problem) => {
    expect(problemsOfPod(inputs)).toEqual([problem]);
  });
});

test("a load-balancing endpoint gets the scaler REQUEST_COUNT by default", () => {
  const balanced = { gpuIds: "AMPERE_16", templateId: "t", type: "LB" };
  expect(problemsOf(serverlessEndpoint.inputs, balanced)).toEqual([]);
  expect(withDefaults(serverlessEndpoint.inputs, balanced).scalerType).toBe("REQUEST_COUNT");
  expect(withDefaults(serverlessEndpoint.inputs, { ...balanced, type: "QB" })).not.toHaveProperty("scalerType");
});

test("the check refuses more http ports than RunPod's proxy serves", () => {
  const ports = Array.from({ length: 11 }, (_, index) => `${8000 + index}/http`);
  const problems = (given: string[]) =>
    formatProblems(problemsOf(pod.inputs, { image: "x", gpu: { id: "g" }, ports: given }));
  expect(problems(ports)).toBe("ports: must have at most 10 ports with the protocol http");
  expect(problems([...ports.slice(1), "22/tcp", "70001/tcp"])).toBe("");
});

describe("the check of the inputs of endpoints, templates and volumes", () => {
  const endpoint = { gpuIds: "AMPERE_16", templateId: "t" };
  const cpu = [{ id: "cpu3c", vcpuCount: 2 }];

  test.each([
    [{ ...endpoint, idleTimeout: 0 }, "idleTimeout: must be at least 1"],
    [{}, "templateId: is required\ngpuIds: is required unless `cpu` is given"],
    [{ ...endpoint, cpu }, "cpu: cannot be given together with `gpuIds`"],
    [{ templateId: "t", cpu: [...cpu, ...cpu] }, "cpu: must not name the same CPUs twice"],
    [
      { templateId: "t", cpu: [{ id: "cpu3c", vcpuCount: 3 }], gpuCount: 2 },
      "cpu[0].vcpuCount: must be a power of two: 1, 2, 4, 8, 16, …\ngpuCount: is only for GPU workers, and workers with `cpu` have no GPUs",
    ],
  ])("refuses for an endpoint: %j", (inputs, problem) => {
    expect(formatProblems(problemsOf(serverlessEndpoint.inputs, inputs))).toBe(problem);
  });

  test("accepts a persistent mount in a template for pods", () => {
    expect(problemsOf(template.inputs, { image: "a", mounts: { persistent: { size: 10, path: "/" } } })).toEqual([]);
  });

  test("refuses a volume size that RunPod does not offer", () => {
    const sizes = [9, 4097].map((size) => problemsOf(networkVolume.inputs, { size, dataCenter: "EU-RO-1" }));
    expect(sizes.map(formatProblems)).toEqual(["size: must be at least 10", "size: must be at most 4096"]);
  });
});
