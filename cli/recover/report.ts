import { z } from "zod";
import { kindOf } from "../stack/resource-types";
import type { Outcome } from "./outcome";

const ids = z.array(z.string()).readonly();

const operation = z
  .object({
    urn: z.string(),
    kind: z.string().meta({ description: "`Pod`, `ServerlessEndpoint`, …; of another provider, its type." }),
    operation: z.string().meta({ description: "`creating`, `updating`, `deleting`, `reading` or `importing`." }),
    action: z
      .enum(["adopted", "replacing", "superseded", "recorded", "dropped", "settled", "foreign"])
      .meta({ description: "What became of it, as in the table above." }),
    id: z.string().optional().meta({ description: "What it made, on the platform." }),
    old: z.string().optional().meta({ description: "Id of what it was to replace." }),
    twins: ids.optional().meta({ description: "Ids of what the same creation made besides." }),
    alike: ids.optional().meta({ description: "Ids of what looks like it, without a proof." }),
    doubt: z.string().optional().meta({ description: "Why it may have made something all the same." }),
    message: z.string().meta({ description: "The same in a sentence that says what to do next." }),
  })
  .meta({ description: "An operation that the state had pending." });

/** What `podwright recover --output json` prints. `version` grows when a reader has to know of a change. */
export const recoverReport = z
  .object({
    version: z.literal(1),
    dryRun: z.boolean(),
    written: z.boolean().meta({ description: "Whether the state was written back." }),
    operations: z.array(operation),
  })
  .meta({ title: "Podwright recovery report" });

export type RecoverReport = Readonly<z.infer<typeof recoverReport>>;

export interface Recovered {
  readonly outcomes: readonly Outcome[];
  readonly dryRun: boolean;
  /** Whether the state was written back. */
  readonly written: boolean;
}

export function reportOf({ outcomes, dryRun, written }: Recovered): RecoverReport {
  const operations = outcomes.map((outcome) => {
    const { operation: pending, ...facts } = outcome;
    const { urn, type } = pending.resource;
    const message = sentenceOn(outcome, written);
    return { urn, kind: kindOf(type) ?? type, operation: pending.type, ...facts, message };
  });
  return { version: 1, dryRun, written, operations };
}

/** Whether something on the platform is left that only a person can judge. */
export function asksForLook({ operations }: RecoverReport): boolean {
  return operations.some(({ twins = [], alike = [] }) => twins.length + alike.length > 0);
}

/** What became of a pending operation, or would, and what to do next. `written` tells whether the state is by now. */
function sentenceOn(outcome: Outcome, written: boolean): string {
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
      return `an interrupted ${nouns[outcome.operation.type] ?? outcome.operation.type}: ${dropped}, \`pulumi up --refresh\` goes on from what is live`;
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

const nouns: Readonly<Record<string, string>> = {
  updating: "update",
  deleting: "delete",
  reading: "read",
  importing: "import",
};
