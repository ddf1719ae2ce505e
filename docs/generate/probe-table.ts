import { probes } from "../../cli/assumptions/probes/probes";
import { code, table } from "./markdown";
import { unmeasurable } from "./unmeasurable";

/** Writes a row for every probe of `podwright doctor --live`, and the facts that no probe measures. */
export function probeTables(): string {
  const measured = table(
    ["Probe", "Assumption", "Creates"],
    probes.map(({ name, assumption, creates }) => [code(name), assumption, creates]),
  );
  const others = table(
    ["Not measured", "Because"],
    unmeasurable.map(({ choices = [], others = [], reason }) => [
      [...choices.map((row) => `${row} …`), ...others].join("<br>"),
      reason,
    ]),
  );
  return `${measured}\n\n${others}`;
}
