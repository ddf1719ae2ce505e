import { expect, test } from "vitest";
import { costText } from "../../../cli/cost/render";
import { type CostReport, costReport, type ResourceCost, sumOf } from "../../../cli/cost/report";
import { asMarkdown, onTerminal } from "../../../cli/output/report";
import type { Display } from "../../../cli/output/style";

const table = (report: CostReport, display: Display) => onTerminal(costText(report), display);
const markdown = (report: CostReport) => asMarkdown(costText(report));

const one = (name: string, perHour: ResourceCost["perHour"], more: Partial<ResourceCost> = {}): ResourceCost => ({
  ...{ name, kind: "Pod", urn: name, action: "create", perHour },
  ...more,
});
const nothing = { now: 0, atRest: 0, atMost: 0 };
const unpriced = "the catalog has no price of a STANDARD volume";

/** Returns one resource of each kind of finding. */
const resources = [
  one("web", { now: 0, atRest: 0.4, atMost: 3 }),
  one("old", { now: 0.9, atRest: 0, atMost: 0 }, { action: "delete" }),
  one("odd", nothing, { unknown: "the catalog has no price of RTX 9090" }),
  one("data", nothing, { action: "delete", unknownNow: unpriced }),
  one("fast", nothing, { action: "same", unknownNow: unpriced, unknown: unpriced }),
  one("jobs", { now: 0, atRest: 0, atMost: 2 }, { assumed: "assumes workersMin 0, which the program leaves out" }),
];
const perHour = sumOf(resources.map((resource) => resource.perHour));
const serverlessDiscount = { discountFactor: 0.1, type: "COMMITMENT", expirationDate: "2027-01-01T00:00:00Z" };
const stack = { cwd: ".", stack: "prod", resources, perHour, serverlessDiscount };
const failed = { cwd: "infra", stack: null, resources: [], perHour: sumOf([]), error: "no Pulumi.yaml" };

const report = (more: Partial<CostReport> = {}): CostReport =>
  costReport.parse({
    ...{ version: 1, previewedAt: "2026-01-02T03:04:05Z", refreshed: true, hoursPerMonth: 730 },
    ...{ stacks: [stack, failed], perHour, unknown: ["odd", "data", "fast"] },
    budget: { perHour: 5, over: false, certain: false },
    ...more,
  });

test("a cost report on a terminal shows resources, totals, unknown prices and failed previews", async () => {
  await expect(table(report(), {})).toMatchFileSnapshot("golden/terminal.txt");
});

test("a cost report in Markdown shows resources, totals, unknown prices and failed previews", async () => {
  await expect(markdown(report())).toMatchFileSnapshot("golden/comment.txt");
});

test("a cost report shows no total if every preview failed", () => {
  const text = table(report({ stacks: [failed], perHour: sumOf([]), unknown: [] }), {});
  expect(text).toContain("Podwright could not preview any stack, so the report has no costs.");
  expect(text).not.toContain("$");
});

test("a long cost report fills at most a third of a GitHub comment", () => {
  const many = Array.from({ length: 500 }, (_, index) => one(`worker-${index}`, { now: 0, atRest: 0.4, atMost: 3 }));
  const sum = sumOf(many.map((resource) => resource.perHour));
  const large = { cwd: ".", stack: "prod", resources: many, perHour: sum };

  const text = markdown(report({ stacks: [large], budget: { perHour: 1, over: true, certain: true } }));

  expect(text.length).toBeLessThan(65_536 / 3);
  expect(text).toMatch(
    /^## Cost: over the budget\n\n.*over the budget of \\?\$1\.00 an hour[\s\S]*…and \d+ more lines/,
  );
});

test("a cost report says whether the cost exceeds the budget", () => {
  const line = (budget: CostReport["budget"]) => table(report({ stacks: [stack], budget }), {});
  expect(line({ perHour: 5, over: false, certain: false })).toMatch(/may exceed it because prices are missing/);
  expect(line({ perHour: 5, over: true, certain: false })).toMatch(
    /counts as over the budget, unless you add --allow-/,
  );
  expect(line({ perHour: 1, over: true, certain: true })).toContain("over the budget of $1.00 an hour");
});
