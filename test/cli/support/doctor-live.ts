import { onTestFinished } from "vitest";
import type { Profile } from "../../../cli/assumptions/profile";
import { type DoctorReport, doctorReport } from "../../../cli/doctor/report";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../../emulator";
import { environmentOf, send } from "../../support/account";
import { temporaryFolder } from "../../support/temporary-folder";
import { commandLine, type Ended, type World } from "./command-line";
import { FakePulumi } from "./fake-pulumi";

export async function emulated(options: EmulatorOptions & Profile = {}): Promise<Emulator> {
  const emulator = await startEmulator({ provision: 5, start: 5, ...options });
  onTestFinished(() => emulator.close());
  return emulator;
}

/** Runs `podwright doctor` beside an empty stack. */
export async function doctor(
  emulator: Emulator,
  flags: readonly string[],
  { env, ...world }: World = {},
): Promise<Ended> {
  const { path } = new FakePulumi({ deployment: { resources: [] } });
  return await commandLine(["doctor", "--cwd", temporaryFolder("doctor-live"), ...flags], {
    env: { PATH: path, ...environmentOf(emulator), ...env },
    ...world,
  });
}

export const asked = ["--live", "--yes", "--output", "json"];

export const reportIn = ({ out }: Ended): DoctorReport => doctorReport.parse(JSON.parse(out));

export async function measured(
  emulator: Emulator,
  ...flags: readonly string[]
): Promise<{ readonly exitCode: number; readonly report: DoctorReport }> {
  const ended = await doctor(emulator, [...asked, ...flags]);
  if (ended.err !== "") throw new Error(ended.err);
  return { exitCode: ended.exitCode, report: reportIn(ended) };
}

export const resultsOf = (report: DoctorReport, wanted: string): string[] =>
  (report.live?.probes ?? []).filter(({ result }) => result === wanted).map(({ name }) => name);

export const only = (...names: readonly string[]): string[] => names.flatMap((name) => ["--probe", name]);

/** Everything on the account. */
export async function contents(emulator: Emulator): Promise<unknown[]> {
  const { pods, endpoints, templates, networkVolumes, registries } = emulator.state();
  const { secrets } = await send<{ secrets: unknown[] }>(emulator, "GET", "/v2/account/secrets");
  return [...pods, ...endpoints, ...templates, ...networkVolumes, ...registries, ...secrets];
}
