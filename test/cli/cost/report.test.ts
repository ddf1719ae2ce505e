import { describe, expect, test } from "vitest";
import { costText } from "../../../cli/cost/render";
import { type CostReport, costReport, type ResourceCost, sumOf } from "../../../cli/cost/report";
import { asMarkdown, onTerminal } from "../../../cli/output/report";
import type { Display } from "../../../cli/output/style";

const table = (report: CostReport, display: Display) => onTerminal(costText(report), display);
const markdown = (report: CostReport) => asMarkdown(costText(report));

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
      refreshed: true,
      hoursPerMonth: 730,
      stacks: [{ cwd: ".", stack: "prod", resources, perHour }],
      perHour,
      unknown: ["odd"],
      ...more,
    });

  test("lists each resource, the total, the difference to now and resources without a price", async () => {
    await expect(table(report(), {})).toMatchFileSnapshot("golden/terminal.txt");
  });

  test("says that a discount changes no amount", () => {
    const serverlessDiscount = { discountFactor: 0.1, type: "COMMITMENT", expirationDate: "2027-01-01T00:00:00Z" };
    expect(
      table(report({ stacks: [{ cwd: ".", stack: "prod", resources, perHour, serverlessDiscount }] }), {}),
    ).toContain(
      "note: RunPod reports a serverless discount of type COMMITMENT for this account (factor 0.1, until 2027-01-01T00:00:00Z). The costs of endpoints are the catalog's prices without it,",
    );
  });

  test("a deleted resource without a known price counts as no saving, and its present cost shows as unknown", () => {
    const unpriced = "the catalog has no price of a STANDARD volume";
    const gone = one("data", { now: 0, atRest: 0, atMost: 0 }, { action: "delete", unknownNow: unpriced });
    const more = one(
      "fast",
      { now: 0, atRest: 0, atMost: 0 },
      { action: "same", unknownNow: unpriced, unknown: unpriced },
    );
    const stack = { cwd: ".", stack: "prod", resources: [gone, more], perHour: sumOf([gone.perHour, more.perHour]) };

    const text = table(report({ stacks: [stack], perHour: stack.perHour, unknown: ["data", "fast"] }), {});

    expect(text).toMatch(/^data +Pod +delete +unknown +\$0\.00/m);
    expect(text).toMatch(/^fast +Pod +same +unknown +unknown/m);
    expect(text).toContain("As far as prices are known: after the update $0.00 an hour at rest, as now.");
    expect(text).toContain(`note: data now: ${unpriced}\n`);
    expect(text.split(`fast: ${unpriced}`)).toHaveLength(2);
  });

  test("an assumption appears in a note, and the amount still counts", () => {
    const assumed = "assumes workersMin 0, which the program leaves to the platform";
    const jobs = one("jobs", { now: 0, atRest: 0, atMost: 2 }, { assumed });
    const stacks = [{ cwd: ".", stack: "prod", resources: [jobs], perHour: jobs.perHour }];

    const text = table(report({ stacks, perHour: jobs.perHour, unknown: [] }), {});

    expect(text).toMatch(/^jobs +Pod +create +\$0\.00 +\$0\.00 +\$2\.00/m);
    expect(text).toContain(`note: jobs: ${assumed}\n`);
  });

  test("a stack whose preview failed appears beside the others, and the budget stays undetermined", () => {
    const failed = { cwd: "infra", stack: null, resources: [], perHour: sumOf([]), error: "no Pulumi.yaml" };
    const whole = report({
      stacks: [...report().stacks, failed],
      budget: { perHour: 5, over: false, certain: false },
    });

    expect(table(whole, {})).toContain("The selected stack in infra: not previewed: no Pulumi.yaml");
    expect(table(whole, {})).toContain("cannot be determined while a stack is missing");
    expect(table(whole, {})).toContain("note: prod, odd: ");
    expect(markdown(whole)).toMatch(
      /^## Cost: not all stacks could be previewed\n[\s\S]*\*\*not previewed:\*\* no Pulumi.yaml/,
    );
  });

  test("cost shows no sum if every preview failed", () => {
    const failed = { cwd: "infra", stack: null, resources: [], perHour: sumOf([]), error: "no Pulumi.yaml" };
    const text = table(report({ stacks: [failed], perHour: sumOf([]), unknown: [] }), {});
    expect(text).toContain("No stack could be previewed, so no cost is known.");
    expect(text).not.toContain("$");
  });

  test("a comment keeps to a third of its limit and shows the budget before the truncated part", () => {
    const [stack] = report().stacks;
    const [one] = stack?.resources ?? [];
    const resources = Array.from({ length: 500 }, (_, index) => ({
      ...(one as ResourceCost),
      name: `worker-${index}`,
    }));
    const many = { cwd: ".", stack: "prod", resources, perHour: sumOf(resources.map(({ perHour }) => perHour)) };

    const text = markdown(report({ stacks: [many], budget: { perHour: 1, over: true, certain: true } }));

    expect(text.length).toBeLessThan(65_536 / 3);
    expect(text).toMatch(
      /^## Cost: over the budget\n\n.*over the budget of \\?\$1\.00 an hour[\s\S]*…and \d+ more lines/,
    );
  });

  test("the budget line reports an exceeded budget, and missing prices", () => {
    expect(table(report({ budget: { perHour: 5, over: false, certain: false } }), {})).toMatch(
      /cannot be determined while prices are missing/,
    );
    expect(table(report({ budget: { perHour: 1, over: true, certain: true } }), {})).toContain(
      "over the budget of $1.00 an hour",
    );
  });

  test("Markdown fits a merge request", async () => {
    await expect(markdown(report())).toMatchFileSnapshot("golden/comment.txt");
  });
});
