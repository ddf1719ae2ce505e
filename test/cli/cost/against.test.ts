import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { differenceFrom } from "../../../cli/cost/against";
import { costText } from "../../../cli/cost/render";
import {
  type CostReport,
  costReport,
  type ResourceCost,
  reportOf,
  type StackCost,
  sumOf,
} from "../../../cli/cost/report";
import { asMarkdown, onTerminal } from "../../../cli/output/report";
import { commandLine } from "../support/command-line";
import { FakePulumi } from "../support/fake-pulumi";

function cost(name: string, atRest: number, change: Partial<ResourceCost> = {}): ResourceCost {
  const urn = `urn:pulumi:prod::shop::podwright:index:Pod::${name}`;
  return { name, kind: "Pod", urn, action: "same", perHour: { now: 0, atRest, atMost: atRest }, ...change };
}

function stackCost(stack: string, resources: ResourceCost[], change: Partial<StackCost> = {}): StackCost {
  return { cwd: ".", stack, resources, perHour: sumOf(resources.map(({ perHour }) => perHour)), ...change };
}

const asked = { previewedAt: "2026-06-01T00:00:00Z", refreshed: false, budget: undefined };
const plan = (...stacks: StackCost[]) => reportOf(stacks, asked);
const file = (report: CostReport) => ({ source: { file: "main.json" }, ...report });

describe("podwright cost --against an older report", () => {
  test("lists only new, changed and removed resources", () => {
    const before = plan(stackCost("prod", [cost("same", 1), cost("dearer", 1), cost("gone", 3), cost("deleted", 2)]));
    const after = plan(
      stackCost("prod", [cost("same", 1), cost("dearer", 2), cost("new", 4), cost("deleted", 0, { action: "delete" })]),
    );
    const { changes, perHour, missing } = differenceFrom(file(before), after);

    expect(changes.map(({ name, before: from, after: to }) => [name, from?.atRest, to?.atRest])).toEqual([
      ["dearer", 1, 2],
      ["gone", 3, undefined],
      ["deleted", 2, undefined],
      ["new", undefined, 4],
    ]);
    expect(perHour.atRest).toBe(7);
    expect(missing).toEqual([]);
  });

  test("lists an endpoint of which only workersMin changes", () => {
    const rest = (atRest: number) =>
      plan(stackCost("prod", [cost("queue", 1, { perHour: { now: 0, atRest, atMost: 5 } })]));
    const { changes } = differenceFrom(file(rest(0)), rest(2));
    expect(changes.map(({ name, before: from, after: to }) => [name, from?.atRest, to?.atRest])).toEqual([
      ["queue", 0, 2],
    ]);
  });

  test("shows the change of the most that a task's run costs", () => {
    const run = (atMost: number) => cost("train", 0, { kind: "Task", once: { atMost, inAnHour: 1 } });
    const [before, after] = [plan(stackCost("prod", [run(1)])), plan(stackCost("prod", [run(3)]))];
    const against = differenceFrom(file(before), after);
    const text = onTerminal(costText({ ...after, against }), {});
    expect(against.changes).toMatchObject([{ name: "train", once: { before: 1, after: 3 } }]);
    expect(text).toMatch(/train +Task +prod +\$1\.00 once +\$3\.00 once +\+\$2\.00 once/);
    expect(text).toContain("tasks +$2.00 once at most");
    expect(differenceFrom(file(after), after).changes).toEqual([]);
  });

  test("lists a resource of which only the highest possible cost changes", () => {
    const most = (atMost: number) =>
      plan(stackCost("prod", [cost("queue", 1, { perHour: { now: 0, atRest: 1, atMost } })]));
    const { changes } = differenceFrom(file(most(2)), most(5));
    expect(changes.map(({ name, before: from, after: to }) => [name, from?.atMost, to?.atMost])).toEqual([
      ["queue", 2, 5],
    ]);
  });

  test("compares no stack without a program, because no update changes its cost", () => {
    const live = [cost("web", 3, { perHour: { now: 3, atRest: 3, atMost: 3 } })];
    const after = plan(stackCost("prod", [cost("web", 1)]), stackCost("gone", live, { withoutProgram: true }));
    const { changes, missing, perHour } = differenceFrom(file(plan(stackCost("prod", [cost("web", 1)]))), after);
    expect([changes, missing, perHour.atRest]).toEqual([[], [], 1]);
  });

  test("names the stacks that the older report lacks", () => {
    const before = plan(stackCost("prod", [cost("web", 1)]), stackCost("other", [cost("web", 9)]));
    const after = plan(stackCost("prod", [cost("web", 1)]), stackCost("new", [cost("web", 2)]));
    expect(differenceFrom(file(before), after)).toMatchObject({ perHour: { atRest: 1 }, missing: ["new"] });
  });

  test("counts a failed preview neither as a saving nor as a new resource", () => {
    const known = plan(stackCost("prod", [cost("web", 1)]));
    const failed = plan(stackCost("prod", [], { error: "no key" }));
    expect(differenceFrom(file(known), failed)).toMatchObject({ perHour: { atRest: 0 }, changes: [] });
    expect(differenceFrom(file(failed), known)).toMatchObject({
      changes: [],
      missing: [],
      failed: [{ stack: "prod", error: "no key" }],
    });
  });
});

test("a cost report with a comparison shows each difference with a plus or minus sign", () => {
  const before = plan(stackCost("prod", [cost("web", 1)]), stackCost("dev", [cost("job", 0.5)]));
  const own = plan(stackCost("prod", [cost("web|x`", 2, { action: "replace" })]), stackCost("dev", [cost("job", 0.5)]));
  const report: CostReport = costReport.parse({ ...own, against: differenceFrom(file(before), own) });

  const table = onTerminal(costText(report), {});
  expect(table).toMatch(
    /^All stacks\n\nNAME +KIND +ACTION .*\nprod +stack +1 replace +\$0\.00 +\$2\.00 .*\ndev +stack +same .*\ntotal .*\$2\.50 /,
  );
  expect(table).toMatch(
    /\nCompared with main\.json of 2026-06-01T00:00:00Z: \+\$1\.00 an hour at rest, \+\$1\.00 at most; \+\$730\.00 a month at rest\n/,
  );
  expect(table).toMatch(/\nweb +Pod +prod +\$1\.00 +\$0\.00 +-\$1\.00 +-\$1\.00\n/);
  const comment = asMarkdown(costText(report));
  expect(comment).toContain("| `prod` stack | 1 replace |");
  expect(comment).toContain("### Compared with `main.json` of 2026-06-01T00:00:00Z");
  expect(comment).toContain("| `` web\\|x` `` Pod | prod | $0.00 | $2.00 | \\+$2.00 | \\+$2.00 |");
});

describe("the monthly budget of podwright cost", () => {
  const budgetOf = (atMost: number, amount: number) =>
    reportOf([stackCost("prod", [cost("web", atMost)])], { ...asked, budget: { amount, per: "month" } }).budget;

  test("is compared with the cost of exactly 730 hours", () => {
    expect(budgetOf(1, 730)).toEqual({ perHour: 1, perMonth: 730, over: false, certain: true });
    expect(budgetOf(1, 729.99)).toMatchObject({ over: true });
    // 0.39 × 3 × 730 is more than 854.1 in binary fractions.
    expect(budgetOf(0.39 * 3, 854.1)).toMatchObject({ over: false });
  });

  test("appears in the report's summary if the cost exceeds the budget", () => {
    const report = reportOf([stackCost("prod", [cost("web", 3)])], {
      ...asked,
      budget: { amount: 1800, per: "month" },
    });
    expect(costText(report).summary).toContain("That is over the budget of $1,800.00 a month.");
  });
});

test("podwright cost checks --budget and --against before the first preview", async () => {
  const folder = mkdtempSync(join(tmpdir(), "podwright-cost-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "main.json");
  writeFileSync(join(folder, "Pulumi.yaml"), "name: shop\nruntime: yaml\n");
  const pulumi = new FakePulumi({});
  const run = (...args: string[]) => commandLine(["cost", "--cwd", folder, ...args], { env: { PATH: pulumi.path } });

  expect((await run("--against", file)).err).toMatch(
    /^error: there is no file .*main\.json, and git cannot search for a branch of this name in .*: not a git repository/,
  );
  for (const [text, problem] of [
    ["{", "is not JSON"],
    ["{}", "is not a report of `podwright cost`"],
  ] as const) {
    writeFileSync(file, text);
    expect((await run("--against", file)).err).toContain(problem);
  }
  const wrong = await run("--budget", "5/week");
  expect(wrong).toMatchObject({
    exitCode: 64,
    err: expect.stringContaining('--budget must be US dollars such as 2.50 or 1800/month, not "5/week"'),
  });
  expect(pulumi.calls()).toEqual([]);
});
