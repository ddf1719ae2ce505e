import { oneLine } from "../../client/values/plain-text";
import type { Display } from "../output/style";
import { tableOf } from "../output/table";
import { counted } from "../output/text";
import { commandFor, quoted, type StackLocation } from "../stack/stack";
import { stackOf } from "../stack/state";
import type { Migration } from "./migrate";
import type { Holdings, Taken } from "./official";
import type { Carried } from "./plan";

/** One line for each resource, and the next step. */
export function table(
  { moved, left, official, done }: Migration,
  commandLine: string,
  display: Pick<Display, "colors">,
): string {
  if (moved.length === 0) {
    const hint =
      official === 0
        ? ""
        : `${counted(official, "resource")} of the platform's own provider: \`${commandLine} --out resources.json\` lists what an import takes over.\n`;
    return `Nothing to do: no resource of this stack is under the dynamic host.\n${hint}`;
  }
  const resources = listed(moved, display);
  const rest = left.length === 0 ? "" : `Still dynamic in the program, and left so: ${left.join(", ")}.\n`;
  const count = counted(moved.length, "resource");
  const outcome = done
    ? `${count} moved to the plugin; the ids are the same, and nothing was changed on the platform.\n`
    : `${count} can be moved to the plugin without changing anything on the platform: \`${commandLine} --yes\` does it.\n`;
  return `${resources}${rest}${outcome}`;
}

function listed(carried: readonly Carried[], { colors }: Pick<Display, "colors">): string {
  const columns = ["NAME", "KIND", "ID"].map((title) => ({ title }));
  return tableOf({ columns, rows: carried.map(({ name, kind, id }) => [name, kind, id]) }, { colors });
}

export interface Written extends StackLocation {
  /** The file that was written. */
  readonly out: string;
}

/** The written file, the resources that it lacks, and the next steps. */
export function takeoverText({ taken, left }: Holdings, written: Written, display: Pick<Display, "colors">): string {
  const { out, ...location } = written;
  const reasons = left.map(({ name, type, reason }) => `${name} (${type}): ${reason}`);
  const leftBehind = paragraph("Not taken over:", reasons);
  if (taken.length === 0) return `${leftBehind}Nothing to take over, so ${out} was not written.\n`;
  const undeclared = taken.filter((one) => one.undeclared.length > 0);
  const credentials = taken.filter(({ kind }) => kind === "RegistryCredential");
  return [
    listed(taken, display),
    leftBehind,
    paragraph(
      "These stay as they are on the platform, and no program declares them:",
      undeclared.map((one) => `${one.name}: ${one.undeclared.join(", ")}`),
    ),
    paragraph(
      "The platform never shows a password. Declare username and password in the program, as they are:",
      credentials.map(({ name }) => name),
    ),
    paragraph(`${out} lists ${counted(taken.length, "resource")}; nothing was changed. In a stack of the plugin:`, [
      `pulumi import --file ${quoted(out)} --out imported.txt`,
      "pulumi preview     # with what imported.txt holds as the program",
    ]),
    paragraph(
      "When that preview is empty, let the old stack forget them, which deletes nothing. Run no `up` and no `destroy` there any more:",
      taken.toReversed().map((one) => forgetting(one, location)),
    ),
  ].join("");
}

/** The state must lose dependents before their dependencies: Pulumi refuses the other order. */
function forgetting({ urn, protect }: Taken, { cwd, stack = stackOf(urn) }: StackLocation): string {
  const command = commandFor({ cwd, stack }, `pulumi state delete --yes${protect ? " --force" : ""}`);
  return `${command} ${quoted(urn)}`;
}

function paragraph(heading: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : `\n${heading}\n${lines.map((line) => `  ${oneLine(line)}\n`).join("")}`;
}
