import { z } from "zod";
import { kindOf } from "../stack/resource-types";
import type { Outcome } from "./outcome";
import { sentenceOn } from "./sentences";

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
