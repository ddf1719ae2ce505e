import type { Probe } from "../probe";
import { accountProbes } from "./account";
import { endpointProbes } from "./endpoints";
import { jobProbes } from "./jobs";
import { podProbes } from "./pods";
import { readProbes } from "./reads";
import { workerProbes } from "./workers";

/** Every probe: read-only probes first, probes that cost money last. */
export const probes: readonly Probe[] = [
  ...readProbes,
  ...accountProbes,
  ...endpointProbes,
  ...jobProbes,
  ...podProbes,
  ...workerProbes,
];
