import {
  type Evidence,
  LIVE,
  measurement,
  newerDocument,
  pages,
  recorded,
  restDocument,
  schema,
} from "../../cli/doctor/live/evidence";

/** An assumption without a probe. */
interface Unprobed {
  readonly assumption: string;
  /** Empty if RunPod has published nothing about the question, so that Podwright chose an answer. */
  readonly evidence: readonly Evidence[];
  /** The reason why no probe measures the assumption. */
  readonly reason: string;
}

const WORKER = "it needs a worker on a GPU and an image that takes jobs";
const FULL = "it needs hardware that is sold out";
const OTHER_KEY = "it needs a second key, or a key that RunPod refuses";
const ANY_PROBE = "every probe that reads would show a difference, because the client would refuse the response";
const LOST = "a probe cannot lose RunPod's response on purpose";
const LONG = "it takes more than half an hour";

export const unprobed: readonly Unprobed[] = [
  {
    assumption: "`runtime.ports` of a pod may hold ports that the program did not ask for",
    evidence: [recorded("01")],
    reason: "it depends on the image and the host",
  },
  {
    assumption:
      "A pod that stays `RUNNING` without a container for six minutes, while its log does not change, will never get a container",
    evidence: [
      pages("pods, which give up after five to six minutes"),
      measurement("by other clients, which give up after two minutes"),
    ],
    reason: "it needs a broken host",
  },
  {
    assumption:
      "A tcp port above 70000 of a pod asks for a port with the same number inside and outside, and `RUNPOD_TCP_PORT_<asked>` contains this number",
    evidence: [pages("exposing ports")],
    reason: "it needs an image that shows its environment",
  },
  {
    assumption: "RunPod's proxy serves at most 10 http ports of a pod, and no pod has udp ports",
    evidence: [pages("exposing ports")],
    reason: "a request with more ports would create a pod if the assumption is wrong",
  },
  {
    assumption: "The workers of an endpoint may have one virtual CPU, although the catalog begins with two",
    evidence: [measurement("by other clients over GraphQL, with `cpu3c-1-2`")],
    reason: WORKER,
  },
  {
    assumption:
      "An endpoint has at most one network volume in each data center, and each worker mounts the volume of its data center",
    evidence: [pages("network volumes")],
    reason: WORKER,
  },
  {
    assumption: "RunPod maps public port 22 even if the image has no SSH server",
    evidence: [pages("the command line of RunPod")],
    reason: "only a login from this machine could show it",
  },
  {
    assumption: "A stopped pod keeps its host, and its start fails with a 400 while other pods use the GPUs",
    evidence: [recorded("18"), restDocument("`Pod.cudaVersion`")],
    reason: FULL,
  },
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
    assumption:
      "An endpoint may refuse jobs for up to a few minutes after `workersMax` was raised from 0, and no refused job ran",
    evidence: [recorded("70")],
    reason: WORKER,
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
    assumption: "RunPod creates a pod only in its `dataCenterIds`, if the list is not empty",
    evidence: [LIVE],
    reason: FULL,
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
    assumption: "GraphQL refuses an endpoint whose template is not serverless",
    evidence: [recorded("54")],
    reason: "a preview already refuses such an endpoint, so nothing depends on RunPod's refusal",
  },
  {
    assumption: "A delete of an endpoint over REST deletes its bound template too",
    evidence: [restDocument("`deleteEndpoint`")],
    reason: "Podwright sends no such delete",
  },
  {
    assumption: "A template counts as in use for up to two minutes after the delete of its last user",
    evidence: [pages("templates over GraphQL")],
    reason: "`release-lag` measures this only for an endpoint without workers",
  },
  {
    assumption: "Health and the list of workers may disagree for a moment",
    evidence: [recorded("19"), recorded("31")],
    reason: WORKER,
  },
  {
    assumption:
      "An endpoint has no workers if `workersMin` and `workersMax` are 0 and neither health nor the list of workers shows a worker",
    evidence: [],
    reason: WORKER,
  },
  {
    assumption: "Name, worker numbers, scaler and time-outs of an endpoint change without new workers",
    evidence: [],
    reason: WORKER,
  },
  {
    assumption: "RunPod refuses a `PATCH` that sets one limit of CUDA versions while the other limit is set",
    evidence: [restDocument("`UpdateEndpointGpuConfig`"), schema("`minCudaVersion`")],
    reason: "RunPod sets `minCudaVersion` by itself only on some accounts",
  },
  {
    assumption: "`run` answers with an id and `IN_QUEUE`",
    evidence: [recorded("36"), pages("job operations")],
    reason: "every probe of jobs shows this response, because the probe reads the job's id",
  },
  {
    assumption:
      "`status` may be 404 for 150 seconds after `run`, and for 15 minutes while jobs wait or while no worker has started",
    evidence: [recorded("40"), measurement("by other clients, 2026")],
    reason: WORKER,
  },
  {
    assumption: "A job with the empty input `{}` fails, because workers treat it as missing",
    evidence: [recorded("35")],
    reason: WORKER,
  },
  {
    assumption: "`runsync` answers with the job and its id, although the author of one recording left the id out",
    evidence: [recorded("39"), recorded("46")],
    reason: WORKER,
  },
  {
    assumption: "RunPod keeps a result for 30 minutes after `run`, and for 1 to 5 minutes after `runsync`",
    evidence: [pages("job operations")],
    reason: LONG,
  },
  {
    assumption: "A webhook contains the job's result with its `input` and `webhook`",
    evidence: [recorded("45")],
    reason: "it needs a worker and an address that RunPod can reach",
  },
  {
    assumption: "The delete of an endpoint cancels its queued and running jobs",
    evidence: [restDocument("`deleteEndpoint`")],
    reason: WORKER,
  },
  { assumption: "The delete of an endpoint deletes the results of its jobs", evidence: [], reason: WORKER },
  {
    assumption: "A removed public model gets status 404",
    evidence: [recorded("41")],
    reason: "RunPod may offer a removed model again",
  },
  {
    assumption: "RunPod never returns the value of a secret or a registry's password",
    evidence: [restDocument("`createRegistry`"), newerDocument("`getSecret`")],
    reason: "a probe would have to read a secret of the account's owner",
  },
  {
    assumption: "A pod or worker keeps the value that a secret had when the pod or worker started",
    evidence: [newerDocument("`updateSecret`")],
    reason: "it needs an image that shows its environment",
  },
  {
    assumption: "The delete of a pod destroys its persistent mount, but only detaches its network volume",
    evidence: [restDocument("`deletePod`")],
    reason: "only a pod on a GPU has a persistent mount",
  },
  {
    assumption: "The kind of a pod's mount and its volume are fixed, and a persistent mount only grows",
    evidence: [restDocument("`Mounts`")],
    reason: "only a pod on a GPU has a persistent mount",
  },
  {
    assumption: "A network volume only grows",
    evidence: [restDocument("`updateNetworkVolume`")],
    reason: "the larger volume would cost more",
  },
  {
    assumption: "A stopped pod may start without its GPUs, and RunPod then shows 0 GPUs",
    evidence: [pages("pods")],
    reason: FULL,
  },
  {
    assumption: "A pod shows a sign of its new run within fifteen seconds after a reset, start or restart",
    evidence: [],
    reason: "`own-answer` and `patch-resets` show this behavior only for one pod",
  },
  {
    assumption:
      "A load balancer sends requests only to workers that `/health` counts as ready, and a worker can be RUNNING without being ready",
    evidence: [recorded("87"), pages("load balancing")],
    reason: WORKER,
  },
  {
    assumption:
      "No worker of a load balancer becomes ready unless PORT and PORT_HEALTH are set and their ports are exposed",
    evidence: [pages("load balancing, which also name defaults for both")],
    reason: WORKER,
  },
  {
    assumption:
      "`/health` of an idle endpoint may count a throttled worker that no longer exists, even if `workersMax` is 0",
    evidence: [recorded("30")],
    reason: "it needs a worker on a GPU that is sold out",
  },
  {
    assumption: "RunPod tries an unhealthy worker again, so a worker may be UNHEALTHY while its server loads a model",
    evidence: [pages("monitoring")],
    reason: WORKER,
  },
  { assumption: "A worker that RunPod reports as ready can take requests", evidence: [], reason: WORKER },
  {
    assumption: "Only the name of a cluster can change",
    evidence: [restDocument("`updateCluster`")],
    reason: "the smallest cluster costs several GPU pods",
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
    assumption: "REST v1 describes a pod with other words than v2, so no response of v1 may reach the client",
    evidence: [recorded("68")],
    reason: "Podwright sends nothing to v1",
  },
  {
    assumption: "REST v1 may answer a create with status 500 although the pod exists, so a 500 proves no failure",
    evidence: [recorded("97")],
    reason: LOST,
  },
  {
    assumption:
      "A line of a log may lack an id, and its time has nanoseconds or whole seconds. Two lines may have the same time",
    evidence: [recorded("80"), recorded("81"), recorded("82")],
    reason: WORKER,
  },
  {
    assumption: "A job that runs again shows `retries`, and the last chunk of a stream arrives with its final status",
    evidence: [recorded("83"), recorded("85")],
    reason: WORKER,
  },
  {
    assumption:
      "A load balancing endpoint without a worker answers 400 after a wait. A job above 10 MiB is refused; RunPod's pages say 10 MB, so Podwright refuses above 10,000,000 bytes, the lower of the two",
    evidence: [recorded("88"), recorded("89")],
    reason: WORKER,
  },
  {
    assumption: "A GPU type without a pool has serverless availability, but no endpoint can ask for it",
    evidence: [recorded("92")],
    reason: ANY_PROBE,
  },
  {
    assumption: "The `template` of a pod may stay null, and a template for endpoints is refused for a pod with a 422",
    evidence: [recorded("93"), recorded("94")],
    reason: "it needs a pod, and a pod costs money",
  },
];
