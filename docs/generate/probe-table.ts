import { probes, unmeasurable } from "../../cli/doctor/live/probes/probes";
import { code, table } from "./markdown";

/** Every probe of `podwright doctor --live`, and every choice of the emulator that has none. */
export function probeTables(): string {
  const measured = table(
    ["Probe", "Assumption", "Creates"],
    probes.map(({ name, assumption, creates }) => [code(name), assumption, creates]),
  );
  const others = table(
    ["Choice of the emulator", "No probe, because"],
    unmeasurable.map(({ row, reason }) => [`${row} …`, reason]),
  );
  return `${measured}\n\n${others}`;
}
