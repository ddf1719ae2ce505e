import type { BillingGrouping, BillingSubject } from "../../client";
import { GROUPINGS } from "../../client/billing/choices";

/** The properties in which a subcommand differs from the others. */
export interface Subject {
  readonly name: "pods" | "serverless" | "network-volume";
  /** The subject's name in the client. */
  readonly subject: BillingSubject;
  readonly aliases: readonly string[];
  readonly summary: string;
  readonly noun: string;
  /** The first grouping is the default; flags offer a choice only if there are several. */
  readonly groupings: readonly [BillingGrouping, ...BillingGrouping[]];
  /** The flag that narrows the bill to one resource, if RunPod has such a filter. */
  readonly resourceFlag?: { readonly flag: "--pod-id" | "--endpoint-id"; readonly description: string };
  readonly gpuFlag?: string;
  /** The help text about the choices. */
  readonly groupingNote?: string;
}

const pods: Subject = {
  name: "pods",
  subject: "pods",
  aliases: [],
  summary: "the costs of pods",
  noun: "pods",
  groupings: GROUPINGS.pods,
  resourceFlag: { flag: "--pod-id", description: "only this pod" },
  gpuFlag: "only this GPU type",
};

const serverless: Subject = {
  name: "serverless",
  subject: "serverless",
  aliases: ["sls", "endpoints"],
  summary: "the costs of serverless endpoints",
  noun: "serverless endpoints",
  groupings: GROUPINGS.serverless,
  resourceFlag: { flag: "--endpoint-id", description: "only this endpoint" },
  groupingNote: "; podId is one group, because the bill names no workers",
  gpuFlag: "only endpoints that run exclusively on this GPU type or pool",
};

const networkVolumes: Subject = {
  name: "network-volume",
  subject: "networkVolumes",
  aliases: ["nv"],
  summary: "the costs of network volumes",
  noun: "network volumes",
  groupings: GROUPINGS.networkVolumes,
};

export const subjects: readonly Subject[] = [pods, serverless, networkVolumes];
