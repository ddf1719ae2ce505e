import { oneLine } from "../../kernel/plain-text";
import { stateCommands } from "../../provider/pulumi/state-commands";
import type { Display } from "../output/style";
import { tableOf } from "../output/table";
import { counted } from "../output/text";
import { commandFor, type StackLocation } from "../stack/place";
import { stackOf } from "../stack/state";
import type { Migration } from "./migrate";
import type { Holdings, Taken } from "./official";
import type { Carried } from "./plan";

/** Renders one line for each resource, and the next step. */
export function table(
  { moved, left, official, done }: Migration,
  commandLine: string,
  display: Pick<Display, "colors">,
): string {
  if (moved.length === 0) {
    const hint =
      official === 0
        ? ""
        : `${counted(official, "resource")} of RunPod's own provider: \`${commandLine} --out resources.json\` lists the resources that Pulumi can import.\n`;
    return `Nothing to do: this stack has no dynamic resources.\n${hint}`;
  }
  const resources = listed(moved, display);
  const rest =
    left.length === 0 ? "" : `The program still declares these resources as dynamic resources: ${left.join(", ")}.\n`;
  const count = counted(moved.length, "resource");
  const outcome = done
    ? `${count} moved to the plugin; the ids are the same, and nothing changed on RunPod.\n`
    : `${count} can move to the plugin without a change on RunPod: \`${commandLine} --yes\` moves them.\n`;
  return `${resources}${rest}${outcome}`;
}

function listed(carried: readonly Carried[], { colors }: Pick<Display, "colors">): string {
  const columns = ["NAME", "KIND", "ID"].map((title) => ({ title }));
  return tableOf({ columns, rows: carried.map(({ name, kind, id }) => [name, kind, id]) }, { colors });
}

export interface Written extends StackLocation {
  /** The name of the written file. */
  readonly out: string;
}

/** Renders the name of the written file, the resources that the file lacks, and the next steps. */
export function takeoverText({ taken, left }: Holdings, written: Written, display: Pick<Display, "colors">): string {
  const { out, ...location } = written;
  const reasons = left.map(({ name, type, reason }) => `${name} (${type}): ${reason}`);
  const leftBehind = paragraph("Not taken over:", reasons);
  if (taken.length === 0) return `${leftBehind}There is no resource to import, so Podwright did not write ${out}.\n`;
  const undeclared = taken.filter((one) => one.undeclared.length > 0);
  const credentials = taken.filter(({ kind }) => kind === "RegistryCredential");
  return [
    listed(taken, display),
    leftBehind,
    paragraph(
      "Podwright has no inputs for these settings. RunPod keeps the settings, and no program declares them:",
      undeclared.map((one) => `${one.name}: ${one.undeclared.join(", ")}`),
    ),
    paragraph(
      "RunPod never shows a password. Declare the current username and password in the program:",
      credentials.map(({ name }) => name),
    ),
    paragraph(
      `${out} lists ${counted(taken.length, "resource")}; RunPod and the stack are unchanged. Run these commands in a stack of the plugin:`,
      [
        stateCommands.importList(out, "imported.txt"),
        "pulumi preview     # with the contents of imported.txt as the program",
      ],
    ),
    paragraph(
      "When the preview shows no changes, remove the resources from the old state. These commands delete nothing on RunPod. Do not run `pulumi up` or `pulumi destroy` in the old stack again:",
      taken.toReversed().map((one) => forgetting(one, location)),
    ),
  ].join("");
}

/**
 * Returns the command that removes a resource from the state. A user must remove a resource before its dependencies,
 * because Pulumi refuses the reverse order.
 */
function forgetting({ urn, protect }: Taken, { cwd, stack = stackOf(urn) }: StackLocation): string {
  return commandFor({ cwd, stack }, stateCommands.forget(urn, protect));
}

function paragraph(heading: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : `\n${heading}\n${lines.map((line) => `  ${oneLine(line)}\n`).join("")}`;
}
