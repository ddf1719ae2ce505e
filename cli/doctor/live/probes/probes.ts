import type { Probe } from "../probe";
import { accountProbes } from "./account";
import { endpointProbes } from "./endpoints";
import { jobProbes } from "./jobs";
import { podProbes } from "./pods";
import { readProbes } from "./reads";

/** Every probe: read-only probes first, probes that cost money last. */
export const probes: readonly Probe[] = [
  ...readProbes,
  ...accountProbes,
  ...endpointProbes,
  ...jobProbes,
  ...podProbes,
];

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
      "A worker that runs a job",
      "A worker runs on the first GPU type",
      "A worker on CPUs runs on",
      "A worker runs where its network volumes are",
      "Any other worker runs in",
      "A worker without room",
      "The worker that has waited longest",
      "A worker pulls its image",
      "Each worker pulls the image again",
      "A container that crashes",
      "`startedAt` of such a container",
      "An `UNHEALTHY` worker",
      "A renewal",
      "A new place means a new worker",
      "Name, worker numbers, scaler",
      "An endpoint has at most 1000 workers",
    ],
    others: ["`--health-lag`", "`--worker-list-lag`"],
    reason: "it needs workers on GPUs and an image that takes jobs",
  },
  {
    choices: [
      "`/stream` delivers each yielded chunk",
      "A chunk above 1 MB",
      "The emulator keeps chunks",
      "A streaming job's output",
      "`/retry` keeps id",
    ],
    others: ["results of jobs"],
    reason: "it needs a GPU worker and an image that streams or fails",
  },
  { others: ["how long RunPod keeps results of jobs"], reason: "it needs a completed job and takes half an hour" },
  { choices: ["A save that does not raise"], reason: "it needs an account that is at its quota of workers" },
  {
    choices: ["`locations` may name regions"],
    reason: "only the place of a started worker shows what a region means",
  },
  {
    choices: ["The emulator places a cluster", "A cluster shows", "The pods of a cluster"],
    reason: "the smallest cluster costs several GPU pods",
  },
  { choices: ["A webhook reports", "A webhook has"], reason: "it needs a worker and an address that RunPod can reach" },
  { others: ["`resource` of a delegation"], reason: "it needs a repository in another cloud account" },
  { choices: ["A secret's value with too many bytes"], reason: "it takes two requests of 16 MB" },
  {
    choices: ["The published limits of the job", "The limits of job operations"],
    reason: "it takes a thousand requests within seconds",
  },
  {
    choices: [
      "Rate limits are off",
      "A window of a rate limit",
      "If several windows are full",
      "GraphQL has limits only",
    ],
    reason: "it would use up the limit that other programs of the account need",
  },
  {
    choices: ["A public model always has a worker", "A public model is billed", "A public model answers"],
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
    others: ["`--serve-ports`"],
    reason: "it concerns the connection to the emulator on this machine, not RunPod",
  },
];
