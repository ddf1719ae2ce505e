import type { Area } from "./row";
import { billing } from "./rows/billing";
import { authentication, errorAnswers, limits, versions } from "./rows/conventions";
import { createPod } from "./rows/create-pod";
import { endpointManagement, serverlessEndpoint } from "./rows/endpoints";
import { job, jobOperations, jobStates, publicEndpoints } from "./rows/jobs";
import { hardware, pod, podMounts, podStates } from "./rows/pods";

/** The interface the platform documents, table by table. */
export const areas: readonly Area[] = [
  ...[pod, podMounts, hardware, podStates, createPod],
  ...[job, jobStates, jobOperations, publicEndpoints],
  ...[serverlessEndpoint, endpointManagement],
  ...[billing, authentication, errorAnswers, limits, versions],
];
