/** Facts that no probe measures, with the reason. */
interface Unmeasured {
  /** First words of the rows of docs/contributing/emulator-evidence.md that describe a choice. */
  readonly choices?: readonly string[];
  /** Options of the emulator and other facts. */
  readonly others?: readonly string[];
  readonly reason: string;
}

export const unmeasurable: readonly Unmeasured[] = [
  {
    choices: [
      "If an update lowers `workersMax`",
      "A worker runs on the first GPU type",
      "A worker on CPUs runs on",
      "If the endpoint has network volumes",
      "A worker without a network volume",
      "If no data center has room for a worker",
      "When a host has room again",
      "A worker pulls its image",
      "Each worker pulls the image again",
      "If a test script makes a container crash",
      "`startedAt` of such a container",
      "If a test script makes a worker `UNHEALTHY`",
      "A renewal",
      "A worker cannot move to another data center",
      "Changes of the name",
      "An endpoint has at most 1000 workers",
    ],
    others: ["`--health-lag`", "`--worker-list-lag`"],
    reason: "it needs workers on GPUs and an image that takes jobs",
  },
  {
    choices: [
      "`/stream` delivers each chunk of the handler",
      "A chunk above 1 MB",
      "The emulator keeps chunks",
      "The output of a streaming job",
      "After `/retry`",
    ],
    others: ["results of jobs"],
    reason: "it needs a GPU worker and an image that streams or fails",
  },
  { others: ["how long RunPod keeps results of jobs"], reason: "it needs a completed job and takes half an hour" },
  {
    choices: ["If the account already exceeds the worker quota"],
    reason: "it needs an account that is at its quota of workers",
  },
  {
    choices: ["`locations` may contain data centers"],
    reason: "only the place of a started worker shows what a region means",
  },
  {
    choices: [
      "The emulator creates all pods of a cluster",
      "A cluster shows",
      "A request can stop and start a pod of a cluster",
    ],
    reason: "the smallest cluster costs several GPU pods",
  },
  {
    choices: ["The emulator calls a webhook when", "The emulator calls a webhook up to"],
    reason: "it needs a worker and an address that RunPod can reach",
  },
  { others: ["`resource` of a delegation"], reason: "it needs a repository in another cloud account" },
  { choices: ["A secret's value with too many bytes"], reason: "it takes two requests of 16 MB" },
  {
    choices: ["The published limits of the job", "RunPod's limits of job operations"],
    reason: "it takes a thousand requests within seconds",
  },
  {
    choices: [
      "By default, the emulator does not limit",
      "The time window of a rate limit",
      "If several time windows are full",
      "The emulator limits GraphQL requests",
    ],
    reason: "it would use up the limit that other programs of the account need",
  },
  {
    choices: [
      "A public model always has a worker",
      "When a job of a public model completes",
      "If the input of a public model is invalid",
    ],
    reason: "a generation costs money, and emptying a queue could remove jobs of the account",
  },
  {
    others: ["`--gpu-count-required`"],
    reason:
      "RunPod's refusal would look like a lack of capacity, and without a refusal, RunPod would create a pod on a GPU",
  },
  {
    others: ["`--provision`", "`--start`", "`--image-pull`", "`--worker-start`", "`--job-duration`"],
    reason: "the duration differs each time, and nothing in Podwright depends on it",
  },
  {
    others: ["`--serve-ports`", "`--run-commands`"],
    reason: "it concerns this machine and the emulator on it, not RunPod",
  },
  {
    others: ["`--hidden-template`", "`--private-community`", "`--missing-images`"],
    reason: "it needs a pod, and a pod costs money",
  },
  {
    others: ["`--unknown-route`"],
    reason: "the client asks for no path that the interface lacks, so the status changes nothing",
  },
];
