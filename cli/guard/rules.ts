import * as z from "zod";
import { kindOnAccount } from "../account/kinds";
import { parseDuration } from "../flags/inputs";
import { pattern } from "../flags/pattern";

/** The kinds of resources that cost money while they run. */
export const guardedKinds = ["Pod", "ServerlessEndpoint", "Cluster"] as const;
export type GuardedKind = (typeof guardedKinds)[number];
const words = guardedKinds.map((kind) => kindOnAccount(kind).word);

/** A duration, converted to milliseconds. */
const time = z.string().transform((text, { addIssue }) => {
  const ms = parseDuration(text);
  if (ms !== undefined && ms > 0) return ms;
  addIssue("must be a time such as 90m, 12h or 7d");
  return z.NEVER;
});

const limits = ["idle", "olderThan", "dearerThan"] as const;

const rule = z
  .strictObject({
    name: z.string().min(1).describe("Name of the rule in reports."),
    idle: time
      .optional()
      .describe("Longest time that a pod may be below 5 % utilization, or that an endpoint may have no jobs."),
    olderThan: time.optional().describe("Longest time that a pod or a cluster may run."),
    dearerThan: z.number().min(0).optional().describe("Highest cost in US dollars per hour."),
    kinds: z
      .array(z.enum(words))
      .min(1)
      .optional()
      .describe("Kinds of resources that the rule applies to. Default: all three kinds."),
    names: z.array(pattern).min(1).optional().describe("Names on RunPod that the rule applies to. Default: all names."),
  })
  .refine((given) => limits.some((limit) => given[limit] !== undefined), {
    error: `needs at least one limit: ${limits.join(", ")}`,
  });

/** The content of a file with rules. */
export const guardFile = z.strictObject({
  rules: z.array(rule).optional().describe("A resource breaks a rule if it exceeds every limit of the rule."),
  allow: z
    .array(pattern)
    .optional()
    .describe("Ids, names on RunPod, or stacks such as `shop/production`. No rule applies to these resources."),
});

export type Rule = Readonly<z.output<typeof rule>>;
export type GuardFile = Readonly<z.output<typeof guardFile>>;

/** The limits of the command line. Each limit is a rule of its own. */
export interface Limits {
  readonly idle?: number | undefined;
  readonly olderThan?: number | undefined;
  readonly dearerThan?: number | undefined;
}

export function rulesOf(given: Limits): Rule[] {
  return limits.flatMap((limit) => (given[limit] === undefined ? [] : [{ name: flags[limit], [limit]: given[limit] }]));
}

const flags = { idle: "--idle", olderThan: "--older-than", dearerThan: "--dearer-than" } as const;
