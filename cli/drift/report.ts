import * as z from "zod";
import { kindsOnAccount } from "../account/kinds";
import { severities, thresholds } from "./severity";

const severity = z
  .enum(severities)
  .optional()
  .describe("Only if a rule gives it. `ignore`: it does not count, and only this report shows it.");

const property = z
  .object({
    path: z.string().describe('Path of the input, such as `mounts.persistent.size` or `env["MY-KEY"]`.'),
    secret: z.boolean().describe("Whether the value is secret; the report then omits all three values."),
    declared: z.unknown().optional().describe("The input of the last update; absent if the update set none."),
    state: z.unknown().optional().describe("The output in the state; absent if the state has none."),
    platform: z.unknown().optional().describe("RunPod's current value; absent if RunPod reports none."),
    severity,
  })
  .describe("A property that differs.");

const resource = z
  .object({
    name: z.string().describe("The logical name in the program."),
    kind: z.string().describe("`Pod`, `ServerlessEndpoint`, …"),
    id: z.string().describe("The id on RunPod."),
    urn: z.string(),
    drift: z
      .enum(["changed", "stopped", "gone", "lost"])
      .describe(
        "`gone`: RunPod has no resource with this id. `lost`: RunPod and the state have none, because a refresh removed it. `stopped`: the pod should run and does not. `changed`: RunPod has other values.",
      ),
    properties: z.array(property).describe("Empty if the resource is gone or lost."),
    severity,
  })
  .describe("A resource that differs from the state.");

const undeclared = z
  .object({
    name: z.string().describe("The logical name in the program."),
    kind: z.string(),
    id: z.string(),
    urn: z.string(),
    path: z.string().describe("The input that the program leaves out, such as `workersMin` or `env.KEY`."),
    secret: z.boolean().describe("Whether the value is secret; the report then omits it."),
    state: z.unknown().optional().describe("The recorded value; absent if the state has none."),
    platform: z.unknown().optional().describe("RunPod's current value; absent if RunPod has none."),
    drift: z
      .boolean()
      .describe("Whether it counts as drift: because it changes cost, workload or access, or because of `--strict`."),
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
    kind: z.string().describe("`update` or `destroy`."),
    result: z
      .string()
      .describe("`succeeded`, `failed`, or `unfinished`: running or killed, if the backend records that."),
    startedAt: z.string().describe("RFC 3339."),
    endedAt: z.string().optional().describe("RFC 3339."),
  })
  .describe("The last update of the whole stack; absent if the backend records none.");

const stack = z
  .object({
    cwd: z.string().describe("The folder of the Pulumi project, as given."),
    stack: z.string().nullable().describe("`null` if its state is empty and names no stack."),
    checked: z.int().describe("Number of compared Podwright resources."),
    resources: z.array(resource).describe("The resources with drift."),
    undeclared: z.array(undeclared),
    lastUpdate: lastUpdate.optional(),
    unfinished: z
      .array(z.string())
      .describe("Why the stack differs from the last declared program, a sentence each. Counts as drift."),
    unfinishedSeverity: severity.describe("The severity of `unfinished`, only if a rule gives it."),
    notes: z.array(z.string()).describe("The limits of the comparison, a sentence each."),
    error: z.string().optional().describe("Why Podwright could not compare the stack."),
  })
  .describe("One stack.");

const unmanaged = z
  .object({
    kind: z.enum(kindsOnAccount),
    id: z.string(),
    name: z.string(),
    status: z
      .string()
      .describe(
        "A pod's status, an endpoint's number of live workers, or a volume's size and type; empty for other kinds.",
      ),
    createdAt: z.string().nullable().describe("RFC 3339; `null` if RunPod does not report it."),
    costPerHour: z
      .number()
      .nullable()
      .describe("US dollars an hour now, the higher of two prices; `null` if the catalog has no price."),
    createdBy: z
      .string()
      .nullable()
      .describe("Project and stack that created it, from its environment; `null` if the environment names none."),
    costPerMonth: z
      .number()
      .nullable()
      .describe("US dollars for 730 hours. Volumes have a price only with `--volume-price`."),
    heldBy: z
      .string()
      .optional()
      .describe("A stack of the same project that manages it, and that this run did not compare."),
    uncertain: z
      .boolean()
      .optional()
      .describe("A stack that Podwright could not read may manage it, so it does not count as drift."),
    import: z
      .string()
      .optional()
      .describe("The command that imports it into a stack of the plugin. Absent if another stack may manage it."),
    severity,
  })
  .describe("A resource of the account that no compared stack manages.");

const interrupted = z
  .object({
    ...unmanaged.pick({ kind: true, id: true, createdAt: true, costPerHour: true, costPerMonth: true }).shape,
    resource: z.string().describe("The logical name in the program."),
    stack: z.string().describe("The stack whose state has the pending creation."),
    recover: z.string().describe("The command that writes it into the state after a killed run."),
  })
  .describe("A resource that a running or killed run created, and that no state contains yet.");

const twice = z
  .object({
    kind: z.string(),
    id: z.string(),
    holders: z.array(z.string()).describe("`web of production`, …"),
    severity,
  })
  .describe("A resource that several states contain: a destroy or a replacement of one deletes it for all.");

const shard = z
  .object({
    part: z.int().describe("From 1."),
    parts: z.int(),
    held: z
      .array(z.object({ kind: z.string(), id: z.string(), holder: z.string().describe("`web of production`.") }))
      .describe("The resources that the stacks of this part hold. `--merge` needs them."),
  })
  .describe(
    "With `--shard` only. `unmanaged` then still contains resources of other parts, and does not count as drift.",
  );

/** The output of `podwright drift --output json`. `version` grows with incompatible changes. */
export const driftReport = z
  .object({
    version: z.literal(1),
    checkedAt: z.string().describe("RFC 3339."),
    result: z
      .enum(["in-sync", "tolerated", "drift", "error"])
      .describe("Exit code 0, 0, 2 or 1. `tolerated`: all drift is below `failOn`."),
    failOn: z.enum(thresholds).optional().describe("The lowest severity that counts; absent if all drift counts."),
    stacks: z.array(stack),
    heldTwice: z.array(twice).optional().describe("Counts as drift."),
    interrupted: z.array(interrupted).optional().describe("With `--unmanaged` only."),
    unmanaged: z.array(unmanaged).optional().describe("With `--unmanaged` only."),
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
      .describe("With `--unmanaged` only: why `unmanaged` is missing or incomplete."),
    skipped: z.array(z.string()).optional().describe("The stacks that the rules leave out of `--all`."),
    shard: shard.optional(),
    missingShards: z.array(z.int()).optional().describe("With `--merge` only: the parts whose report is missing."),
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
