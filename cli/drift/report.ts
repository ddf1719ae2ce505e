import * as z from "zod";
import { kindsOnAccount } from "../cost/account-kinds";

const property = z
  .object({
    path: z.string().describe('Where in the inputs, such as `mounts.persistent.size` or `env["MY-KEY"]`.'),
    secret: z.boolean().describe("Whether the value is secret; then none of the three is given."),
    declared: z.unknown().optional().describe("The input of the last update; absent where it set none."),
    state: z.unknown().optional().describe("The output in the state; absent where there is none."),
    platform: z.unknown().optional().describe("What the platform reports now; absent where it has none."),
  })
  .describe("A property that differs.");

const resource = z
  .object({
    name: z.string().describe("The logical name in the program."),
    kind: z.string().describe("`Pod`, `ServerlessEndpoint`, …"),
    id: z.string().describe("On the platform."),
    urn: z.string(),
    drift: z
      .enum(["changed", "stopped", "gone", "lost"])
      .describe(
        "`gone`: the platform has none of that id. `lost`: neither has the state, from which a refresh took it. `stopped`: a pod that should run does not. `changed`: anything else.",
      ),
    properties: z.array(property).describe("Empty when it is gone or lost."),
  })
  .describe("A resource that is not as in the state.");

const undeclared = z
  .object({
    name: z.string().describe("The logical name in the program."),
    kind: z.string(),
    id: z.string(),
    urn: z.string(),
    path: z.string().describe("The input that the program leaves out, such as `workersMin` or `env.KEY`."),
    secret: z.boolean().describe("Whether the value is secret; then none is given."),
    state: z.unknown().optional().describe("What was recorded; absent where there was none."),
    platform: z.unknown().optional().describe("What the platform has now; absent where it has none."),
    drift: z
      .boolean()
      .describe(
        "Whether it counts: because it costs money, changes what runs or who reaches it, or because of `--strict`.",
      ),
    restore: z.string().optional().describe("The line that puts it back once the program has it."),
    keep: z.string().optional().describe("The line that keeps it as it is now."),
  })
  .describe("An input that no program declares and somebody changed. `pulumi up` leaves it as it is.");

const lastUpdate = z
  .object({
    kind: z.string().describe("`update` or `destroy`."),
    result: z
      .string()
      .describe("`succeeded`, `failed`, or `unfinished`: under way or killed, where the backend records it."),
    startedAt: z.string().describe("RFC 3339."),
    endedAt: z.string().optional().describe("RFC 3339."),
  })
  .describe("The last update of the whole stack; absent where the backend records none.");

const stack = z
  .object({
    cwd: z.string().describe("The folder of the Pulumi project, as given."),
    stack: z.string().nullable().describe("`null` when it holds nothing that would name it."),
    checked: z.int().describe("Podwright resources that were compared."),
    resources: z.array(resource).describe("Those that drifted."),
    undeclared: z.array(undeclared),
    lastUpdate: lastUpdate.optional(),
    unfinished: z
      .array(z.string())
      .describe("Why the stack is not what the program last declared, each in a sentence. Counts as drift."),
    notes: z.array(z.string()).describe("What limits the comparison, each in a sentence."),
    error: z.string().optional().describe("Why the stack could not be compared."),
  })
  .describe("One stack.");

const unmanaged = z
  .object({
    kind: z.enum(kindsOnAccount),
    id: z.string(),
    name: z.string(),
    status: z
      .string()
      .describe("A pod's status; how many workers of an endpoint live; a volume's size and type; else empty."),
    createdAt: z.string().nullable().describe("RFC 3339; `null` where the platform does not report it."),
    costPerHour: z
      .number()
      .nullable()
      .describe("US dollars an hour now; `null` where no price is known. The higher of two prices."),
    createdBy: z
      .string()
      .nullable()
      .describe("Project and stack that created it, as its environment names them; `null` where it does not."),
    costPerMonth: z
      .number()
      .nullable()
      .describe("The same for 730 hours. Volumes have a price with `--volume-price` only."),
    heldBy: z.string().optional().describe("A stack of the same project that was not compared, and holds it."),
    import: z
      .string()
      .optional()
      .describe(
        "The command that brings it into a stack of the plugin. Absent where another stack created or holds it, or may hold it.",
      ),
  })
  .describe("Something on the account that none of the stacks holds.");

const interrupted = z
  .object({
    ...unmanaged.pick({ kind: true, id: true, createdAt: true, costPerHour: true, costPerMonth: true }).shape,
    resource: z.string().describe("The logical name of the resource that it was created for."),
    stack: z.string().describe("The stack whose state has that creation pending."),
    recover: z.string().describe("The command that writes it into that state, if its run was killed."),
  })
  .describe("What a run created that is under way or was killed. No state holds it yet.");

const twice = z
  .object({ kind: z.string(), id: z.string(), holders: z.array(z.string()).describe("`web of production`, …") })
  .describe("Something that several resources hold: a destroy or a replacement of one deletes it for all.");

/** The output of `podwright drift --output json`. `version` grows when a reader has to know of a change. */
export const driftReport = z
  .object({
    version: z.literal(1),
    checkedAt: z.string().describe("RFC 3339."),
    result: z.enum(["in-sync", "drift", "error"]).describe("Exit code 0, 2 or 1."),
    stacks: z.array(stack),
    heldTwice: z.array(twice).optional().describe("Counts as drift."),
    interrupted: z.array(interrupted).optional().describe("With `--unmanaged` only."),
    unmanaged: z.array(unmanaged).optional().describe("With `--unmanaged` only."),
    stacksNotCompared: z
      .array(z.string())
      .optional()
      .describe(
        "With `--unmanaged` only. Other stacks of the same projects: what they hold is in `unmanaged` if it is on these accounts.",
      ),
    stacksNotRead: z
      .array(z.string())
      .optional()
      .describe(
        "With `--unmanaged` only. Which of these could not be read, and why: they may hold what is in `unmanaged`.",
      ),
    unmanagedError: z.string().optional().describe("With `--unmanaged` only: why it is missing, or lacks an account."),
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

/** An error outweighs drift: resources that `drift` could not compare may have drifted as well. */
export function resultOf({
  stacks,
  heldTwice = [],
  unmanaged = [],
  unmanagedError,
}: Omit<DriftReport, "version" | "checkedAt" | "result">): DriftReport["result"] {
  if (unmanagedError !== undefined || stacks.some(({ error }) => error !== undefined)) return "error";
  return heldTwice.length + unmanaged.length > 0 || stacks.some(hasDrifted) ? "drift" : "in-sync";
}

/** Whether a compared stack has drifted or is unfinished. */
export function hasDrifted(stack: StackDrift): boolean {
  return driftedIn(stack) > 0 || stack.unfinished.length > 0;
}

/** How many resources have drifted. */
export function driftedIn({ resources, undeclared: changes }: StackDrift): number {
  return new Set([...resources, ...changes.filter(({ drift }) => drift)].map(({ urn }) => urn)).size;
}
