import type { Outcome } from "./outcome";

/** What became of a pending operation, or would, and what to do next. `written` tells whether the state is by now. */
export function sentenceOn(outcome: Outcome, written: boolean): string {
  const recorded = written ? "written into the state" : "it would be written into the state";
  const dropped = written ? "the entry is dropped" : "the entry would be dropped";
  switch (outcome.action) {
    case "adopted":
      return `${outcome.id} is what it made: ${recorded}, \`pulumi up\` goes on with it${twins(outcome.twins)}`;
    case "replacing":
      return `${outcome.id} is what it made to replace ${outcome.old}: ${recorded}, \`pulumi up\` goes on with it, then deletes ${outcome.old}${twins(outcome.twins)}`;
    case "superseded":
      return `${outcome.id} is what it made, but the state holds a live one already: ${recorded}, the next \`pulumi up\` deletes ${outcome.id}${twins(outcome.twins)}`;
    case "recorded":
      return `${outcome.id} is what it made and the state holds it already: ${dropped}${twins(outcome.twins)}`;
    case "dropped":
      return `${outcome.doubt ?? "it made nothing"}: ${dropped}, \`pulumi up\` creates it${alike(outcome.alike)}`;
    case "settled":
      return `an interrupted ${noun(outcome.operation.type)}: ${dropped}, \`pulumi up --refresh\` goes on from what is live`;
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
