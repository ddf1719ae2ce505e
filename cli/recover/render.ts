import { dollars } from "../../kernel/money";
import { Output } from "../flags/output";
import type { Display } from "../output/style";
import { tableOf } from "../output/table";
import { nameOf } from "../stack/state";
import type { RecoverReport } from "./report";

export const recoverOutput = new Output<RecoverReport>("report", { table });

/** Renders one line for each pending operation, with its name, kind and result. */
function table(report: RecoverReport, display: Pick<Display, "colors">): string {
  return `${operationsTable(report, display)}${returnedTable(report, display)}${unrecordedTable(report, display)}`;
}

function unrecordedTable({ unrecorded }: RecoverReport, { colors }: Pick<Display, "colors">): string {
  if (unrecorded.length === 0) return "";
  const rows = unrecorded.map(({ name, kind, id, costPerHour, deleted, message }) => {
    const cost = costPerHour === null ? "unknown" : dollars(costPerHour);
    return [name, kind, id, cost, deleted ? "Podwright deleted it" : message];
  });
  const columns = ["NAME", "KIND", "ID", "PER HOUR", ""].map((title) => ({ title }));
  return `\nThese resources carry the mark of this stack, and no state contains them:\n\n${tableOf({ columns, rows }, { colors })}`;
}

function returnedTable({ returned = [] }: RecoverReport, { colors }: Pick<Display, "colors">): string {
  if (returned.length === 0) return "";
  const rows = returned.map(({ name, kind, id, message }) => [name, kind, id, message]);
  const columns = ["NAME", "KIND", "ID", ""].map((title) => ({ title }));
  return `\nThe state had lost these resources:\n\n${tableOf({ columns, rows }, { colors })}`;
}

function operationsTable({ operations, dryRun, problem }: RecoverReport, { colors }: Pick<Display, "colors">): string {
  if (operations.length === 0) return "Nothing is pending: the state needs no recovery.\n";
  const rows = operations.map(({ urn, kind, action, message }) => [nameOf(urn), kind, action, message]);
  // A narrow terminal truncates no text, because the sentences tell the user the next step.
  const columns = ["NAME", "KIND", "RESULT", ""].map((title) => ({ title }));
  const notes = [
    ...(problem === undefined ? [] : ["Pulumi does not accept the recovered state, so Podwright wrote nothing."]),
    ...(dryRun ? ["Dry run: the state is unchanged."] : []),
  ];
  return `${tableOf({ columns, rows }, { colors })}${notes.map((line) => `${line}\n`).join("")}`;
}
