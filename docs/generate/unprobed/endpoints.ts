import { measurement, pages, recorded, restDocument, schema } from "../../../cli/assumptions/evidence";
import { type Unprobed, WORKER } from "./reasons";

/** Assumptions about endpoints and their workers. */
export const endpointsWithoutProbe: readonly Unprobed[] = [
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
    assumption:
      "An endpoint may refuse jobs for up to a few minutes after `workersMax` was raised from 0, and no refused job ran",
    evidence: [recorded("70")],
    reason: WORKER,
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
    assumption: "The delete of an endpoint cancels its queued and running jobs",
    evidence: [restDocument("`deleteEndpoint`")],
    reason: WORKER,
  },
  { assumption: "The delete of an endpoint deletes the results of its jobs", evidence: [], reason: WORKER },
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
    assumption: "RunPod tries an unhealthy worker again, so a worker may be UNHEALTHY while its server loads a model",
    evidence: [pages("monitoring")],
    reason: WORKER,
  },
  { assumption: "A worker that RunPod reports as ready can take requests", evidence: [], reason: WORKER },
  {
    assumption:
      "A load balancing endpoint without a worker answers 400 after a wait. A job above 10 MiB is refused; RunPod's pages say 10 MB, so Podwright refuses above 10,000,000 bytes, the lower of the two",
    evidence: [recorded("88"), recorded("89")],
    reason: WORKER,
  },
];
