import type { Probe } from "../probe";
import { endpointProbes } from "./endpoints";
import { listProbes } from "./lists";
import { podProbes } from "./pods";

/** Every probe, the free ones first. */
export const probes: readonly Probe[] = [...listProbes, ...endpointProbes, ...podProbes];
