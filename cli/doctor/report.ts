import * as z from "zod";
import { profile } from "./live/profile";

export const groups = ["tools", "project", "configuration", "platform", "account"] as const;

export const finding = z
  .object({
    group: z.enum(groups).describe("What it is about."),
    check: z.string().describe("The name of the check, such as `node`, `plugin` or `pending-operations`."),
    level: z
      .enum(["ok", "warning", "problem", "unchecked"])
      .describe("`problem`: it stands in the way of `pulumi up`. `unchecked`: it could not be looked at."),
    message: z.string().describe("What was found, in a sentence."),
    action: z.string().optional().describe("What to do, in a sentence. Absent where all is well."),
  })
  .describe("The result of a check.");

const setting = z
  .object({
    name: z.string().describe("`apiKey`, `baseUrl`, …"),
    source: z.enum(["stack", "environment", "default"]).describe("Where the value comes from."),
    origin: z.string().describe("Its name there, such as `podwright:baseUrl` or `PODWRIGHT_BASE_URL`."),
    value: z.string().optional().describe("Absent for a secret, and where there is none."),
    secret: z.boolean(),
    overrides: z.array(z.string()).describe("Sources of another value that this one wins over."),
  })
  .describe("A setting that is in force.");

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
        "How much the platform's clock is ahead of this machine's; exact to a second, absent without a `Date`.",
      ),
    error: z.string().optional().describe("Why it cannot be used."),
  })
  .describe("A surface of the platform, after one read of it.");

const quota = z
  .object({
    window: z.string().describe("`minute`, `hour` or `day`."),
    remaining: z.int().describe("Requests left."),
    limit: z.int().optional().describe("Requests a window."),
    resetsInMs: z.int(),
  })
  .describe("A window of the rate limit, as REST reports it.");

const account = z.object({
  id: z.string().optional().describe("Absent where GraphQL did not respond, like the next two."),
  balance: z.number().optional().describe("US dollars left."),
  spendPerHour: z.number().optional().describe("US dollars an hour of everything that runs now."),
  endpoints: z.int().optional().describe("Absent where REST did not list them, like the next one."),
  workersMax: z.int().optional().describe("The sum of `workersMax` over them, which a quota limits."),
});

const probe = z
  .object({
    name: z.string(),
    assumption: z.string().describe("What Podwright takes for granted, in a sentence."),
    touches: z.string().describe("What in Podwright depends on it."),
    highestCost: z.number().describe("US dollars."),
    result: z.enum(["as-assumed", "different", "not-tried"]),
    detail: z.string().describe("What was measured, or why it was not tried."),
    emulator: profile
      .optional()
      .describe("Options that make the emulator behave as measured; absent where it is as assumed or cannot."),
  })
  .describe("An assumption about the platform, and what was measured.");

const live = z
  .object({
    highestCost: z.number().describe("US dollars that the probes could cost together."),
    probes: z.array(probe),
    left: z.array(z.string()).describe("What could not be deleted. It has to be deleted by hand."),
    leftBefore: z.array(z.string()).describe("What earlier runs left; `--clean-up` deletes it."),
    interrupted: z.boolean().describe("Whether Ctrl-C ended the run. Everything was deleted all the same."),
  })
  .describe("With `--live` only.");

/** The output of `podwright doctor --output json`. `version` grows when a reader has to know of a change. */
export const doctorReport = z
  .object({
    version: z.literal(1),
    checkedAt: z.string().describe("RFC 3339."),
    result: z.enum(["well", "warnings", "obstructed"]).describe("Exit code 0, 0 or 7. Of everything but `live`."),
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
