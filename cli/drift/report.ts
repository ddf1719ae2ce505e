import * as z from "zod";
import { kindsOnAccount } from "../account/kinds";
import { severities, thresholds } from "./severity";

const severity = z
  .enum(severities)
  .optional()
  .describe(
    "Severity from a rule. Absent without a rule. `ignore`: it does not count as drift, and only this report shows it.",
  );

const property = z
  .object({
    path: z.string().describe('Path of the input, such as `mounts.persistent.size` or `env["MY-KEY"]`.'),
    secret: z
      .boolean()
      .describe("True if the value is secret. The report then omits `declared`, `state` and `platform`."),
    declared: z
      .unknown()
      .optional()
      .describe("Value of the input in the last update. Absent if the program left the input out."),
    state: z.unknown().optional().describe("Value of the output in the state. Absent if the state has no such output."),
    platform: z.unknown().optional().describe("Current value on RunPod. Absent if RunPod reports no value."),
    severity,
  })
  .describe("A property that differs.");

const resource = z
  .object({
    name: z.string().describe("Logical name of the resource in the program."),
    kind: z.string().describe("Kind of the resource, such as `Pod` or `ServerlessEndpoint`."),
    id: z.string().describe("Id of the resource on RunPod."),
    urn: z.string().describe("Pulumi's URN of the resource."),
    drift: z
      .enum(["changed", "stopped", "gone", "lost"])
      .describe(
        "`gone`: RunPod no longer has the resource. `lost`: RunPod no longer has the resource, and a refresh has removed it from the state. `stopped`: the pod should run, but is stopped. `changed`: RunPod has other values than the state.",
      ),
    properties: z.array(property).describe("The differing properties. Empty if `drift` is `gone` or `lost`."),
    severity,
  })
  .describe("A resource that differs from the state.");

const undeclared = z
  .object({
    name: z.string().describe("Logical name of the resource in the program."),
    kind: z.string().describe("Kind of the resource, such as `Pod` or `ServerlessEndpoint`."),
    id: z.string().describe("Id of the resource on RunPod."),
    urn: z.string().describe("Pulumi's URN of the resource."),
    path: z.string().describe("The input that the program leaves out, such as `workersMin` or `env.KEY`."),
    secret: z.boolean().describe("True if the value is secret. The report then omits `state` and `platform`."),
    state: z.unknown().optional().describe("Value in the state. Absent if the state has no value."),
    platform: z.unknown().optional().describe("Current value on RunPod. Absent if RunPod reports no value."),
    drift: z
      .boolean()
      .describe(
        "True if the change counts as drift: with `--strict`, every change; otherwise a change of cost, workload or access.",
      ),
    restore: z
      .string()
      .optional()
      .describe("The line for the program with which `pulumi up --refresh` reverts the change."),
    keep: z.string().optional().describe("The line for the program with which Pulumi keeps the change."),
    severity,
  })
  .describe("An input that the program leaves out, and that changed outside Pulumi. `pulumi up` does not change it.");

const lastUpdate = z
  .object({
    kind: z.string().describe("Kind of the update: `update` or `destroy`."),
    result: z
      .string()
      .describe(
        "`succeeded`, `failed` or `unfinished`. An `unfinished` update still runs or was killed; not every backend records such updates.",
      ),
    startedAt: z.string().describe("Start of the update in RFC 3339."),
    endedAt: z.string().optional().describe("End of the update in RFC 3339."),
  })
  .describe("The last update of the whole stack. Absent if the backend records no updates.");

const stack = z
  .object({
    cwd: z.string().describe("Folder of the Pulumi project, as given on the command line."),
    stack: z.string().nullable().describe("Name of the stack. `null` if the state is empty and names no stack."),
    checked: z.int().describe("Number of compared Podwright resources."),
    resources: z.array(resource).describe("The resources with drift."),
    undeclared: z
      .array(undeclared)
      .describe(
        "Inputs that the program leaves out and that changed outside Pulumi. `pulumi up` does not change them.",
      ),
    lastUpdate: lastUpdate.optional(),
    unfinished: z
      .array(z.string())
      .describe("Sentences that say why the stack differs from the program of the last update. They count as drift."),
    unfinishedSeverity: severity.describe("Severity of `unfinished` from a rule. Absent without a rule."),
    notes: z.array(z.string()).describe("Sentences about the limits of the comparison."),
    error: z.string().optional().describe("Reason why Podwright could not compare the stack."),
  })
  .describe("One stack.");

const unmanaged = z
  .object({
    kind: z.enum(kindsOnAccount).describe("Kind of the resource."),
    id: z.string().describe("Id of the resource on RunPod."),
    name: z.string().describe("Name of the resource on RunPod."),
    status: z
      .string()
      .describe(
        "Status of a pod, number of live workers of an endpoint, or size and type of a volume. Empty for other kinds.",
      ),
    createdAt: z.string().nullable().describe("Time of creation in RFC 3339; `null` if RunPod does not report it."),
    costPerHour: z
      .number()
      .nullable()
      .describe(
        "Current cost in US dollars per hour. If two prices are possible, the higher price counts. `null` if the catalog has no price.",
      ),
    createdBy: z
      .string()
      .nullable()
      .describe(
        "Project and stack that created the resource, from its environment. `null` if the environment names no stack.",
      ),
    costPerMonth: z
      .number()
      .nullable()
      .describe("Cost of 730 hours in US dollars. Volumes have a price only with `--volume-price`."),
    heldBy: z
      .string()
      .optional()
      .describe("Stack of the same project that manages the resource. This run did not compare that stack."),
    uncertain: z
      .boolean()
      .optional()
      .describe(
        "A stack that Podwright could not read may manage the resource. The resource then does not count as drift.",
      ),
    import: z
      .string()
      .optional()
      .describe(
        "Command that imports the resource into a stack of the plugin. Absent if another stack may manage the resource.",
      ),
    severity,
  })
  .describe("A resource of the account that no compared stack manages.");

const interrupted = z
  .object({
    ...unmanaged.pick({ kind: true, id: true, createdAt: true, costPerHour: true, costPerMonth: true }).shape,
    resource: z.string().describe("Logical name of the resource in the program."),
    stack: z.string().describe("Stack whose state has the pending creation."),
    recover: z.string().describe("Command that writes the resource into the state after a killed run."),
  })
  .describe("A resource that a running or killed run created, and that no state contains yet.");

const twice = z
  .object({
    kind: z.string().describe("Kind of the resource, such as `Pod` or `ServerlessEndpoint`."),
    id: z.string().describe("Id of the resource on RunPod."),
    holders: z
      .array(z.string())
      .describe("Logical name and stack of each resource with this id, such as `web of production`."),
    severity,
  })
  .describe("A resource that several states contain.");

const shard = z
  .object({
    part: z.int().describe("Number of this part, from 1."),
    parts: z.int().describe("Number of parts."),
    held: z
      .array(
        z.object({
          kind: z.string().describe("Kind of the resource, such as `Pod` or `ServerlessEndpoint`."),
          id: z.string().describe("Id of the resource on RunPod."),
          holder: z.string().describe("Logical name and stack, such as `web of production`."),
        }),
      )
      .describe("Resources that the stacks of this part manage. `--merge` needs them."),
  })
  .describe(
    "With `--shard` only. `unmanaged` then still contains resources of other parts, and does not count as drift.",
  );

/** The output of `podwright drift --output json`. `version` grows with incompatible changes. */
export const driftReport = z
  .object({
    version: z.literal(1).describe("Version of the report. It grows with each incompatible change."),
    checkedAt: z.string().describe("Time of the comparison in RFC 3339."),
    result: z
      .enum(["in-sync", "tolerated", "drift", "error"])
      .describe(
        "Result of all stacks: exit code 0 for `in-sync` and `tolerated`, 2 for `drift`, 1 for `error`. `tolerated`: the severity of all drift is below `failOn`.",
      ),
    failOn: z
      .enum(thresholds)
      .optional()
      .describe("Lowest severity that makes the command end with exit code 2. Absent if every severity does so."),
    stacks: z.array(stack).describe("The compared stacks."),
    heldTwice: z
      .array(twice)
      .optional()
      .describe(
        "Resources that several states contain. If one stack destroys or replaces such a resource, all of them lose it. Counts as drift.",
      ),
    interrupted: z
      .array(interrupted)
      .optional()
      .describe(
        "With `--unmanaged` only. Resources that a running or killed run created, and that no state contains yet.",
      ),
    unmanaged: z
      .array(unmanaged)
      .optional()
      .describe("With `--unmanaged` only. Resources of the account that no compared stack manages."),
    stacksNotCompared: z
      .array(z.string())
      .optional()
      .describe(
        "With `--unmanaged` only. Other stacks of the same projects. `unmanaged` lists their resources if these are on the compared accounts.",
      ),
    stacksNotRead: z
      .array(z.string())
      .optional()
      .describe(
        "With `--unmanaged` only. The stacks that Podwright could not read, with the reason. They may manage resources in `unmanaged`.",
      ),
    unmanagedError: z
      .string()
      .optional()
      .describe("With `--unmanaged` only. Why `unmanaged` is missing or incomplete."),
    skipped: z.array(z.string()).optional().describe("Stacks that the rules leave out of `--all`."),
    shard: shard.optional(),
    missingShards: z
      .array(z.int())
      .optional()
      .describe("With `--merge` only. Numbers of the parts whose report is missing."),
  })
  .meta({ title: "Podwright drift report" });

export type PropertyDrift = Readonly<z.infer<typeof property>>;
export type ResourceDrift = Readonly<z.infer<typeof resource>>;
export type UndeclaredChange = Readonly<z.infer<typeof undeclared>>;
export type LastUpdate = Readonly<z.infer<typeof lastUpdate>>;
export type StackDrift = Readonly<z.infer<typeof stack>>;
export type Interrupted = Readonly<z.infer<typeof interrupted>>;
export type HeldTwice = Readonly<z.infer<typeof twice>>;
export type Unmanaged = Readonly<z.infer<typeof unmanaged>>;
export type DriftReport = Readonly<z.infer<typeof driftReport>>;
export type Shard = Readonly<z.infer<typeof shard>>;
