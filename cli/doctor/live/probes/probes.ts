import type { Probe } from "../probe";
import { accountProbes } from "./account";
import { endpointProbes } from "./endpoints";
import { jobProbes } from "./jobs";
import { listProbes } from "./lists";
import { podProbes } from "./pods";
import { readProbes } from "./reads";

/** Every probe: first those that create nothing, last those that cost money. */
export const probes: readonly Probe[] = [
  ...readProbes,
  ...listProbes,
  ...accountProbes,
  ...endpointProbes,
  ...jobProbes,
  ...podProbes,
];

/** Choices that no probe confirms: how the row of docs/emulator.md begins, and why. */
export const unmeasurable: readonly { readonly row: string; readonly reason: string }[] = [
  { row: "A save that does not raise", reason: "it needs an account that is at its quota of workers" },
  { row: "A worker that runs a job", reason: "it needs a GPU worker and an image that takes jobs" },
  { row: "A cluster is placed", reason: "the smallest cluster costs several GPU pods" },
  { row: "A streaming job's output", reason: "it needs a GPU worker and an image that streams" },
  { row: "A webhook reports", reason: "it needs a worker and an address that the platform can reach" },
  { row: "The published limits of the job", reason: "it takes a thousand requests within seconds" },
  { row: "Rate limits are off", reason: "it would use up what other programs of the account need" },
];
