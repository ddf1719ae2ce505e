import * as z from "zod";
import type { Inventory } from "../account/accounts";
import { isIdle } from "../account/inventory";
import { stackAt } from "../account/ownership";
import { sharedFields, version } from "../account/report-fields";
import { roundMoney } from "../output/money";
import { isSameStack, type StackLocation } from "../stack/place";

const owner = z
  .object({
    organization: z
      .string()
      .nullable()
      .describe("Organization of the stack. `null` if Podwright does not know the organization."),
    project: z.string().describe("Project of the stack."),
    stack: z.string().describe("Name of the stack."),
    name: z.string().describe("Logical name in the program."),
    kind: z
      .string()
      .optional()
      .describe("Kind of the resource, if it makes items of another kind, such as `Task` for a pod."),
    held: z
      .boolean()
      .nullable()
      .describe(
        "True if the stack's state contains the resource. `null` if Podwright has not read the state, and knows the stack only from the mark on the resource.",
      ),
  })
  .describe("The stack and the resource of its program that this resource belongs to.");

const part = z
  .object({
    id: z.string().describe("Id of the worker or pod."),
    status: z.string().describe("Status of the worker or pod."),
    hardware: z.string().nullable().describe("Hardware. `null` if RunPod does not report it."),
    place: z.string().nullable().describe("Data center. `null` if RunPod does not report it."),
    createdAt: z.string().nullable().describe("Time of a pod's creation, or of a worker's start."),
  })
  .describe("A worker of an endpoint, or a pod of a cluster.");

const activity = z
  .object({
    utilization: z
      .number()
      .optional()
      .describe("Utilization of the pod's busiest GPU or of its CPUs, whichever is higher, in percent."),
    jobs: z.number().optional().describe("Number of queued and running jobs of an endpoint."),
    runningSince: z.string().nullable().describe("Time of the last start. `null` if RunPod does not report it."),
  })
  .describe("The current work of a running resource. Present only with `--idle`.");

const item = z
  .object({
    kind: sharedFields.kind,
    id: sharedFields.id,
    name: z.string().describe("Name on RunPod."),
    account: sharedFields.account,
    status: sharedFields.status,
    hardware: z
      .string()
      .nullable()
      .describe("Hardware, such as `2 × NVIDIA A40`. `null` for a resource without hardware."),
    place: z.string().nullable().describe("Data centers or regions. `null` if RunPod does not report them."),
    createdAt: sharedFields.createdAt,
    costPerHour: sharedFields.costPerHour,
    owner: owner
      .nullable()
      .describe(
        "The stack and its resource. `null` if neither the states that Podwright read nor a mark on the resource name them.",
      ),
    activity: activity.optional(),
    parts: z
      .array(part)
      .readonly()
      .optional()
      .describe("Workers of an endpoint, or pods of a cluster. Present only with `--parts`."),
  })
  .describe("A resource of the account.");

/** The output of `podwright ps --output json`. `version` grows with incompatible changes. */
export const psReport = z
  .object({
    version,
    at: z.string().describe("Time of the list."),
    items: z.array(item).describe("Resources, the most expensive first."),
    total: z
      .object({
        items: z.int().describe("Number of listed resources."),
        costPerHour: z.number().describe("Cost of the resources with a known price, in US dollars per hour."),
        unpriced: z.int().describe("Number of resources without a known price."),
      })
      .describe("Totals of the listed resources."),
    accounts: sharedFields.accounts,
    accountsNotRead: sharedFields.accountsNotRead,
    stacksNotRead: z
      .array(z.string())
      .describe(
        "Stacks that Podwright could not read, with the reason. These stacks may manage resources whose `owner` is `null`.",
      ),
  })
  .meta({ title: "Podwright list of an account" });

export type PsReport = Readonly<z.infer<typeof psReport>>;
export type PsItem = Readonly<z.infer<typeof item>>;

export interface Selection {
  /** Minimum idle time in milliseconds. */
  readonly idle?: number | undefined;
  readonly unowned: boolean;
  /** Absent for all stacks. */
  readonly stacks?: readonly StackLocation[] | undefined;
}

/** Builds the report with the selected rows and their totals. */
export function psReportOf(
  { items, unread, known, accounts: seen, unseen }: Inventory,
  { idle, unowned, stacks }: Selection,
  now: number,
): PsReport {
  const accounts = new Set(items.map(({ account }) => account.label));
  const named = stacks?.flatMap((one) => stackAt(one, known) ?? []);
  const chosen = items.filter(
    (one) =>
      (idle === undefined || isIdle(one, idle, now)) &&
      (!unowned || one.owner === null) &&
      (named === undefined || named.some((stack) => one.owner !== null && isSameStack(stack, one.owner))),
  );
  const rows = chosen.map((one) => {
    const account = accounts.size > 1 ? one.account.label : undefined;
    const owner = one.owner && {
      ...one.owner,
      organization: one.owner.organization === "-" ? null : one.owner.organization,
    };
    // `parse` removes fields that the schema does not name.
    return item.parse({ ...one, account, owner });
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
    accounts: [...seen],
    accountsNotRead: [...unseen],
    stacksNotRead: [...unread],
  };
}
