import type { BillingGrouping, BillingSubject } from "../../client";
import { GROUPINGS } from "../../client/billing/choices";
import type { OnAccount } from "../account/kinds";

/**
 * Groupings by the program. A `stack` is a text such as `shop/prod`. An `owner`, such as `shop/prod/web`, is a resource
 * of a program with all its replacements.
 */
export const ownerGroupings = ["stack", "owner"] as const;
export type OwnerGrouping = (typeof ownerGroupings)[number];
export type Grouping = BillingGrouping | OwnerGrouping;

export function isByOwner(grouping: Grouping): grouping is OwnerGrouping {
  return (ownerGroupings as readonly string[]).includes(grouping);
}

/** The differences between the subcommands. */
export interface Subject {
  readonly name: "pods" | "serverless" | "network-volume";
  /** The subject's name in the client. */
  readonly subject: BillingSubject;
  readonly aliases: readonly string[];
  readonly summary: string;
  readonly noun: string;
  /** The kind of the resources on RunPod. */
  readonly kind: OnAccount;
  /** The groupings of the client. The first is the default. */
  readonly groupings: readonly [BillingGrouping, ...BillingGrouping[]];
  /** The client's grouping by resource. */
  readonly byResource: BillingGrouping;
  /** The flag that narrows the bill to one resource, if RunPod has such a filter. */
  readonly resourceFlag?: { readonly flag: "--pod-id" | "--endpoint-id"; readonly description: string };
  readonly gpuFlag?: string;
  /** A remark on the groupings, at the end of the flag's help text. */
  readonly groupingNote?: string;
}

const pods: Subject = {
  name: "pods",
  subject: "pods",
  aliases: [],
  summary: "show the costs of pods",
  noun: "pods",
  kind: "Pod",
  byResource: "podId",
  groupings: GROUPINGS.pods,
  resourceFlag: { flag: "--pod-id", description: "show only the costs of the pod with this id or name" },
  gpuFlag: "show only the costs of this GPU type",
};

const serverless: Subject = {
  name: "serverless",
  subject: "serverless",
  aliases: ["sls", "endpoints"],
  summary: "show the costs of serverless endpoints",
  noun: "serverless endpoints",
  kind: "ServerlessEndpoint",
  byResource: "endpointId",
  groupings: GROUPINGS.serverless,
  resourceFlag: { flag: "--endpoint-id", description: "show only the costs of the endpoint with this id or name" },
  groupingNote: "; podId puts all costs into one group, because RunPod's bill does not name workers",
  gpuFlag: "show only the costs of endpoints whose workers all use this GPU type or pool",
};

const networkVolumes: Subject = {
  name: "network-volume",
  subject: "networkVolumes",
  aliases: ["nv"],
  summary: "show the costs of network volumes",
  noun: "network volumes",
  kind: "NetworkVolume",
  byResource: "networkVolumeId",
  groupings: GROUPINGS.networkVolumes,
};

export const subjects: readonly Subject[] = [pods, serverless, networkVolumes];
