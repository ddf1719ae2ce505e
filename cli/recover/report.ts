import type { CommandContext } from "../context";
import { kindOf as kindOfType } from "../kinds";
import { tableOf } from "../output/table";
import { nameOf } from "../state";
import type { Outcome } from "./outcome";

export interface Report {
  readonly outcomes: readonly Outcome[];
  readonly dryRun: boolean;
  /** Whether the state was written back. */
  readonly written: boolean;
}

/** One line for each pending operation: name, kind, and what became of it. */
export function table({ outcomes, dryRun, written }: Report, context: CommandContext): string {
  if (outcomes.length === 0) return "Nothing is pending: the state needs no recovery.\n";
  const rows = outcomes.map((outcome) => [
    nameOf(urnOf(outcome)),
    kindOf(outcome),
    outcome.action,
    messageOf(outcome, written),
  ]);
  // Nothing is cut, whatever the terminal's width: the sentences say what to do.
  const columns = ["NAME", "KIND", "RESULT", ""].map((title) => ({ title }));
  return `${tableOf({ columns, rows }, { colors: context.colors })}${dryRun ? "Dry run: the state is as it was.\n" : ""}`;
}

export function json({ outcomes, dryRun, written }: Report): string {
  const operations = outcomes.map((outcome) => {
    const { operation, ...facts } = outcome;
    return {
      urn: urnOf(outcome),
      kind: kindOf(outcome),
      operation: operation.type,
      ...facts,
      message: messageOf(outcome, written),
    };
  });
  return `${JSON.stringify({ dryRun, written, operations }, null, 2)}\n`;
}

/** What became of it, and what to do next, in a sentence. */
function messageOf(outcome: Outcome, written: boolean): string {
  switch (outcome.action) {
    case "adopted":
      return `${outcome.id} is what it made: written into the state, \`pulumi up\` goes on with it${twins(outcome.twins)}`;
    case "replacing":
      return `${outcome.id} is what it made to replace ${outcome.old}: \`pulumi up\` goes on with it, then deletes ${outcome.old}${twins(outcome.twins)}`;
    case "superseded":
      return `${outcome.id} is what it made, but the state holds a live one already: the next \`pulumi up\` deletes ${outcome.id}${twins(outcome.twins)}`;
    case "recorded":
      return `${outcome.id} is what it made and the state holds it already: the entry is dropped`;
    case "dropped":
      return `${outcome.doubt ?? "it made nothing"}: the entry is dropped, \`pulumi up\` creates it${alike(outcome.alike)}`;
    case "settled":
      return `an interrupted ${noun(outcome.operation.type)}: the entry is dropped, \`pulumi up --refresh\` goes on from what is live`;
    case "foreign":
      return written
        ? `${outcome.operation.type}, of another provider: dropped, as Pulumi does with every state that is written back`
        : `${outcome.operation.type}, of another provider: left as it is`;
  }
}

function twins(ids: readonly string[]): string {
  return ids.length === 0 ? "" : `; the same creation made ${ids.join(", ")} too: delete that on the platform`;
}

function alike(ids: readonly string[]): string {
  if (ids.length === 0) return "";
  return `; ${ids.join(", ")} has the same name, which proves nothing: if the killed run made it, delete it on the platform first`;
}

function noun(operation: string): string {
  switch (operation) {
    case "updating":
      return "update";
    case "deleting":
      return "delete";
    case "reading":
      return "read";
    case "importing":
      return "import";
    default:
      return operation;
  }
}

function urnOf({ operation }: Outcome): string {
  return operation.resource.urn;
}

function kindOf({ operation }: Outcome): string {
  return kindOfType(operation.resource.type) ?? operation.resource.type;
}
