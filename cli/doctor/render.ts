import { asCalled } from "../../kernel/as-called";
import { Output } from "../flags/output";
import type { Block, Report, Section } from "../output/report";
import type { Style } from "../output/style";
import { counted } from "../output/text";
import type { Finding, Level } from "./finding";
import { type DoctorReport, groups, type LiveReport, type ProbeFacts, type SettingFacts } from "./report";

export const doctorOutput = new Output<DoctorReport>("report", { report: doctorText });

const titles: Readonly<Record<Finding["group"], string>> = {
  tools: "Tools",
  project: "Project and stack",
  configuration: "Configuration",
  platform: "RunPod",
  account: "Account",
};

const labels: Readonly<Record<Level, readonly [label: string, style: Style]>> = {
  ok: ["ok", "good"],
  warning: ["warning", "hint"],
  problem: ["problem", "bad"],
  unchecked: ["not checked", "faint"],
};

/** Renders a section for each group of findings. The verdict is first in Markdown and last on a terminal. */
export function doctorText({ findings, settings, result, live }: DoctorReport): Report {
  const title = {
    well: "No problem prevents `pulumi up`",
    warnings: "No problem prevents `pulumi up`, but there are warnings",
    obstructed: "A problem prevents a working `pulumi up`",
  }[result];
  const count = (wanted: Level) => findings.filter(({ level }) => level === wanted).length;
  const counts = [
    counted(count("problem"), "problem"),
    counted(count("warning"), "warning"),
    `${count("unchecked")} not checked`,
  ];
  return {
    title,
    summary: `${title}: ${counts.join(", ")}.`,
    stacks: groups.flatMap((group) => {
      const found = findings.filter((one) => one.group === group);
      return found.length === 0 ? [] : [sectionOf(titles[group], found, group === "configuration" ? settings : [])];
    }),
    closing: live === undefined ? [] : [liveSection(live)],
  };
}

function sectionOf(title: string, found: readonly Finding[], settings: readonly SettingFacts[]): Section {
  const remarks = found.map(({ level, message, action }): Block => {
    const [label, style] = labels[level];
    return { remark: action === undefined ? message : `${message} ${action}`, label, style };
  });
  const lines: Block[] = settings.length === 0 ? [] : [{ lines: settings.map(lineOf) }];
  return { heading: { title, markdown: title }, blocks: [...remarks, ...lines] };
}

const results: Readonly<Record<ProbeFacts["result"], readonly [label: string, style: Style]>> = {
  "as-assumed": ["as assumed", "good"],
  different: ["different", "bad"],
  "not-tried": ["not tried", "faint"],
};

function liveSection({ probes, left, leftBefore }: LiveReport): Section {
  const blocks = probes.map(({ name, assumption, result, detail, touches }): Block => {
    const [label, style] = results[result];
    const touched = result === "different" ? ` Affected: ${touches}.` : "";
    return { remark: `${name}: ${detail}. Assumed: ${assumption}.${touched}`, label, style };
  });
  const problem = (remark: string): Block => ({ remark, label: "problem", style: "bad" });
  const remains =
    left.length === 0
      ? []
      : [problem(`Podwright could not delete ${left.join(", ")}. Delete them in RunPod's console.`)];
  const earlier =
    leftBefore.length === 0
      ? []
      : [
          problem(
            asCalled(
              `Leftovers of earlier runs: ${leftBefore.join(", ")}. \`podwright doctor --clean-up\` deletes them.`,
            ),
          ),
        ];
  const title = "Assumptions about RunPod";
  return { heading: { title, markdown: title }, blocks: [...blocks, ...remains, ...earlier] };
}

function lineOf({ name, source, origin, value, secret, overrides }: SettingFacts): string {
  if (source === "default") return `${name}: ${value === undefined ? "not set" : `${value}, by default`}`;
  const over = overrides.length === 0 ? "" : `, not ${overrides.join(", ")}`;
  return `${name}: ${secret ? "[secret]" : value}, from ${origin}${over}`;
}
