import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Evidence } from "../../cli/assumptions/evidence";
import { probes } from "../../cli/assumptions/probes/probes";
import type { Recording } from "../../cli/doctor/recording/recording";
import { recordingsIn } from "../../test/contract/recording-form";
import { code, table } from "./markdown";
import { unprobed } from "./unprobed/unprobed";

const FOLDER = path.resolve(__dirname, "../../test/contract/recordings");

/** Writes a row for every assumption about RunPod, with its evidence and its probe. */
export function assumptionTables(): string {
  const dates = datesOfRecordings();
  const shown = (evidence: readonly Evidence[]) =>
    evidence.map((one) => shownOf(one, dates)).join("<br>") || "none: Podwright's choice";
  const probed = table(
    ["Assumption", "Evidence", "Probe"],
    probes.map(({ assumption, evidence, name }) => [assumption, shown(evidence), code(name)]),
  );
  const others = table(
    ["Assumption", "Evidence", "No probe, because"],
    unprobed.map(({ assumption, evidence, reason }) => [assumption, shown(evidence), reason]),
  );
  return `${probed}\n\n${others}`;
}

function shownOf(evidence: Evidence, dates: ReadonlyMap<string, string>): string {
  if ("document" in evidence) return evidence.document;
  if ("measured" in evidence) return `measured ${evidence.measured}`;
  const { recording, contradicts } = evidence;
  const date = dates.get(recording);
  if (date === undefined) throw new Error(`${FOLDER} has no recording ${recording}`);
  return `recording ${recording} (${date})${contradicts ? ", which says otherwise" : ""}`;
}

/** The dates of the recordings, by the number at the beginning of their file names. */
export function datesOfRecordings(): ReadonlyMap<string, string> {
  return new Map(recordingFiles().map(([file, [first]]) => [file.split("-")[0] ?? "", first?.date ?? ""]));
}

/** The files with recordings, in the order of their numbers. */
export function recordingFiles(): [string, readonly Recording[]][] {
  return readdirSync(FOLDER).map((file) => [file, recordingsIn(readFileSync(path.join(FOLDER, file), "utf8"))]);
}
