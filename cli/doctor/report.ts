import { z } from "zod";
import { profile } from "./live/profile";

export const groups = ["tools", "project", "configuration", "platform", "account"] as const;

export const finding = z
  .object({
    group: z.enum(groups).meta({ description: "What it is about." }),
    check: z.string().meta({ description: "The name of the check, such as `node`, `plugin` or `pending-operations`." }),
    level: z.enum(["ok", "warning", "problem", "unchecked"]).meta({
      description: "`problem`: it stands in the way of `pulumi up`. `unchecked`: it could not be looked at.",
    }),
    message: z.string().meta({ description: "What was found, in a sentence." }),
    action: z.string().optional().meta({ description: "What to do, in a sentence. Absent where all is well." }),
  })
  .meta({ description: "The result of a check." });

const setting = z
  .object({
    name: z.string().meta({ description: "`apiKey`, `baseUrl`, …" }),
    source: z.enum(["stack", "environment", "default"]).meta({ description: "Where the value comes from." }),
    origin: z.string().meta({ description: "Its name there, such as `podwright:baseUrl` or `PODWRIGHT_BASE_URL`." }),
    value: z.string().optional().meta({ description: "Absent for a secret, and where there is none." }),
    secret: z.boolean(),
    overrides: z.array(z.string()).meta({ description: "Sources of another value that this one wins over." }),
  })
  .meta({ description: "A setting that is in force." });

const surface = z
  .object({
    name: z.enum(["pods", "endpoints", "graphql", "jobs"]).meta({
      description: "`pods` and `endpoints` are REST, `jobs` is the host of job operations.",
    }),
    host: z.string().optional(),
    status: z.int().optional().meta({ description: "Of the response; absent without one." }),
    latencyMs: z.number().optional().meta({ description: "To the end of the response; absent without one." }),
    clockSkewMs: z.number().optional().meta({
      description:
        "How much the platform's clock is ahead of this machine's; exact to a second, absent without a `Date`.",
    }),
    error: z.string().optional().meta({ description: "Why it cannot be used." }),
  })
  .meta({ description: "A surface of the platform, after one read of it." });

const quota = z
  .object({
    window: z.string().meta({ description: "`minute`, `hour` or `day`." }),
    remaining: z.int().meta({ description: "Requests left." }),
    limit: z.int().optional().meta({ description: "Requests a window." }),
    resetsInMs: z.int(),
  })
  .meta({ description: "A window of the rate limit, as REST reports it." });

const account = z.object({
  id: z.string().optional().meta({ description: "Absent where GraphQL did not respond, like the next two." }),
  balance: z.number().optional().meta({ description: "US dollars left." }),
  spendPerHour: z.number().optional().meta({ description: "US dollars an hour of everything that runs now." }),
  endpoints: z.int().optional().meta({ description: "Absent where REST did not list them, like the next one." }),
  workersMax: z.int().optional().meta({ description: "The sum of `workersMax` over them, which a quota limits." }),
});

const probe = z
  .object({
    name: z.string(),
    assumption: z.string().meta({ description: "What Podwright takes for granted, in a sentence." }),
    touches: z.string().meta({ description: "What in Podwright depends on it." }),
    highestCost: z.number().meta({ description: "US dollars." }),
    result: z.enum(["as-assumed", "different", "not-tried"]),
    detail: z.string().meta({ description: "What was measured, or why it was not tried." }),
    emulator: profile.optional().meta({
      description: "Options that make the emulator behave as measured; absent where it is as assumed or cannot.",
    }),
  })
  .meta({ description: "An assumption about the platform, and what was measured." });

const live = z
  .object({
    highestCost: z.number().meta({ description: "US dollars that the probes could cost together." }),
    probes: z.array(probe),
    left: z.array(z.string()).meta({ description: "What could not be deleted. It has to be deleted by hand." }),
    leftBefore: z.array(z.string()).meta({ description: "What earlier runs left; `--clean-up` deletes it." }),
    interrupted: z
      .boolean()
      .meta({ description: "Whether Ctrl-C ended the run. Everything was deleted all the same." }),
  })
  .meta({ description: "With `--live` only." });

/** What `podwright doctor --output json` prints. `version` grows when a reader has to know of a change. */
export const doctorReport = z
  .object({
    version: z.literal(1),
    checkedAt: z.string().meta({ description: "RFC 3339." }),
    result: z
      .enum(["well", "warnings", "obstructed"])
      .meta({ description: "Exit code 0, 0 or 7. Of everything but `live`." }),
    command: z.string().meta({ description: "The version of this command." }),
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
export type AccountFacts = Readonly<z.infer<typeof account>>;
export type QuotaFacts = Readonly<z.infer<typeof quota>>;
export type SettingFacts = Readonly<z.infer<typeof setting>>;

export function resultOf(findings: DoctorReport["findings"]): DoctorReport["result"] {
  if (findings.some(({ level }) => level === "problem")) return "obstructed";
  return findings.some(({ level }) => level === "warning") ? "warnings" : "well";
}
