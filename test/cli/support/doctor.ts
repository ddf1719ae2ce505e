import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { type DoctorReport, doctorReport } from "../../../cli/doctor/report";
import manifest from "../../../package.json";
import { temporaryFolder } from "../../support/temporary-folder";
import { commandLine } from "./command-line";
import { FakePulumi } from "./fake-pulumi";

export const canary = "canary-key-of-the-doctor";

/** Addresses without a server, for checks that need no platform. */
export const nowhere = { PODWRIGHT_BASE_URL: "http://127.0.0.1:9", PODWRIGHT_SERVERLESS_URL: "http://127.0.0.1:9" };
export const env = { ...nowhere, PODWRIGHT_API_KEY: canary };
export const empty = { deployment: { resources: [] } };
export const yaml = { "Pulumi.yaml": "name: shop\nruntime: yaml\n" };
export const node = { "Pulumi.yaml": "name: shop\nruntime: nodejs\n" };
export const urn = "urn:pulumi:dev::shop::podwright:index:Pod::web";

export interface Situation {
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly config?: Readonly<Record<string, string>>;
  readonly state?: unknown;
  readonly arrange?: (pulumi: FakePulumi) => void;
  /** The value of the whole PATH variable. */
  readonly path?: string;
}

export async function examined(
  situation: Situation,
): Promise<{ exitCode: number; report: DoctorReport; text: string }> {
  const folder = temporaryFolder("doctor");
  for (const [name, content] of Object.entries(situation.files ?? {})) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  const pulumi = new FakePulumi(situation.state ?? empty, situation.config);
  pulumi.install("3.259.0", manifest.version);
  situation.arrange?.(pulumi);
  const path = situation.path ?? pulumi.path;
  const { exitCode, out, err } = await commandLine(["doctor", "--cwd", folder, "--output", "json"], {
    env: { HOME: folder, ...(situation.env ?? env), PATH: path },
  });
  expect(err).toBe("");
  expect(out).not.toContain(canary);
  const report = doctorReport.parse(JSON.parse(out));
  return { exitCode, report, text: out };
}

/** Findings as check, level, message and action, without machine-specific values. */
export async function findings(situation: Situation, only: (check: string) => boolean = () => true): Promise<string> {
  const { report } = await examined(situation);
  const found = report.findings.filter(
    ({ check, group }) => only(check) && group !== "platform" && group !== "account",
  );
  return found
    .map(({ check, level, message, action = "" }) => `${check} ${level}: ${message} ${action}`.trim())
    .join("\n")
    .replaceAll(manifest.version, "VERSION")
    .replace(/(`node` on the PATH is |runs on Node )\d+\.\d+\.\d+/g, "$1NODE")
    .replace(/(^|\s|--cwd )\/\S*doctor[^\s/`]*/gm, "$1FOLDER")
    .replace(/file:\/\/\S+\w/, "file://FOLDER");
}
