import type {
  Billing,
  BillingGrouping,
  BillingQuery,
  BillingSource,
  BillingSubject,
  GroupedReport,
} from "../../client";
import { GROUPINGS } from "../../client/billing/choices";

/** US dollars by wire name, the total first. */
export type Amounts = Readonly<Record<string, number>>;

interface Query extends BillingQuery {
  readonly resourceId: string | undefined;
  readonly gpuId: string | undefined;
  readonly sources: readonly BillingSource[];
}

/** One of the subcommands, as far as it differs from the others. */
export interface Subject {
  readonly name: "pods" | "serverless" | "network-volume";
  readonly aliases: readonly string[];
  readonly summary: string;
  readonly noun: string;
  /** The first one is the default; flags offer a choice only where there is one. */
  readonly groupings: readonly [BillingGrouping, ...BillingGrouping[]];
  /** The flag that narrows it to one resource, where the platform has one. */
  readonly resourceFlag?: { readonly flag: "--pod-id" | "--endpoint-id"; readonly description: string };
  readonly gpuFlag?: string;
  /** The help text about the choices. */
  readonly groupingNote?: string;
  ask(billing: Billing, query: Query, grouping: BillingGrouping): Promise<GroupedReport<Amounts>>;
}

export const pods: Subject = {
  name: "pods",
  aliases: [],
  summary: "what pods have cost",
  noun: "pods",
  groupings: GROUPINGS.pods,
  resourceFlag: { flag: "--pod-id", description: "only this pod" },
  gpuFlag: "only this GPU type",
  ask: asker("pods"),
};

export const serverless: Subject = {
  name: "serverless",
  aliases: ["sls", "endpoints"],
  summary: "what serverless endpoints have cost",
  noun: "serverless endpoints",
  groupings: GROUPINGS.serverless,
  resourceFlag: { flag: "--endpoint-id", description: "only this endpoint" },
  groupingNote: "; podId is one group, because the bill names no workers",
  gpuFlag: "only endpoints that run on nothing but this GPU type or pool",
  ask: asker("serverless"),
};

export const networkVolumes: Subject = {
  name: "network-volume",
  aliases: ["nv"],
  summary: "what network volumes have cost",
  noun: "network volumes",
  groupings: GROUPINGS.networkVolumes,
  ask: asker("networkVolumes"),
};

export const subjects: readonly Subject[] = [pods, serverless, networkVolumes];

function asker(subject: BillingSubject): Subject["ask"] {
  return async (billing, query, grouping) => {
    // The grouping is one of this subject's, and all amounts are numbers, which the subjects' own types say better.
    const report = await billing.grouped({ ...query, subject, grouping } as Parameters<Billing["grouped"]>[0]);
    return report as unknown as GroupedReport<Amounts>;
  };
}
