import { oneLine } from "../../../kernel/plain-text";
import { counted } from "../../output/text";
import { failuresIn } from "../../stack/place";
import { type Finding, findingsIn } from "../findings";
import type { DriftReport } from "../report";
import { type Threshold, thresholds } from "../severity";
import { fileOf } from "./places";

const levels: Readonly<Record<Threshold, string>> = { high: "error", medium: "warning", low: "notice" };

/**
 * Writes commands for GitHub's runner, which shows the findings at the project's file. GitHub shows only ten findings
 * of each level, so the most serious findings come first.
 */
export function annotationsOf(report: DriftReport): string {
  const found = findingsIn(report).toSorted((a, b) => thresholds.indexOf(b.severity) - thresholds.indexOf(a.severity));
  const failures = [
    ...failuresIn(report.stacks),
    ...(report.unmanagedError === undefined ? [] : [report.unmanagedError]),
  ];
  const missing = report.missingShards ?? [];
  const lines = [
    ...failures.map((sentence) => command("error", { title: "Drift: not compared" }, sentence)),
    ...missing.map((part) =>
      command("error", { title: "Drift: not compared" }, `The report of part ${part} is missing.`),
    ),
    ...found.map((one) =>
      command(levels[one.severity], { file: fileOf(one), line: "1", title: titleOf(one) }, one.sentence),
    ),
  ];
  return lines.length > 0
    ? lines.join("")
    : command("notice", { title: "No drift" }, `${counted(report.stacks.length, "stack")} compared`);
}

function titleOf({ drift, subject, place }: Finding): string {
  return `${drift}: ${subject}${place === undefined || place === subject ? "" : ` of ${place}`}`;
}

function command(level: string, properties: Readonly<Record<string, string>>, message: string): string {
  const all = Object.entries(properties).map(([key, value]) => `${key}=${escaped(oneLine(value), /[%\r\n:,]/g)}`);
  return `::${level} ${all.join(",")}::${escaped(oneLine(message), /[%\r\n]/g)}\n`;
}

/** Escapes a text as GitHub's toolkit does. */
function escaped(text: string, characters: RegExp): string {
  return text.replace(characters, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);
}
