import { measurement, pages, recorded, restDocument } from "../../../cli/assumptions/evidence";
import { ANY_PROBE, FULL, type Unprobed } from "./reasons";

const OTHER_KEY = "it needs a second key, or a key that RunPod refuses";
const LOST = "a probe cannot lose RunPod's response on purpose";

/** Assumptions about errors, keys, limits and lost responses. */
export const answersWithoutProbe: readonly Unprobed[] = [
  {
    assumption:
      "Sentences about instances, pods, resources or disk space in an error mean that hardware is sold out, even with status 500",
    evidence: [recorded("60"), recorded("61"), recorded("62"), recorded("67"), recorded("75")],
    reason: FULL,
  },
  {
    assumption:
      "On an account without money, RunPod refuses a create and names the balance: with status 402 over REST, with an error over GraphQL",
    evidence: [recorded("12"), recorded("50")],
    reason: "it needs an account without money",
  },
  {
    assumption: "A wrong or missing key gets status 401",
    evidence: [recorded("42"), recorded("43"), restDocument("`401`")],
    reason: OTHER_KEY,
  },
  {
    assumption: "GraphQL answers `myself: null` to a key that it does not accept",
    evidence: [recorded("56")],
    reason: OTHER_KEY,
  },
  {
    assumption:
      "A GraphQL error with the text `Unauthorized` refuses the key, although RunPod sends it with status 200",
    evidence: [recorded("71")],
    reason: OTHER_KEY,
  },
  {
    assumption: "The code `RUNPOD` of a GraphQL error says nothing about the kind of the error",
    evidence: [recorded("71"), recorded("72"), recorded("73")],
    reason: "each refusal needs another state of the account",
  },
  {
    assumption: "A key that may read a pod may get 403 for the pod's log",
    evidence: [recorded("90")],
    reason: OTHER_KEY,
  },
  { assumption: "A read-only key gets 403 for writes", evidence: [pages("API keys")], reason: OTHER_KEY },
  {
    assumption: "A 403 without JSON comes from a proxy and says nothing about the key",
    evidence: [recorded("22")],
    reason: "it depends on the network",
  },
  {
    assumption: "An unknown route gets status 422 and the message `GET Path … was not found`",
    evidence: [recorded("14")],
    reason: "a route that a probe names may exist, or RunPod may add the route later",
  },
  {
    assumption:
      "If RunPod allows only listed words for a field, any other word gets status 422, and `errors` names the allowed words",
    evidence: [recorded("06")],
    reason: "`unknown-body-key` measures the same check",
  },
  {
    assumption:
      "REST responds to errors with a problem document. The job host responds with a problem document or with `error`",
    evidence: [restDocument("`ErrorResponse`"), recorded("40"), recorded("43")],
    reason: ANY_PROBE,
  },
  {
    assumption: "After an internal error of GraphQL, the requested change may or may not have happened",
    evidence: [recorded("55")],
    reason: LOST,
  },
  {
    assumption: "RunPod does not recognise a repeated create: each request creates another resource",
    evidence: [restDocument("no idempotency key")],
    reason: "a repetition would create a second resource that costs money",
  },
  {
    assumption:
      "If the response to a create is lost, a list shows the resource within twenty seconds, or the create had no effect",
    evidence: [],
    reason: LOST,
  },
  {
    assumption:
      "RunPod counts requests in windows of a minute, an hour and a day, and `RateLimit` shows the remaining requests",
    evidence: [restDocument("`RateLimit`"), recorded("79")],
    reason: "it would use up the limit that other programs of the account need",
  },
  {
    assumption:
      "The error of a 429 names the window that is full, or only `RateLimit` shows it, and `Retry-After` may be seconds, a date or absent",
    evidence: [measurement("by RunPod's own clients, 2026"), recorded("78")],
    reason: "it would use up the limit that other programs of the account need",
  },
  {
    assumption: "REST v1 describes a pod with other words than v2, so no response of v1 may reach the client",
    evidence: [recorded("68")],
    reason: "Podwright sends nothing to v1",
  },
  {
    assumption: "REST v1 may answer a create with status 500 although the pod exists, so a 500 proves no failure",
    evidence: [recorded("97")],
    reason: LOST,
  },
];
