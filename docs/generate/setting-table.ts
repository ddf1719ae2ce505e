import { inStack, settingEntries } from "../../provider/settings/settings";
import { code, table } from "./markdown";

/** Writes a row for each setting, with its names, its default and its meaning. */
export function settingTable(): string {
  return table(
    ["Stack configuration", "Environment", "Default", "Meaning"],
    settingEntries.map(([name, { environment, default: fallback, secret, description }]) => [
      `${code(inStack(name))}${secret === true ? ", with `--secret`" : ""}`,
      environment.map(code).join(", then "),
      fallback === undefined ? "none" : code(fallback),
      description,
    ]),
  );
}
