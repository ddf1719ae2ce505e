import * as z from "zod";
import { kindMeaning, sharedFields, version } from "../account/report-fields";
import { severities, thresholds } from "./severity";

const { kind, id, urn, cwd, status, createdAt, costPerHour } = sharedFields;

export const severity = z
  .enum(severities)
  .optional()
  .describe(
    "Severity from a rule. Absent without a rule. `ignore` means that this is not drift, and that only this report shows it.",
  );

const property = z
  .object({
    path: z.string().describe('Path of the input, such as `env["MY-KEY"]`.'),
    secret: z.boolean().describe("True for a secret value. For such a value, the report omits the next three fields."),
    declared: z
      .unknown()
      .optional()
      .describe("Value in the program at the last update. Absent if the program left the input out."),
    state: z.unknown().optional().describe("Value in the state. Absent if the state has no value."),
    platform: z.unknown().optional().describe("Current value on RunPod. Absent if RunPod reports no value."),
    severity,
  })
  .describe("A property that differs.");

const resource = z
  .object({
    name: z.string().describe("Logical name in the program."),
    kind: z.string().describe(kindMeaning),
    id,
    urn,
    drift: z
      .enum(["changed", "stopped", "gone", "lost"])
      .describe(
        "`gone`: RunPod no longer has the resource. `lost`: a refresh has also removed it from the state. `stopped`: the pod should run. `changed`: the values on RunPod differ from the values in the state.",
      ),
    properties: z.array(property).describe("The differing properties. Empty if `drift` is `gone` or `lost`."),
    severity,
  })
  .describe("A resource that differs from the state.");

const undeclared = z
  .object({
    name: z.string().describe("Logical name in the program."),
    kind: z.string().describe(kindMeaning),
    id,
    urn,
    path: z.string().describe("Path of the input, such as `workersMin`."),
    secret: z.boolean().describe("True for a secret value. For such a value, the report omits the next two fields."),
    state: z
      .unknown()
      .optional()
      .describe("Value that the last create, update or import left. Absent if there was no value."),
    platform: z.unknown().optional().describe("Current value on RunPod. Absent if RunPod reports no value."),
    drift: z
      .boolean()
      .describe(
        "True if the change counts as drift. Without `--strict`, only a change that affects cost, workload or access counts.",
      ),
    restore: z
      .string()
      .optional()
      .describe("Line that you add to the program so that `pulumi up --refresh` reverts the change."),
    keep: z.string().optional().describe("Line that you add to the program so that Pulumi keeps the change."),
    severity,
  })
  .describe("An input that the program leaves out, and that changed outside Pulumi. `pulumi up` does not change it.");

const lastUpdate = z
  .object({
    kind: z.string().describe("`update` or `destroy`."),
    result: z
      .string()
      .describe(
        "`succeeded`, `failed` or `unfinished`. An unfinished update still runs or was killed. Not every backend records unfinished updates.",
      ),
    startedAt: z.string().describe("Start of the update."),
    endedAt: z.string().optional().describe("End of the update."),
  })
  .describe("The last update of the whole stack. Absent if the backend records no updates.");

const stack = z
  .object({
    cwd,
    stack: z.string().nullable().describe("Name of the stack. `null` if its empty state has no name."),
    checked: z.int().describe("Number of compared resources."),
    resources: z.array(resource).describe("The resources with drift."),
    undeclared: z
      .array(undeclared)
      .describe(
        "Inputs that the program leaves out, and that changed outside Pulumi. `pulumi up` does not change them.",
      ),
    lastUpdate: lastUpdate.optional(),
    unfinished: z
      .array(z.string())
      .describe(
        "Sentences that say why the stack differs from the program of the last update. These differences count as drift.",
      ),
    unfinishedSeverity: severity.describe("Severity of `unfinished` from a rule. Absent without a rule."),
    notes: z.array(z.string()).describe("Sentences about the limits of the comparison, and about pods without a mark."),
    error: z.string().optional().describe("Reason why Podwright could not compare the stack."),
  })
  .describe("One stack.");

const unmanaged = z
  .object({
    kind,
    id,
    name: z.string().describe("Name on RunPod."),
    status,
    createdAt,
    costPerHour,
    createdBy: z
      .string()
      .nullable()
      .describe(
        "Project and stack that created the resource. `null` if the environment of the resource names no stack.",
      ),
    costPerMonth: z
      .number()
      .nullable()
      .describe("Cost of 730 hours in US dollars. Volumes have a price only with `--volume-price`."),
    heldBy: z.string().optional().describe("Stack that manages the resource, and that this run did not compare."),
    uncertain: z
      .boolean()
      .optional()
      .describe(
        "True if a stack that Podwright could not read may manage the resource. Such a resource does not count as drift.",
      ),
    import: z
      .string()
      .optional()
      .describe(
        "Command that imports the resource into a stack of the plugin. Absent if another stack may manage the resource.",
      ),
    recover: z
      .string()
      .optional()
      .describe(
        "Command that shows whether a run of a compared stack created the resource. Absent without the mark of such a stack.",
      ),
    severity,
  })
  .describe("A resource of the account that no compared stack manages.");

const interrupted = z
  .object({
    ...unmanaged.pick({ kind: true, id: true, createdAt: true, costPerHour: true, costPerMonth: true }).shape,
    resource: z.string().describe("Logical name in the program."),
    stack: z.string().describe("Stack with the pending creation."),
    recover: z.string().describe("Command that writes the resource into the state after a killed run."),
  })
  .describe("A resource that a running or killed run created, and that no state contains yet.");

const twice = z
  .object({
    kind: z.string().describe(kindMeaning),
    id,
    holders: z.array(z.string()).describe("Name and stack of each resource with this id, such as `web of production`."),
    forget: z
      .array(z.string())
      .default([])
      .describe("Commands for the compared stacks. Each removes the resource from one state, and leaves it on RunPod."),
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
          kind: z.string().describe(kindMeaning),
          id,
          holder: z.string().describe("Name and stack, such as `web of production`."),
          forget: z.string().optional().describe("Command that removes the resource from this state."),
        }),
      )
      .describe("Resources that the stacks of this part manage. `--merge` needs them."),
  })
  .describe(
    "Present only with `--shard`. With `--shard`, `unmanaged` contains resources of other parts, and does not count as drift.",
  );

/** The output of `podwright drift --output json`. `version` grows with incompatible changes. */
export const driftReport = z
  .object({
    version,
    checkedAt: z.string().describe("Time of the comparison."),
    result: z
      .enum(["in-sync", "tolerated", "drift", "error"])
      .describe(
        "Exit code 0 for `in-sync` and `tolerated`, 2 for `drift`, 1 for `error`. `tolerated`: all drift is below `failOn`.",
      ),
    failOn: z.enum(thresholds).optional().describe("Lowest severity that counts. Absent if every severity counts."),
    stacks: z.array(stack).describe("The compared stacks."),
    heldTwice: z
      .array(twice)
      .optional()
      .describe(
        "Resources that several states contain. If one stack destroys such a resource, all of these stacks lose it. These resources count as drift.",
      ),
    interrupted: z
      .array(interrupted)
      .optional()
      .describe(
        "Resources that a running or killed run created, and that no state contains yet. Present only with `--unmanaged`.",
      ),
    unmanaged: z
      .array(unmanaged)
      .optional()
      .describe("Resources of the account that no compared stack manages. Present only with `--unmanaged`."),
    stacksNotCompared: z
      .array(z.string())
      .optional()
      .describe(
        "Stacks of the same projects that this run did not compare. Their resources on these accounts are in `unmanaged` with `heldBy`, and do not count as drift. Present only with `--unmanaged`.",
      ),
    stacksNotRead: z
      .array(z.string())
      .optional()
      .describe(
        "Stacks that Podwright could not read, with the reason. These stacks may manage resources in `unmanaged`. Present only with `--unmanaged`.",
      ),
    unmanagedError: z
      .string()
      .optional()
      .describe("Reason why `unmanaged` is missing or incomplete. Present only with `--unmanaged`."),
    skipped: z.array(z.string()).optional().describe("Stacks that the rules leave out of `--all`."),
    withoutProgram: z
      .array(z.string())
      .optional()
      .describe(
        "Stacks of the backend whose project has no folder here, so that `--all` leaves them out. `--backend` compares them.",
      ),
    shard: shard.optional(),
    missingShards: z
      .array(z.int())
      .optional()
      .describe("Numbers of the parts whose report is missing. Present only with `--merge`."),
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
