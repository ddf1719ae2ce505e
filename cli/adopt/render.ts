import type { Block, Report, ResourceRow } from "../output/report";
import { counted } from "../output/text";
import type { AdoptReport } from "./report";

/** Renders the report for a terminal and for Markdown. */
export function adoptReport(report: AdoptReport): Report {
  const { done, adopted, left, others, accountsNotSearched = [], files, secrets, changes, next } = report;
  const count = counted(adopted.length, "resource");
  const blocks: Block[] = [];
  if (adopted.length > 0) blocks.push({ columns, resources: adopted.map(row) });
  if (left.length > 0)
    blocks.push(
      { text: "Left out:" },
      { lines: left.map(({ name, kind, reason }) => `${name} (${kind}): ${reason}.`) },
    );
  if (others.length > 0)
    blocks.push(
      { text: "Other stacks manage resources of this account, which the command never takes:" },
      { lines: others.map(({ stack, resources }) => `${stack}: ${counted(resources, "resource")}`) },
    );
  if (accountsNotSearched.length > 0)
    blocks.push(
      { text: "The command adopts from the account of the stack's configuration only. It did not search:" },
      { lines: accountsNotSearched },
    );
  if (files.length > 0) blocks.push({ text: "Written:" }, { lines: files });
  if (secrets.length > 0)
    blocks.push({ text: "Secrets that the program reads from the stack's configuration:" }, { lines: secrets });
  if (changes !== null && changes.length > 0)
    blocks.push({ text: "`pulumi up` would make these changes:" }, { lines: changes });
  if (next !== undefined) blocks.push({ text: next });
  const more = `${adopted.length} more ${adopted.length === 1 ? "resource" : "resources"}`;
  const title = done
    ? `The stack manages ${more}`
    : adopted.length === 0
      ? "There is nothing to adopt"
      : `The stack can adopt ${count}`;
  return { title, stacks: [{ verdict: [`${title}.${emptyPreview(changes)}`], blocks }], closing: [] };
}

function emptyPreview(changes: readonly string[] | null): string {
  return changes?.length === 0 ? " The preview changes nothing." : "";
}

const columns = [{ title: "Id", as: "code" as const }, { title: "Group" }];

function row({ name, kind, id, group }: AdoptReport["adopted"][number]): ResourceRow {
  return { name, kind: kind, cells: [id, group] };
}
