import { oneLine } from "../../../kernel/plain-text";
import { counted } from "../../output/text";
import { placeOf } from "../../stack/place";
import { type Finding, findingsIn, findingsOf } from "../findings";
import type { DriftReport, StackDrift } from "../report";
import { isAtLeast, type Threshold } from "../severity";

interface Case {
  readonly name: string;
  readonly outcome: "passed" | "failure" | "skipped" | "error";
  readonly message?: string;
}

/** Writes a suite for each stack, and a case for each finding. A finding below the threshold is a skipped case. */
export function junitOf(report: DriftReport): string {
  const { stacks, failOn = "low", unmanagedError, missingShards = [], checkedAt } = report;
  const account = findingsIn(report).filter(({ place }) => place === undefined);
  const outside: Case[] = [
    ...account.map((one) => caseOf(one, failOn)),
    ...(unmanagedError === undefined ? [] : [{ name: "account", outcome: "error" as const, message: unmanagedError }]),
    ...missingShards.map((part) => ({
      name: `part ${part}`,
      outcome: "error" as const,
      message: `The report of part ${part} is missing.`,
    })),
  ];
  const suites = [
    ...stacks.map((stack) => suite(placeOf(stack), casesOf(stack, failOn), checkedAt)),
    ...(outside.length === 0 ? [] : [suite("in no stack", outside, checkedAt)]),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="podwright drift">\n${suites.join("")}</testsuites>\n`;
}

function casesOf(stack: StackDrift, failOn: Threshold): Case[] {
  if (stack.error !== undefined) return [{ name: "compared", outcome: "error", message: stack.error }];
  const found = findingsOf(stack).map((one) => caseOf(one, failOn));
  const compared = `in sync, ${counted(stack.checked, "resource")} compared`;
  return found.length > 0 ? found : [{ name: compared, outcome: "passed" }];
}

function caseOf({ drift, subject, severity, sentence }: Finding, failOn: Threshold): Case {
  const outcome = isAtLeast(severity, failOn) ? "failure" : "skipped";
  return { name: `${drift}: ${subject}`, outcome, message: `${severity}: ${sentence}` };
}

function suite(name: string, cases: readonly Case[], timestamp: string): string {
  const number = (outcome: Case["outcome"]) => String(cases.filter((one) => one.outcome === outcome).length);
  const counts = {
    tests: String(cases.length),
    failures: number("failure"),
    errors: number("error"),
    skipped: number("skipped"),
  };
  const lines = cases.map((one) => {
    const open = `    <testcase ${attributes({ classname: name, name: one.name })}`;
    if (one.outcome === "passed") return `${open}/>\n`;
    return `${open}>\n      <${one.outcome} ${attributes({ message: one.message ?? "" })}/>\n    </testcase>\n`;
  });
  return `  <testsuite ${attributes({ name, ...counts, timestamp })}>\n${lines.join("")}  </testsuite>\n`;
}

function attributes(all: Readonly<Record<string, string>>): string {
  return Object.entries(all)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(" ");
}

/** Escapes a text for XML. XML allows no control characters, not even escaped ones, so `oneLine` removes them. */
function escaped(text: string): string {
  const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return oneLine(text)
    .replace(/[\ufffe\uffff]/g, "")
    .replace(/[&<>"]/g, (one) => entities[one] ?? "");
}
