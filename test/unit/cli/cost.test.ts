import { describe, expect, test } from "vitest";
import { estimate } from "../../../cli/cost/estimate";
import { markdown } from "../../../cli/cost/markdown";
import { plannedIn } from "../../../cli/cost/planned";
import { type CostReport, costReport, type ResourceCost, sumOf } from "../../../cli/cost/report";
import { table } from "../../../cli/cost/table";
import { Prices } from "../../../cli/prices";
import type { PlannedStep } from "../../../cli/stack";
import type { CpuType, GpuType } from "../../../provider/platform";

const gpus = [
  { id: "L4", pool: "AMPERE_24", price: { secure: 0.4, community: 0, serverless: 0.5 } },
  { id: "A5000", pool: "AMPERE_24", price: { secure: 0.3, community: 0.2, serverless: 0.7 } },
  { id: "MI300X", pool: null, price: { secure: 3, community: 0 } },
] as unknown as GpuType[];
const cpus = [{ id: "cpu3c", price: { securePerVcpu: 0.03, serverlessPerVcpu: 0.04 } }] as unknown as CpuType[];
const prices = { catalog: new Prices(gpus, cpus), volumes: { STANDARD: 0.073 } };
const unknownYet = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

describe("what declared inputs will cost", () => {
  const running = { desiredStatus: "RUNNING" };

  test.each([
    ["GPUs by their number", { gpu: { id: "L4", count: 2 } }, 0.8, 0.8],
    ["one GPU unless told", { gpu: { id: "L4" } }, 0.4, 0.4],
    ["the price of the cloud", { gpu: { id: "A5000" }, cloud: "COMMUNITY" }, 0.2, 0.2],
    ["CPUs by their number", { cpu: { id: "cpu3c", vcpuCount: 4 } }, 0.12, 0.12],
    ["at most the dearest fallback", { gpu: { id: "L4" }, fallbacks: [{ gpu: { id: "MI300X" } }] }, 0.4, 3],
  ])("a pod: %s", (_, inputs, atRest, atMost) => {
    expect(estimate("Pod", { ...running, ...inputs }, prices)).toEqual({ atRest, atMost });
  });

  test.each([
    ["a type the catalog does not have", { gpu: { id: "RTX 9090" } }, "RTX 9090"],
    ["a cloud that does not offer it", { gpu: { id: "L4" }, cloud: "COMMUNITY" }, "L4 in the COMMUNITY cloud"],
    [
      "hardware that another resource tells",
      { gpu: { id: unknownYet } },
      "hardware that is not known before the update",
    ],
  ])("says what has no price instead of guessing: %s", (_, inputs, named) => {
    expect(estimate("Pod", { ...running, ...inputs }, prices)).toEqual({
      atRest: 0,
      atMost: 0,
      unknown: `the catalog has no price of ${named}`,
    });
  });

  test("a stopped pod costs nothing, but for a disk of unknown price", () => {
    const stopped = { desiredStatus: "EXITED", gpu: { id: "L4" } };

    expect(estimate("Pod", stopped, prices)).toEqual({ atRest: 0, atMost: 0 });
    const withDisk = { ...stopped, mounts: { persistent: { size: 20, path: "/data" } } };
    expect(estimate("Pod", withDisk, prices)?.unknown).toMatch(/disk of a stopped pod/);
  });

  test("an endpoint costs its least workers at rest and its most at most, each at the dearest type of the pool", () => {
    const endpoint = { gpuIds: "AMPERE_24", workersMin: 1, workersMax: 5 };

    expect(estimate("ServerlessEndpoint", endpoint, prices)).toEqual({ atRest: 0.7, atMost: 3.5 });
    expect(estimate("ServerlessEndpoint", { ...endpoint, gpuIds: "AMPERE_24,-A5000" }, prices)?.atMost).toBe(2.5);
    expect(estimate("ServerlessEndpoint", { gpuIds: "AMPERE_24" }, prices)).toEqual({
      atRest: 0,
      atMost: expect.closeTo(2.1),
    });
    expect(estimate("ServerlessEndpoint", { gpuIds: "ADA_24" }, prices)?.unknown).toMatch(
      /no serverless price of ADA_24/,
    );
  });

  test("a volume costs what the user says: the catalog does not", () => {
    expect(estimate("NetworkVolume", { size: 100 }, prices)?.atRest).toBeCloseTo(0.01);
    expect(estimate("NetworkVolume", { size: 100, type: "HIGH_PERFORMANCE" }, prices)?.unknown).toContain(
      "--volume-price HIGH_PERFORMANCE=",
    );
  });
});

describe("what a preview plans", () => {
  const type = "podwright:index:Pod";
  const step = (op: string, more: Partial<PlannedStep> = {}): PlannedStep => ({
    op,
    type,
    urn: `urn:pulumi:prod::shop::${type}::web`,
    ...more,
  });

  test("a replacement is one resource, with what it becomes and what it was", () => {
    const planned = plannedIn([
      step("create-replacement", { new: { inputs: { gpu: { id: "L4" } } }, old: { id: "p1" } }),
      step("replace", { new: { inputs: { gpu: { id: "L4" } } }, old: { id: "p1" } }),
      step("delete-replaced", { old: { id: "p1" } }),
    ]);

    expect(planned).toEqual([
      { urn: step("same").urn, kind: "Pod", action: "replace", ids: ["p1"], inputs: { gpu: { id: "L4" } } },
    ]);
  });

  test("what is deleted will cost nothing, and what has no cost of its own is left out", () => {
    const template = step("create", { type: "podwright:index:Template", new: { inputs: {} } });

    expect(plannedIn([step("delete", { old: { id: "p1", inputs: { image: "nginx" } } }), template])).toEqual([
      { urn: step("same").urn, kind: "Pod", action: "delete", ids: ["p1"], inputs: undefined },
    ]);
  });
});

describe("the report", () => {
  const one = (name: string, perHour: ResourceCost["perHour"], more: Partial<ResourceCost> = {}): ResourceCost => ({
    name,
    kind: "Pod",
    urn: name,
    action: "create",
    perHour,
    ...more,
  });
  const resources = [
    one("web", { now: 0, atRest: 0.4, atMost: 3 }),
    one("old", { now: 0.9, atRest: 0, atMost: 0 }, { action: "delete" }),
    one("odd", { now: 0, atRest: 0, atMost: 0 }, { unknown: "the catalog has no price of RTX 9090" }),
  ];
  const perHour = sumOf(resources.map((resource) => resource.perHour));
  const report = (more: Partial<CostReport> = {}): CostReport =>
    costReport.parse({
      version: 1,
      previewedAt: "2026-01-02T03:04:05Z",
      hoursPerMonth: 730,
      stacks: [{ cwd: ".", stack: "prod", resources, perHour }],
      perHour,
      unknown: ["odd"],
      ...more,
    });

  test("tells each resource, the total, the difference to now and what has no price", () => {
    expect(table(report(), {})).toMatchInlineSnapshot(`
      "Stack prod

      NAME   KIND  ACTION  NOW/H   REST/H   MOST/H  REST/MONTH  MOST/MONTH
      web    Pod   create  $0.00    $0.40    $3.00     $292.00   $2,190.00
      old    Pod   delete  $0.90    $0.00    $0.00       $0.00       $0.00
      odd    Pod   create  $0.00  unknown  unknown     unknown     unknown
      total                $0.90    $0.40    $3.00     $292.00   $2,190.00

      After the update $0.40 an hour at rest, $0.50 less than now, at most $3.00.

      note: odd: the catalog has no price of RTX 9090
      "
    `);
  });

  test("a budget that is kept says so, unless prices are missing", () => {
    expect(table(report({ budget: { perHour: 5, over: false } }), {})).toMatch(
      /cannot be said while prices are missing/,
    );
    expect(table(report({ budget: { perHour: 1, over: true } }), {})).toContain("over the budget of $1.00 an hour");
  });

  test("as Markdown it fits a merge request", () => {
    expect(markdown(report())).toMatchInlineSnapshot(`
      "## Cost

      After the update $0.40 an hour at rest, $0.50 less than now, at most $3.00.

      ### Stack \`prod\`

      US dollars an hour unless said otherwise.

      | Resource | Action | Now | At rest | At most | At rest, a month | At most, a month |
      | --- | --- | --- | --- | --- | --- | --- |
      | \`web\` Pod | create | $0.00 | $0.40 | $3.00 | $292.00 | $2,190.00 |
      | \`old\` Pod | delete | $0.90 | $0.00 | $0.00 | $0.00 | $0.00 |
      | \`odd\` Pod | create | $0.00 | unknown | unknown | unknown | unknown |
      | **Total** |  | **$0.90** | **$0.40** | **$3.00** | **$292.00** | **$2,190.00** |

      > odd: the catalog has no price of RTX 9090
      "
    `);
  });
});
