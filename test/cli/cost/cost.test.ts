import { describe, expect, test } from "vitest";
import { kindsOnAccount, type Priced } from "../../../cli/account/kinds";
import { Prices } from "../../../cli/account/prices";
import { estimate } from "../../../cli/cost/estimate";
import { plannedIn } from "../../../cli/cost/planned";
import { sumOf } from "../../../cli/cost/report";
import type { PlannedStep } from "../../../cli/stack/stack";
import type { CpuType, GpuType } from "../../../client";
import { allResources, hasItem } from "../../../provider/kinds/kinds";

const gpus = [
  { id: "L4", pool: "AMPERE_24", price: { secure: 0.4, community: 0, serverless: 0.5 } },
  { id: "A5000", pool: "AMPERE_24", price: { secure: 0.3, community: 0.2, serverless: 0.7 } },
  { id: "MI300X", pool: null, price: { secure: 3, community: 0 } },
] as unknown as GpuType[];
const cpus = [{ id: "cpu3c", price: { securePerVcpu: 0.03, serverlessPerVcpu: 0.04 } }] as unknown as CpuType[];
const prices = { catalog: new Prices(gpus, cpus), volumes: { STANDARD: 0.073 } };
const unknownYet = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

describe("podwright cost", () => {
  const running = { desiredStatus: "RUNNING" };

  test.each([
    ["multiplies the price by the number of GPUs", { gpu: { id: "L4", count: 2 } }, 0.8, 0.8],
    ["assumes one GPU if the program gives no number", { gpu: { id: "L4" } }, 0.4, 0.4],
    ["uses the price of the chosen cloud", { gpu: { id: "A5000" }, cloud: "COMMUNITY" }, 0.2, 0.2],
    ["multiplies the price by the number of vCPUs", { cpu: { id: "cpu3c", vcpuCount: 4 } }, 0.12, 0.12],
    [
      "uses the price of the dearest fallback as the maximum cost of a pod",
      { gpu: { id: "L4" }, fallbacks: [{ gpu: { id: "MI300X" } }] },
      0.4,
      3,
    ],
  ])("%s", (_, inputs, atRest, atMost) => {
    expect(estimate("Pod", { ...running, ...inputs }, prices)).toEqual({ atRest, atMost });
  });

  test.each([
    ["a GPU type", { gpu: { id: "RTX 9090" } }, "RTX 9090"],
    ["a GPU type in the chosen cloud", { gpu: { id: "L4" }, cloud: "COMMUNITY" }, "L4 in the COMMUNITY cloud"],
  ])("reports that the catalog has no price for %s", (_, inputs, named) => {
    expect(estimate("Pod", { ...running, ...inputs }, prices)).toEqual({
      atRest: 0,
      atMost: 0,
      unknown: `the catalog has no price of ${named}`,
    });
  });

  const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "[secret]" };
  const hidden = [
    [unknownYet, "not known before the update"],
    ["[secret]", "secret"],
    [secret, "secret"],
  ] as const;
  const endpoint = { gpuIds: "AMPERE_24", workersMin: 1, workersMax: 5 };

  test.each<[Priced, object, string, number]>([
    ["Pod", { gpu: "?" }, "gpu", 0],
    ["Pod", { gpu: { id: "?" } }, "gpu.id", 0],
    ["Pod", { gpu: { id: "L4", count: "?" } }, "gpu.count", 0],
    ["Pod", { cpu: { id: "?", vcpuCount: 2 } }, "cpu.id", 0],
    ["Pod", { cpu: { id: "cpu3c", vcpuCount: "?" } }, "cpu.vcpuCount", 0],
    ["Pod", { gpu: { id: "L4" }, cloud: "?" }, "cloud", 0],
    ["Pod", { gpu: { id: "L4" }, desiredStatus: "?" }, "desiredStatus", 0],
    ["Pod", { gpu: { id: "L4" }, fallbacks: "?" }, "fallbacks", 0.4],
    ["Pod", { gpu: { id: "L4" }, fallbacks: [{ gpu: { id: "A5000" } }, "?"] }, "fallbacks[1]", 0.4],
    ["Pod", { gpu: { id: "L4" }, fallbacks: [{ gpu: { id: "MI300X", count: "?" } }] }, "fallbacks[0].gpu.count", 0.4],
    ["Pod", { gpu: { id: "L4" }, desiredStatus: "EXITED", mounts: "?" }, "mounts", 0],
    ["ServerlessEndpoint", { ...endpoint, gpuIds: "?" }, "gpuIds", 0],
    ["ServerlessEndpoint", { ...endpoint, workersMin: "?" }, "workersMin", 3.5],
    ["ServerlessEndpoint", { ...endpoint, workersMax: "?" }, "workersMax", 0],
    ["NetworkVolume", { size: "?" }, "size", 0],
    ["NetworkVolume", { size: 100, type: "?" }, "type", 0],
  ])("reports for a %s with %j that the value of %s is not available", (kind, inputs, path, atMost) => {
    for (const [value, why] of hidden) {
      const told = JSON.parse(JSON.stringify({ ...running, ...inputs }).replaceAll('"?"', JSON.stringify(value)));
      const found = estimate(kind, told, prices);

      expect(found?.unknown).toMatch(new RegExp(`^${path.replace(/[[\]]/g, "\\$&")} is ${why}`));
      expect(found?.unknown).not.toContain(unknownYet);
      expect(found?.atMost).toBeCloseTo(atMost);
      expect(found?.atRest).toBeLessThan(1);
    }
  });

  test.each([
    ["counts every pod that a task may have", {}, { atMost: 2.4, inAnHour: 0.4 }],
    ["counts one pod of a task without retries", { retries: 0 }, { atMost: 0.8, inAnHour: 0.4 }],
    [
      "counts the dearest choice of a task",
      { retries: 0, fallbacks: [{ gpu: { id: "MI300X" } }] },
      { atMost: 6, inAnHour: 3 },
    ],
    ["counts no more than maxCost", { maxCost: 1 }, { atMost: 1, inAnHour: 0.4 }],
    ["counts a short task only once in an hour", { timeout: "15m", retries: 0 }, { atMost: 0.1, inAnHour: 0.1 }],
    [
      "knows the highest cost of a task without a price by maxCost",
      { gpu: { id: "X" }, maxCost: 2 },
      { atMost: 2, inAnHour: 2 },
    ],
  ])("%s", (_, inputs, { atMost, inAnHour }) => {
    const found = estimate("Task", { gpu: { id: "L4" }, timeout: "2h", ...inputs }, prices);
    expect(found).toEqual({
      atRest: 0,
      atMost: 0,
      once: { atMost: expect.closeTo(atMost), inAnHour: expect.closeTo(inAnHour) },
    });
  });

  test("says which value of a task's highest cost is unknown", () => {
    const inputs = { gpu: { id: "L4" }, timeout: unknownYet };
    expect(estimate("Task", inputs, prices)).toMatchObject({ unknown: "timeout is not known before the update" });
  });

  test("ignores inputs that do not affect the price", () => {
    const inputs = { gpu: { id: "L4", minCudaVersion: unknownYet }, dataCenterIds: unknownYet, env: secret };

    expect(estimate("Pod", { ...running, ...inputs }, prices)).toEqual({ atRest: 0.4, atMost: 0.4 });
  });

  test("adds up costs without rounding errors", () => {
    const rates = [0.1, 0.2].map((amount) => ({ now: amount, atRest: amount, atMost: amount }));
    expect(sumOf(rates)).toEqual({ now: 0.3, atRest: 0.3, atMost: 0.3 });
  });

  test("fails rather than report NaN, because NaN would pass every budget", () => {
    expect(() => sumOf([{ now: 0, atRest: 0, atMost: Number.NaN }])).toThrow("NaN is not an amount of money");
  });

  test("estimates 0 dollars for a stopped pod without a disk", () => {
    const stopped = { desiredStatus: "EXITED", gpu: { id: "L4" } };

    expect(estimate("Pod", stopped, prices)).toEqual({ atRest: 0, atMost: 0 });
    const withDisk = { ...stopped, mounts: { persistent: { size: 20, path: "/data" } } };
    expect(estimate("Pod", withDisk, prices)?.unknown).toMatch(/disk of a stopped pod/);
  });

  test("estimates an endpoint's workers at the dearest GPU price of the pool", () => {
    expect(estimate("ServerlessEndpoint", endpoint, prices)).toEqual({ atRest: 0.7, atMost: 3.5 });
    expect(estimate("ServerlessEndpoint", { ...endpoint, gpuIds: "AMPERE_24,-A5000" }, prices)?.atMost).toBe(2.5);
    expect(estimate("ServerlessEndpoint", { gpuIds: "AMPERE_24" }, prices)).toEqual({
      atRest: 0,
      atMost: expect.closeTo(2.1),
      assumed: "assumes workersMin 0 and workersMax 3, which the program leaves to RunPod",
    });
    expect(estimate("ServerlessEndpoint", { gpuIds: "ADA_24" }, prices)?.unknown).toMatch(
      /no serverless price of ADA_24/,
    );
    // A worker may come from the unpriced pool.
    expect(estimate("ServerlessEndpoint", { ...endpoint, gpuIds: "AMPERE_24,HOPPER_141" }, prices)).toEqual({
      ...{ atRest: 0.7, atMost: 3.5 },
      unknown: "the catalog has no serverless price of HOPPER_141",
    });
  });

  test("includes all GPUs or vCPUs of an endpoint's worker", () => {
    expect(estimate("ServerlessEndpoint", { ...endpoint, gpuCount: 2 }, prices)?.atRest).toBe(1.4);
    const { gpuIds: _, ...workers } = endpoint;
    const cpu = [2, 4].map((vcpuCount) => ({ id: "cpu3c", vcpuCount }));
    for (const sizes of [cpu, cpu.toReversed()]) {
      expect(estimate("ServerlessEndpoint", { ...workers, cpu: sizes }, prices)).toEqual({ atRest: 0.16, atMost: 0.8 });
    }
    const unpriced = { ...workers, cpu: [{ id: "cpu9x", vcpuCount: 2 }] };
    expect(estimate("ServerlessEndpoint", unpriced, prices)?.unknown).toBe(
      "the catalog has no serverless price of cpu9x",
    );
    const unknown = { ...workers, cpu: [{ id: "cpu3c", vcpuCount: unknownYet }] };
    expect(estimate("ServerlessEndpoint", unknown, prices)).toMatchObject({
      atMost: 0,
      unknown: expect.stringContaining("cpu"),
    });
  });

  test("uses an endpoint's recorded worker numbers if the program declares none", () => {
    const inputs = { gpuIds: "AMPERE_24", workersMax: 4 };

    expect(estimate("ServerlessEndpoint", inputs, prices, { workersMin: 2, workersMax: 9 })).toEqual({
      atRest: expect.closeTo(1.4),
      atMost: expect.closeTo(2.8),
    });
    expect(estimate("ServerlessEndpoint", inputs, prices)?.assumed).toMatch(/^assumes workersMin 0, which/);
  });

  test("reports a volume's cost as unknown without --volume-price", () => {
    expect(estimate("NetworkVolume", { size: 100 }, prices)?.atRest).toBeCloseTo(0.01);
    const fast = { type: "HIGH_PERFORMANCE" };
    // The data center is declared, or RunPod chose it.
    for (const [declared, kept] of [
      [fast, {}],
      [{}, fast],
    ] as const)
      expect(estimate("NetworkVolume", { size: 100, ...declared }, prices, kept)).toEqual({
        ...{ atRest: 0, atMost: 0 },
        unknown: expect.stringContaining("--volume-price HIGH_PERFORMANCE="),
      });
  });
});

describe("the plan of podwright cost", () => {
  const type = "podwright:index:Pod";
  const step = (op: string, more: Partial<PlannedStep> = {}): PlannedStep => ({
    op,
    type,
    urn: `urn:pulumi:prod::shop::${type}::web`,
    ...more,
  });

  test("lists the old and the new resource of a replacement as one resource", () => {
    const planned = plannedIn([
      step("create-replacement", { new: { inputs: { gpu: { id: "L4" } } }, old: { id: "p1" } }),
      step("replace", { new: { inputs: { gpu: { id: "L4" } } }, old: { id: "p1" } }),
      step("delete-replaced", { old: { id: "p1" } }),
    ]);

    const inputs = { gpu: { id: "L4" } };
    expect(planned).toEqual([
      {
        urn: step("same").urn,
        type,
        kind: "Pod",
        action: "replace",
        ids: ["p1"],
        deleted: [{ id: "p1" }],
        inputs,
        kept: {},
      },
    ]);
  });

  test("contains the values that RunPod chose for inputs that the program leaves out", () => {
    const jobs = { ...step("update"), type: "podwright:index:ServerlessEndpoint" };
    const outputs = { workersMin: 2, workersMax: 7, __undeclared: ["workersMax"] };
    const old = { id: "e1", inputs: { workersMin: 2 }, outputs };
    const keptOf = (one: PlannedStep) => plannedIn([one])[0]?.kept;

    expect(keptOf({ ...jobs, old, new: { inputs: { workersMin: 2 } } })).toEqual({ workersMax: 7 });
    expect(keptOf({ ...jobs, old, new: { inputs: {} } })).toEqual({ workersMin: 0, workersMax: 7 });
    expect(keptOf({ ...jobs, op: "replace", old, new: { inputs: {} } })).toEqual({});
  });

  test("contains the id of an imported resource", () => {
    const imported = step("import", { new: { id: "p7", inputs: { gpu: { id: "L4" } } } });

    expect(plannedIn([imported])).toMatchObject([{ action: "import", ids: ["p7"] }]);
  });

  test("contains a task with the pod that it has, and no finished task", () => {
    const task = (op: string, outputs: object, timeout = "1h") =>
      plannedIn([
        {
          ...step(op),
          type: "podwright:index:Task",
          old: { id: "r1", outputs: { ...outputs } },
          new: { inputs: { timeout } },
        },
      ]);
    const running = { status: "RUNNING", hasPod: true, podId: "p1" };

    expect(task("same", running)).toMatchObject([{ kind: "Task", ids: ["p1"] }]);
    expect(task("same", { status: "SUCCEEDED", hasPod: false, podId: "p1" })).toEqual([]);
    expect(task("update", { status: "SUCCEEDED", hasPod: false })).toEqual([]);
    expect(task("replace", { status: "SUCCEEDED", hasPod: false })).toMatchObject([{ kind: "Task", ids: [] }]);
  });

  test("omits a free resource such as a template", () => {
    const template = step("create", { type: "podwright:index:Template", new: { inputs: {} } });

    const old = { id: "p1", inputs: { image: "nginx" } };
    expect(plannedIn([step("delete", { old }), template])).toEqual([
      {
        urn: step("same").urn,
        type,
        kind: "Pod",
        action: "delete",
        ids: ["p1"],
        deleted: [old],
        inputs: undefined,
        kept: {},
      },
    ]);
  });
});

test("the commands that list an account's resources list every kind of resource except work that ends", () => {
  const staying = allResources.map(({ kind }) => kind).filter(hasItem);

  expect([...kindsOnAccount].sort()).toEqual(staying.sort());
});
