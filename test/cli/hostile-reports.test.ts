import type { Command } from "commander";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { differenceFrom } from "../../cli/cost/against";
import { costOutput } from "../../cli/cost/render";
import { type CostReport, reportOf as costReportOf, type StackCost } from "../../cli/cost/report";
import { driftOutput } from "../../cli/drift/render";
import type { DriftReport } from "../../cli/drift/report";
import type { Output, OutputFormat } from "../../cli/flags/output";
import { reportOf as driftReportOf, resource, stackDrift, stray, undeclared } from "./drift/support/reports";
import { quietContext } from "./support/command-line";

/** A formula, an element, a cell, a command of a runner, a colour, reversed text and a mention, in one name. */
const hostile = "=cmd|'/c calc'!A1<script>alert(1)</script>`|`\n::error::x\r##[error]\u001b[31m\u202e@security";

const drift: DriftReport = driftReportOf({
  failOn: "medium",
  stacks: [
    stackDrift({
      cwd: hostile,
      stack: hostile,
      resources: [{ ...resource, name: hostile, properties: [{ path: hostile, secret: false, platform: hostile }] }],
      undeclared: [
        undeclared(hostile, { name: hostile, state: hostile, restore: hostile, keep: hostile, drift: true }),
      ],
      unfinished: [hostile],
      notes: [hostile],
    }),
    stackDrift({ stack: "failed", error: hostile }),
  ],
  heldTwice: [{ kind: "Pod", id: hostile, holders: [hostile, hostile], forget: [hostile, hostile] }],
  unmanaged: [{ ...stray, name: hostile, status: hostile, createdBy: null, import: hostile }],
  stacksNotRead: [hostile],
});

const perHour = { now: 0, atRest: 1, atMost: 1 };
const stackCost: StackCost = {
  cwd: hostile,
  stack: hostile,
  perHour,
  resources: [
    {
      name: hostile,
      kind: "Pod",
      urn: hostile,
      action: "create",
      perHour,
      unknown: hostile,
      assumed: hostile,
      jobs: hostile,
    },
  ],
};
const failed: StackCost = { ...stackCost, stack: "failed", resources: [], error: hostile };
const plan = costReportOf([stackCost, { ...stackCost, stack: "new" }, failed], {
  previewedAt: "2026-06-01T00:00:00Z",
  refreshed: false,
  budget: undefined,
});
const other = {
  source: { ref: hostile, commits: ["abc"] },
  previewedAt: plan.previewedAt,
  stacks: [{ ...stackCost, error: hostile }],
};
const cost: CostReport = { ...plan, against: differenceFrom(other, plan) };

async function printed<Result>(output: Output<Result>, format: OutputFormat, result: Result): Promise<string> {
  let text = "";
  const print = (more: string) => {
    text += more;
  };
  const context = quietContext({ print });
  const given = { opts: () => ({ output: format }) } as unknown as Command;
  const printer = await output.read(given, () => undefined, context);
  await printer.print(result);
  return text;
}

/** The faults of a text in a format. A name may show these characters only as text. */
const faults: Readonly<Record<string, (text: string) => void>> = {
  json: (text) => expect(JSON.stringify(JSON.parse(text))).toContain(JSON.stringify(hostile)),
  yaml: (text) => expect(JSON.stringify(parse(text))).toContain(JSON.stringify(hostile)),
  table: (text) => expect(text).not.toMatch(/^::error/m),
  markdown: (text) => {
    const plain = text.replace(/(`+)[^`](?:.*?[^`])?\1(?!`)/g, "CODE");
    expect(plain).not.toMatch(/(?<!\\)<script|(?<!`)@security|^::error/m);
    const widths = text.split("\n").map((line) => (line.startsWith("|") ? line.split(/(?<!\\)\|/).length : 0));
    for (const [index, width] of widths.entries())
      if (width > 0 && widths[index - 1] !== 0) expect(width).toBe(widths[index - 1]);
  },
  junit: (text) => expect(text).not.toMatch(/<script/),
  sarif: (text) => {
    const texts = JSON.parse(text).runs[0].results.map((one: { message: { text: string } }) => one.message.text);
    expect(texts.length).toBeGreaterThan(3);
    for (const one of texts) expect(one).not.toMatch(/\p{Cc}/u);
  },
  github: (text) => {
    for (const line of text.trimEnd().split("\n"))
      expect(line).toMatch(/^::(error|warning|notice) (?:[^:]|%3A)*::(?!error)/);
  },
};

/** Replaces every hostile text of a report. */
function withText<Report>(report: Report, text: string): Report {
  return JSON.parse(JSON.stringify(report).replaceAll(JSON.stringify(hostile), JSON.stringify(text))) as Report;
}

const leak = "postgres://ada:canary-p@ss@db/state and api_key=canary-key";

test.each(
  [
    ...driftOutput.formats.map(
      (format) => ["drift", format, () => printed(driftOutput, format, withText(drift, leak))] as const,
    ),
    ...costOutput.formats.map(
      (format) => ["cost", format, () => printed(costOutput, format, withText(cost, leak))] as const,
    ),
  ].map(([command, format, print]) => [command, format, print] as const),
)("podwright %s --output %s masks passwords in addresses and keys", async (_, __, print) => {
  const text = await print();
  expect(text).toContain("db/state");
  expect(text).not.toMatch(/canary|ss@db/);
});

test.each<[string, OutputFormat, () => Promise<string>]>(
  [
    ...driftOutput.formats.map((format) => ["drift", format, () => printed(driftOutput, format, drift)] as const),
    ...costOutput.formats.map((format) => ["cost", format, () => printed(costOutput, format, cost)] as const),
  ].map(([command, format, print]) => [command, format, print]),
)("podwright %s --output %s shows hostile names, values and errors as plain text", async (_, format, print) => {
  const text = await print();
  expect(text).toContain("alert(1)");
  expect(text).not.toMatch(/(?![\n\r])[\p{Cc}\u202e]/u);
  faults[format]?.(text);
  expect(faults).toHaveProperty(format);
});
