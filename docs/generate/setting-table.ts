import { inStack, settingEntries } from "../../provider/settings/settings";
import { code, table } from "./markdown";

/** Every setting, where it is given, and what it means. */
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
