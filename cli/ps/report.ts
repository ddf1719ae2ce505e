import * as z from "zod";
import type { Inventory } from "../account/accounts";
import { isIdle } from "../account/inventory";
import { kindsOnAccount } from "../account/kinds";
import { roundMoney } from "../output/money";

const owner = z
  .object({
    organization: z.string().nullable().describe("`null` if Podwright does not know it."),
    project: z.string(),
    stack: z.string(),
    name: z.string().describe("The logical name in the program."),
    held: z
      .boolean()
      .nullable()
      .describe(
        "Whether the state of the stack contains the resource. `null`: Podwright has not read that state, and the resource's own mark names the stack.",
      ),
  })
  .describe("The stack and the resource that it belongs to.");

const part = z
  .object({
    id: z.string(),
    status: z.string(),
    hardware: z.string().nullable(),
    place: z.string().nullable(),
    createdAt: z.string().nullable().describe("RFC 3339; the start of a worker."),
  })
  .describe("A worker of an endpoint, or a pod of a cluster.");

const activity = z
  .object({
    utilization: z
      .number()
      .optional()
      .describe("Percent: the busiest GPU of a pod, or its CPUs if these are busier. Absent for an endpoint."),
    jobs: z.number().optional().describe("Queued and running jobs of an endpoint. Absent for a pod."),
    runningSince: z.string().nullable().describe("RFC 3339; `null` if RunPod does not report it."),
  })
  .describe("The current work of a running resource. With `--idle` only.");

const item = z
  .object({
    kind: z.enum(kindsOnAccount),
    id: z.string(),
    name: z.string(),
    account: z.string().optional().describe("With several accounts only: the stack whose key opens the account."),
    status: z
      .string()
      .describe(
        "A pod's status, an endpoint's number of live workers, or a volume's size and type; empty for other kinds.",
      ),
    hardware: z.string().nullable().describe("Such as `2 × NVIDIA A40`."),
    place: z.string().nullable().describe("Data centers or regions."),
    createdAt: z.string().nullable().describe("RFC 3339; `null` if RunPod does not report it."),
    costPerHour: z.number().nullable().describe("US dollars an hour now; `null` without a known price."),
    owner: owner.nullable().describe("`null` if no state that Podwright has read and no mark names a stack."),
    activity: activity.optional(),
    parts: z.array(part).readonly().optional().describe("With `--parts` only."),
  })
  .describe("A resource of the account.");

/** The output of `podwright ps --output json`. `version` grows with incompatible changes. */
export const psReport = z
  .object({
    version: z.literal(1),
    at: z.string().describe("RFC 3339."),
    items: z.array(item).describe("The dearest first."),
    total: z.object({
      items: z.int(),
      costPerHour: z.number().describe("US dollars an hour, of the items with a known price."),
      unpriced: z.int().describe("Number of items without a known price."),
    }),
    stacksNotRead: z
      .array(z.string())
      .describe("The stacks that Podwright could not read, with the reason. They may hold items without an owner."),
  })
  .meta({ title: "Podwright list of an account" });

export type PsReport = Readonly<z.infer<typeof psReport>>;
export type PsItem = Readonly<z.infer<typeof item>>;

export interface Selection {
  /** Milliseconds. */
  readonly idle?: number | undefined;
  readonly unowned: boolean;
  /** Own names of stacks; absent for all. */
  readonly stacks?: readonly string[] | undefined;
}

/** The rows that the user asked for, and their total. */
export function psReportOf(
  { items, unread, projects }: Inventory,
  { idle, unowned, stacks }: Selection,
  now: number,
): PsReport {
  const accounts = new Set(items.map(({ account }) => account.label));
  const chosen = items.filter(
    (one) =>
      (idle === undefined || isIdle(one, idle, now)) &&
      (!unowned || one.owner === null) &&
      (stacks === undefined ||
        (one.owner !== null && projects.includes(one.owner.project) && stacks.includes(one.owner.stack))),
  );
  const rows = chosen.map((one) => {
    const account = accounts.size > 1 ? one.account.label : undefined;
    const known = one.owner && {
      ...one.owner,
      organization: one.owner.organization === "-" ? null : one.owner.organization,
    };
    // Leaves out every field that the schema does not name.
    return item.parse({ ...one, account, owner: known });
  });
  const costs = rows.flatMap(({ costPerHour }) => costPerHour ?? []);
  return {
    version: 1,
    at: new Date(now).toISOString(),
    items: rows,
    total: {
      items: rows.length,
      costPerHour: roundMoney(costs.reduce((sum, one) => sum + one, 0)),
      unpriced: rows.length - costs.length,
    },
    stacksNotRead: [...unread],
  };
}
