import { newerDocument, pages, recorded, restDocument } from "../../../cli/assumptions/evidence";
import { ANY_PROBE, type Unprobed } from "./reasons";

/** Assumptions about lists, catalogs, bills and the other resources of an account. */
export const accountWithoutProbe: readonly Unprobed[] = [
  {
    assumption: "A list of network volumes, registries, workers or clusters has no pages",
    evidence: [recorded("04"), newerDocument("`listNetworkVolumes`")],
    reason: "it needs a thousand items",
  },
  {
    assumption: "A page may be short or empty without being the last",
    evidence: [newerDocument("`pagination`")],
    reason: "it needs an account with clusters and more than a thousand pods",
  },
  {
    assumption: "Catalogs may leave out fields of a GPU type, such as its CUDA versions",
    evidence: [recorded("07")],
    reason: ANY_PROBE,
  },
  {
    assumption: "The catalog says which data centers have network volumes and global networking",
    evidence: [recorded("08"), restDocument("`listDataCenters`")],
    reason: "a pod would have to start in each data center",
  },
  {
    assumption: "A template counts as in use for up to two minutes after the delete of its last user",
    evidence: [pages("templates over GraphQL")],
    reason: "`release-lag` measures this only for an endpoint without workers",
  },
  {
    assumption: "RunPod never returns the value of a secret or a registry's password",
    evidence: [restDocument("`createRegistry`"), newerDocument("`getSecret`")],
    reason: "a probe would have to read a secret of the account's owner",
  },
  {
    assumption: "A network volume only grows",
    evidence: [restDocument("`updateNetworkVolume`")],
    reason: "the larger volume would cost more",
  },
  {
    assumption: "A registry credential cannot change over REST",
    evidence: [restDocument("`/v2/registries/{id}`")],
    reason: "`unknown-body-key` and recording 14 show how RunPod refuses",
  },
  {
    assumption: "RunPod bills in buckets of hours, days, weeks, months and years",
    evidence: [restDocument("`BillingBucketSize`")],
    reason: "a bill shows new costs only hours later",
  },
  {
    assumption: "The buckets of a bill are in UTC, and weeks begin on Monday",
    evidence: [],
    reason: "a bill shows new costs only hours later",
  },
  {
    assumption: "A GPU type without a pool has serverless availability, but no endpoint can ask for it",
    evidence: [recorded("92")],
    reason: ANY_PROBE,
  },
];
