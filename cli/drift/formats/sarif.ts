import { createHash } from "node:crypto";
import { oneLine } from "../../../kernel/plain-text";
import { VERSION } from "../../../kernel/version";
import { manifest } from "../../context/manifest";
import { jsonOf } from "../../output/documents";
import { failuresIn } from "../../stack/place";
import { type Finding, findingsIn } from "../findings";
import type { DriftReport } from "../report";
import { type DriftKind, driftKinds, type Threshold, usualSeverity } from "../severity";
import { fileOf } from "./places";

const levels = { high: "error", medium: "warning", low: "note" } as const satisfies Record<Threshold, string>;

/**
 * GitHub sorts alerts by this number. GitHub calls alerts with 7.0 and more high, and alerts with 4.0 and more medium.
 */
const scores: Readonly<Record<Threshold, string>> = { high: "8.0", medium: "5.0", low: "2.0" };

const meanings: Readonly<Record<DriftKind, string>> = {
  gone: "RunPod has no resource with the id in the state",
  lost: "A refresh removed a resource from the state, and RunPod no longer has it",
  stopped: "A pod that should run has ended",
  changed: "A declared input has another value on RunPod",
  undeclared: "An input that the program leaves out changed outside Pulumi",
  unfinished: "The stack differs from the program of the last update",
  "held-twice": "Several stacks manage the same resource",
  unmanaged: "No stack manages a resource of the account",
};

/** Writes SARIF 2.1.0 for GitHub's code scanning, with a file, a line and a fingerprint in each result. */
export function sarifOf(report: DriftReport): string {
  const failures = [
    ...failuresIn(report.stacks),
    ...(report.unmanagedError === undefined ? [] : [report.unmanagedError]),
    ...(report.missingShards ?? []).map((part) => `The report of part ${part} is missing.`),
  ];
  const informationUri = manifest().repository?.url;
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "podwright drift",
            version: VERSION,
            ...(informationUri && { informationUri }),
            rules: driftKinds.map(ruleOf),
          },
        },
        automationDetails: { id: "podwright-drift/" },
        invocations: [
          {
            executionSuccessful: failures.length === 0,
            endTimeUtc: report.checkedAt,
            toolExecutionNotifications: failures.map((text) => ({ level: "error", message: { text: oneLine(text) } })),
          },
        ],
        results: findingsIn(report).map(resultOf),
      },
    ],
  };
  return `${jsonOf(log, 2)}\n`;
}

function ruleOf(drift: DriftKind) {
  const severity = usualSeverity[drift];
  return {
    id: drift,
    shortDescription: { text: meanings[drift] },
    fullDescription: { text: `${meanings[drift]}.` },
    help: { text: "`podwright drift` shows the values; the page on drift says what to do." },
    defaultConfiguration: { level: levels[severity] },
    properties: { tags: ["drift"], "security-severity": scores[severity] },
  };
}

function resultOf(finding: Finding) {
  const { drift, severity, subject, place, key, sentence } = finding;
  // Without this fingerprint, GitHub would use the line of the file. This line is the same for all findings of a
  // project.
  const fingerprint = createHash("sha256")
    .update(JSON.stringify([drift, place, key]))
    .digest("hex")
    .slice(0, 32);
  return {
    ruleId: drift,
    ruleIndex: driftKinds.indexOf(drift),
    level: levels[severity],
    message: { text: oneLine(place === undefined ? sentence : `${place}: ${sentence}`) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: encodeURI(fileOf(finding)), uriBaseId: "%SRCROOT%" },
          region: { startLine: 1 },
        },
        logicalLocations: [{ name: oneLine(subject), fullyQualifiedName: oneLine(key), kind: "resource" }],
      },
    ],
    partialFingerprints: { primaryLocationLineHash: `${fingerprint}:1` },
  };
}
