import * as z from "zod";
import { didYouMean } from "../../../client/values/nearest";
import type { Values } from "../../../provider/values/values";
import { kindNames } from "../../stack/resource-types";
import { look } from "../comparing/differences";
import { driftKinds, thresholds } from "../severity";

/** A text in which `*` stands for any characters. */
const pattern = z.string().min(1);

const rule = z
  .strictObject({
    stack: pattern.optional().describe("The name of the stack. A rule with it applies to no unmanaged resource."),
    kind: z.enum(kindNames).optional(),
    name: pattern.optional().describe("The logical name, or RunPod's name of an unmanaged resource."),
    property: pattern.optional().describe("The path of the property, such as `workersMax` or `env.*`."),
    drift: z.enum(driftKinds).optional(),
    severity: z.enum(["ignore", ...thresholds]),
    reason: z.string().optional().describe("For readers of the file."),
  })
  .describe("All conditions of a rule must hold. A rule without conditions applies to every finding.");

const fields = {
  failOn: z.enum(thresholds).optional().describe("The lowest severity that counts as drift. Default `low`."),
  skip: z.array(pattern).optional().describe("Stacks that `--all` and `--backend` do not compare."),
  rules: z.array(rule).optional().describe("The first rule that applies decides."),
};

/** The content of `podwright.drift.yaml`. */
export const driftRules = z.strictObject(fields);

export type Rule = Readonly<z.infer<typeof rule>>;
export type DriftRules = Readonly<z.infer<typeof driftRules>>;

/** Parses the file. The error lists every fault, with the nearest valid name. An empty file has no rules. */
export function parseRules(content: unknown, file: string): DriftRules {
  const result = driftRules.safeParse(content ?? {});
  if (result.success) return result.data;
  const faults = result.error.issues.flatMap((issue) => faultsOf(issue, content));
  throw new Error(`${file} is not valid:\n${faults.map((fault) => `  ${fault}`).join("\n")}`);
}

function faultsOf(issue: z.core.$ZodIssue, content: unknown): string[] {
  const place = issue.path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("");
  const at = place === "" ? "the file" : place.replace(/^\./, "");
  if (issue.code === "unrecognized_keys") {
    const known = Object.keys(issue.path.length === 0 ? fields : rule.shape);
    return issue.keys.map((key) => `${at} has no field ${JSON.stringify(key)}${didYouMean(key, known)}`);
  }
  if (issue.code === "invalid_value") {
    const values = issue.values.map(String);
    const given = look(content as Values, issue.path.map(String));
    return [`${at} must be one of ${values.join(", ")}${typeof given === "string" ? didYouMean(given, values) : ""}`];
  }
  return [`${at}: ${issue.message.replace(/^Invalid input: /, "")}`];
}
