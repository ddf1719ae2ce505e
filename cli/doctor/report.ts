import * as z from "zod";
import { version } from "../account/report-fields";
import { profile } from "../assumptions/profile";

export const groups = ["tools", "project", "configuration", "platform", "account"] as const;

export const finding = z
  .object({
    group: z.enum(groups).describe("Subject of the check."),
    check: z.string().describe("Name of the check, such as `pending-operations`."),
    level: z
      .enum(["ok", "warning", "problem", "unchecked"])
      .describe("A `problem` prevents a successful `pulumi up`. `unchecked`: the check could not run."),
    message: z.string().describe("Sentence with the result."),
    action: z.string().optional().describe("Sentence with the next step, if there is a step."),
  })
  .describe("The result of a check.");

const setting = z
  .object({
    name: z.string().describe("Name of the setting, such as `apiKey`."),
    source: z.enum(["stack", "environment", "default"]).describe("Source of the value."),
    origin: z
      .string()
      .describe("Name of the setting in its source, such as `podwright:baseUrl` or `PODWRIGHT_BASE_URL`."),
    value: z.string().optional().describe("Value. Absent for a secret, and for a setting without a value."),
    secret: z.boolean().describe("True for a secret setting."),
    overrides: z.array(z.string()).describe("Sources of the values that this value overrides."),
  })
  .describe("A setting with its effective value.");

const surface = z
  .object({
    name: z
      .enum(["pods", "endpoints", "graphql", "jobs"])
      .describe("Name of the interface. `pods` and `endpoints` are parts of REST."),
    host: z.string().optional().describe("Host name."),
    status: z.int().optional().describe("HTTP status. Absent without a response."),
    latencyMs: z.number().optional().describe("Milliseconds from the request to the end of the response."),
    clockSkewMs: z
      .number()
      .optional()
      .describe("Milliseconds by which RunPod's clock is ahead of this machine's clock, exact to a second."),
    error: z.string().optional().describe("Reason why Podwright cannot use the interface."),
  })
  .describe("An interface of RunPod, and its response to one read.");

const quota = z
  .object({
    window: z.string().describe("`minute`, `hour` or `day`."),
    remaining: z.int().describe("Number of requests left."),
    limit: z.int().optional().describe("Number of requests that RunPod allows in each window."),
    resetsInMs: z.int().describe("Milliseconds until the next window begins."),
  })
  .describe("A window of the rate limit, as REST reports it.");

const account = z.object({
  id: z.string().optional().describe("Id. If GraphQL did not respond, this field and the next two fields are absent."),
  balance: z.number().optional().describe("Balance in US dollars."),
  spendPerHour: z.number().optional().describe("Cost of all current resources in US dollars per hour."),
  endpoints: z
    .int()
    .optional()
    .describe("Number of endpoints. If REST did not list the endpoints, this field and the next field are absent."),
  workersMax: z.int().optional().describe("Sum of `workersMax` over all endpoints. RunPod's quota limits this sum."),
});

const probe = z
  .object({
    name: z.string().describe("Name of the probe."),
    assumption: z.string().describe("Sentence with the tested assumption."),
    touches: z.string().describe("Parts of Podwright that depend on the assumption."),
    highestCost: z.number().describe("Highest cost of the probe in US dollars."),
    result: z.enum(["as-assumed", "different", "not-tried"]).describe("`not-tried`: the probe did not run."),
    detail: z.string().describe("Sentence with the measurement, or with the reason why the probe did not run."),
    emulator: profile
      .optional()
      .describe(
        "Options that make the emulator behave as measured. Absent if RunPod behaves as assumed, or if the emulator has no such option.",
      ),
  })
  .describe("An assumption about RunPod, and its measurement.");

const live = z
  .object({
    highestCost: z.number().describe("Highest cost of all probes together in US dollars."),
    probes: z.array(probe).describe("The probes, each with its result."),
    left: z.array(z.string()).describe("Resources that Podwright could not delete. Delete them in RunPod's console."),
    leftBefore: z
      .array(z.string())
      .describe("Resources that earlier runs could not delete. `--clean-up` deletes them."),
    interrupted: z
      .boolean()
      .describe("True if Ctrl-C ended the run. Podwright still deleted the resources of its probes."),
  })
  .describe("Measurements of RunPod. Present only with `--live`.");

/** The output of `podwright doctor --output json`. `version` grows with incompatible changes. */
export const doctorReport = z
  .object({
    version,
    checkedAt: z.string().describe("Time of the checks."),
    result: z
      .enum(["well", "warnings", "obstructed"])
      .describe(
        "Exit code 0 for `well` and `warnings`, 7 for `obstructed`. The field `live` does not change this result.",
      ),
    command: z.string().describe("Version of the command `podwright`."),
    findings: z.array(finding).describe("Results of the checks."),
    settings: z.array(setting).describe("Settings with their effective values."),
    surfaces: z.array(surface).describe("Interfaces of RunPod, each with the result of one read request."),
    quotas: z.array(quota).describe("Time windows of the rate limit, as REST reports them."),
    account: account.describe("The account of the API key."),
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
