import * as z from "zod";
import { pattern } from "../../flags/pattern";
import { kindNames } from "../../stack/resource-types";
import { driftKinds, thresholds } from "../severity";

const rule = z
  .strictObject({
    stack: pattern
      .optional()
      .describe("The name of the stack. A rule with this condition does not apply to unmanaged resources."),
    kind: z.enum(kindNames).optional(),
    name: pattern.optional().describe("The logical name, or RunPod's name of an unmanaged resource."),
    property: pattern.optional().describe("The path of the property, such as `workersMax` or `env.*`."),
    drift: z.enum(driftKinds).optional(),
    value: z
      .unknown()
      .optional()
      .describe("The value on RunPod, or `null` if RunPod has none. No secret value satisfies this condition."),
    severity: z.enum(["ignore", ...thresholds]),
    reason: z.string().optional().describe("An explanation for people who read the file."),
  })
  .describe("All conditions of a rule must hold. A rule without conditions applies to every finding.");

/** The content of `podwright.drift.yaml`. */
export const driftRules = z.strictObject({
  failOn: z.enum(thresholds).optional().describe("The lowest severity that counts as drift. Default `low`."),
  skip: z.array(pattern).optional().describe("Stacks that `--all` and `--backend` do not compare."),
  rules: z.array(rule).optional().describe("The first rule that applies decides."),
});

export type Rule = Readonly<z.infer<typeof rule>>;
export type DriftRules = Readonly<z.infer<typeof driftRules>>;
