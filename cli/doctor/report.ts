import * as z from "zod";
import { profile } from "./live/profile";

export const groups = ["tools", "project", "configuration", "platform", "account"] as const;

export const finding = z
  .object({
    group: z.enum(groups).describe("The subject of the check."),
    check: z.string().describe("The name of the check, such as `node`, `plugin` or `pending-operations`."),
    level: z
      .enum(["ok", "warning", "problem", "unchecked"])
      .describe("`problem`: it prevents a working `pulumi up`. `unchecked`: Podwright could not check it."),
    message: z.string().describe("The result in a sentence."),
    action: z.string().optional().describe("The next step in a sentence. Absent if all is well."),
  })
  .describe("The result of a check.");

const setting = z
  .object({
    name: z.string().describe("`apiKey`, `baseUrl`, …"),
    source: z.enum(["stack", "environment", "default"]).describe("Where the value comes from."),
    origin: z.string().describe("Its name there, such as `podwright:baseUrl` or `PODWRIGHT_BASE_URL`."),
    value: z.string().optional().describe("Absent for a secret, and for a setting without a value."),
    secret: z.boolean(),
    overrides: z.array(z.string()).describe("Sources of other values, which this value overrides."),
  })
  .describe("A setting with its effective value.");

const surface = z
  .object({
    name: z
      .enum(["pods", "endpoints", "graphql", "jobs"])
      .describe("`pods` and `endpoints` are REST, `jobs` is the host of job operations."),
    host: z.string().optional(),
    status: z.int().optional().describe("Of the response; absent without one."),
    latencyMs: z.number().optional().describe("To the end of the response; absent without one."),
    clockSkewMs: z
      .number()
      .optional()
      .describe(
        "How far RunPod's clock is ahead of this machine's clock, exact to a second; absent if the response has no `Date`.",
      ),
    error: z.string().optional().describe("Why Podwright cannot use it."),
  })
  .describe("An interface of RunPod, after one read.");

const quota = z
  .object({
    window: z.string().describe("`minute`, `hour` or `day`."),
    remaining: z.int().describe("Requests left."),
    limit: z.int().optional().describe("Requests a window."),
    resetsInMs: z.int(),
  })
  .describe("A window of the rate limit, as REST reports it.");

const account = z.object({
  id: z.string().optional().describe("This field and the next two are absent if GraphQL did not respond."),
  balance: z.number().optional().describe("US dollars left."),
  spendPerHour: z.number().optional().describe("US dollars an hour for all current resources."),
  endpoints: z
    .int()
    .optional()
    .describe("Number of endpoints. This field and the next are absent if REST did not list them."),
  workersMax: z.int().optional().describe("The sum of their `workersMax`, which RunPod's quota limits."),
});

const probe = z
  .object({
    name: z.string(),
    assumption: z.string().describe("The assumption in a sentence."),
    touches: z.string().describe("The parts of Podwright that depend on it."),
    highestCost: z.number().describe("US dollars."),
    result: z.enum(["as-assumed", "different", "not-tried"]),
    detail: z.string().describe("The measurement, or why the probe did not run."),
    emulator: profile
      .optional()
      .describe(
        "Options with which the emulator behaves as measured; absent if RunPod behaves as assumed, or if the emulator has no such option.",
      ),
  })
  .describe("An assumption about RunPod, and its measurement.");

const live = z
  .object({
    highestCost: z.number().describe("US dollars that the probes could cost together."),
    probes: z.array(probe),
    left: z.array(z.string()).describe("Resources that Podwright could not delete. Delete them in RunPod's console."),
    leftBefore: z.array(z.string()).describe("Resources of earlier runs; `--clean-up` deletes them."),
    interrupted: z.boolean().describe("Whether Ctrl-C ended the run. Podwright deleted the resources all the same."),
  })
  .describe("With `--live` only.");

/** The output of `podwright doctor --output json`. `version` grows with incompatible changes. */
export const doctorReport = z
  .object({
    version: z.literal(1),
    checkedAt: z.string().describe("RFC 3339."),
    result: z.enum(["well", "warnings", "obstructed"]).describe("Exit code 0, 0 or 7. It does not depend on `live`."),
    command: z.string().describe("The version of this command."),
    findings: z.array(finding),
    settings: z.array(setting),
    surfaces: z.array(surface),
    quotas: z.array(quota),
    account,
    live: live.optional(),
  })
  .meta({ title: "Podwright doctor report" });

export type DoctorReport = Readonly<z.infer<typeof doctorReport>>;
export type LiveReport = Readonly<z.infer<typeof live>>;
export type ProbeFacts = Readonly<z.infer<typeof probe>>;
export type SurfaceFacts = Readonly<z.infer<typeof surface>>;
export type SettingFacts = Readonly<z.infer<typeof setting>>;

export function resultOf(findings: DoctorReport["findings"]): DoctorReport["result"] {
  if (findings.some(({ level }) => level === "problem")) return "obstructed";
  return findings.some(({ level }) => level === "warning") ? "warnings" : "well";
}
