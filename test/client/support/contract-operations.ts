import type { Platform } from "../../../client";
import { anEndpointInput } from "../../support/endpoints";

/** An operation of the contract, with the client's call or the reason why the client has none. */
export interface Operation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly use?: (platform: Platform) => PromiseLike<unknown>;
  readonly excuse?: string;
}

type Use = NonNullable<Operation["use"]>;

const used = (name: string, request: string, use: Use): Operation => ({ name, ...split(request), use });
const excused = (name: string, request: string, excuse: string): Operation => ({ name, ...split(request), excuse });

function split(request: string) {
  const [method = "", path = ""] = request.split(" ");
  return { method, path };
}

const INPUT = anEndpointInput({ name: "renamed", workersMax: 0 });
const COMPUTE = { gpuTypeId: "g", gpuCountPerPod: 1, podCount: 2 };

/**
 * The 53 operations of the published REST document, and the operations of a newer document. `endpointTransport:
 * "rest"` reaches endpoints.
 */
export const REST: readonly Operation[] = [
  used("getSshKeys", "GET /v2/account/ssh-keys", ({ sshKeys }) => sshKeys.get()),
  used("updateSshKeys", "PUT /v2/account/ssh-keys", ({ sshKeys }) => sshKeys.set([])),
  used("listPods", "GET /v2/pods", ({ pods }) => pods.list()),
  used("createPod", "POST /v2/pods", ({ pods }) => pods.create({ name: "p", image: "i" })),
  used("getPod", "GET /v2/pods/{id}", ({ pods }) => pods.get("id1")),
  used("updatePod", "PATCH /v2/pods/{id}", ({ pods }) => pods.update("id1", { name: "q" })),
  used("deletePod", "DELETE /v2/pods/{id}", ({ pods }) => pods.delete("id1")),
  used("getPodLogs", "GET /v2/pods/{id}/logs", ({ pods }) => pods.logs("id1")),
  used("podAction", "POST /v2/pods/{id}/action", ({ pods }) => pods.act("id1", "stop")),
  used("listClusters", "GET /v2/clusters", ({ clusters }) => clusters.list()),
  used("createCluster", "POST /v2/clusters", ({ clusters }) =>
    clusters.create({ name: "c", type: "RAY", compute: COMPUTE }),
  ),
  used("getCluster", "GET /v2/clusters/{id}", ({ clusters }) => clusters.get("id1")),
  used("updateCluster", "PATCH /v2/clusters/{id}", ({ clusters }) => clusters.update("id1", { name: "d" })),
  used("deleteCluster", "DELETE /v2/clusters/{id}", ({ clusters }) => clusters.delete("id1")),
  used("listClusterPods", "GET /v2/clusters/{id}/pods", ({ clusters }) => clusters.pods("id1")),
  used("listEndpoints", "GET /v2/serverless", ({ endpoints }) => endpoints.list()),
  used("createEndpoint", "POST /v2/serverless", ({ endpoints }) => endpoints.create(INPUT)),
  used("getEndpoint", "GET /v2/serverless/{id}", ({ endpoints }) => endpoints.get("id1")),
  used("updateEndpoint", "PATCH /v2/serverless/{id}", ({ endpoints }) => endpoints.update("id1", INPUT)),
  used("deleteEndpoint", "DELETE /v2/serverless/{id}", ({ endpoints }) => endpoints.delete("id1")),
  used("listEndpointWorkers", "GET /v2/serverless/{id}/workers", ({ workers }) => workers.list("id1")),
  used("listEndpointReleases", "GET /v2/serverless/{id}/releases", ({ workers }) => workers.releases("id1")),
  used("getWorkerLogs", "GET /v2/serverless/{id}/workers/{workerId}/logs", ({ workers }) => workers.logs("id1", "w1")),
  used("listTemplates", "GET /v2/templates", ({ templates }) => templates.list()),
  used("createTemplate", "POST /v2/templates", ({ templates }) => templates.create({ name: "t", image: "i" })),
  used("getTemplate", "GET /v2/templates/{id}", ({ templates }) => templates.get("id1")),
  used("updateTemplate", "PATCH /v2/templates/{id}", ({ templates }) => templates.update("id1", { name: "u" })),
  used("deleteTemplate", "DELETE /v2/templates/{id}", ({ templates }) => templates.delete("id1")),
  used("listNetworkVolumes", "GET /v2/network-volumes", ({ networkVolumes }) => networkVolumes.list()),
  used("createNetworkVolume", "POST /v2/network-volumes", ({ networkVolumes }) =>
    networkVolumes.create({ name: "v", size: 10, dataCenter: "EU-RO-1" }),
  ),
  used("getNetworkVolume", "GET /v2/network-volumes/{id}", ({ networkVolumes }) => networkVolumes.get("id1")),
  used("updateNetworkVolume", "PATCH /v2/network-volumes/{id}", ({ networkVolumes }) =>
    networkVolumes.update("id1", { size: 20 }),
  ),
  used("deleteNetworkVolume", "DELETE /v2/network-volumes/{id}", ({ networkVolumes }) => networkVolumes.delete("id1")),
  used("listRegistries", "GET /v2/registries", ({ registries }) => registries.list()),
  used("createRegistry", "POST /v2/registries", ({ registries }) =>
    registries.create({ name: "r", username: "u", password: "p" }),
  ),
  used("getRegistry", "GET /v2/registries/{id}", ({ registries }) => registries.get("id1")),
  used("deleteRegistry", "DELETE /v2/registries/{id}", ({ registries }) => registries.delete("id1")),
  used("listDelegations", "GET /v2/registries/delegations", ({ registries }) => registries.delegations.list()),
  used("createDelegation", "POST /v2/registries/delegations", ({ registries }) =>
    registries.delegations.create({ resource: "arn" }),
  ),
  used("revokeDelegation", "DELETE /v2/registries/delegations/{id}", ({ registries }) =>
    registries.delegations.revoke("id1"),
  ),
  used("listGpuTypes", "GET /v2/catalog/gpus", ({ catalog }) => catalog.gpuTypes()),
  used("getGpuType", "GET /v2/catalog/gpus/{id}", ({ catalog }) => catalog.gpuType("id1")),
  used("listCpuTypes", "GET /v2/catalog/cpus", ({ catalog }) => catalog.cpuTypes()),
  used("getCpuType", "GET /v2/catalog/cpus/{id}", ({ catalog }) => catalog.cpuType("id1")),
  used("listDataCenters", "GET /v2/catalog/datacenters", ({ catalog }) => catalog.dataCenters()),
  used("getDataCenter", "GET /v2/catalog/datacenters/{id}", ({ catalog }) => catalog.dataCenter("id1")),
  used("listPublicTemplates", "GET /v2/catalog/templates", ({ catalog }) => catalog.publicTemplates()),
  used("listBilling", "GET /v2/billing", ({ billing }) => billing.account()),
  used("listPodBilling", "GET /v2/billing/pods", ({ billing }) => billing.pods()),
  used("listServerlessBilling", "GET /v2/billing/serverless", ({ billing }) => billing.serverless()),
  used("listEndpointBilling", "GET /v2/billing/endpoints", ({ billing }) => billing.publicEndpoints()),
  used("listNetworkVolumeBilling", "GET /v2/billing/network-volumes", ({ billing }) => billing.networkVolumes()),
  used("listClusterBilling", "GET /v2/billing/clusters", ({ billing }) => billing.clusters()),
  // The operations of the newer document, in the order of its overlay.
  used("listEndpointBuilds", "GET /v2/serverless/{id}/builds", ({ workers }) => workers.builds("id1")),
  used("getEndpointBuild", "GET /v2/serverless/{id}/builds/{buildId}", ({ workers }) => workers.build("id1", "b1")),
  used("listSecrets", "GET /v2/account/secrets", ({ secrets }) => secrets.list()),
  used("createSecret", "POST /v2/account/secrets", ({ secrets }) => secrets.create({ name: "s", value: "v" })),
  used("getSecret", "GET /v2/account/secrets/{id}", ({ secrets }) => secrets.get("id1")),
  used("updateSecret", "PATCH /v2/account/secrets/{id}", ({ secrets }) => secrets.update("id1", { value: "w" })),
  used("deleteSecret", "DELETE /v2/account/secrets/{id}", ({ secrets }) => secrets.delete("id1")),
];

const REST_HAS_IT = "the client uses REST v2 for this resource, because RunPod will retire GraphQL";

/** GraphQL, by root field. The client uses these operations with `endpointTransport: "graphql"`. */
export const GRAPHQL: readonly Operation[] = [
  used("saveEndpoint", "POST /graphql", ({ endpoints }) => endpoints.create(INPUT)),
  used("deleteEndpoint", "POST /graphql", ({ endpoints }) => endpoints.delete("id1")),
  used("myself", "POST /graphql", ({ endpoints }) => endpoints.list()),
  excused("saveTemplate", "POST /graphql", REST_HAS_IT),
  excused("deleteTemplate", "POST /graphql", REST_HAS_IT),
  excused("podTemplate", "POST /graphql", REST_HAS_IT),
  excused(
    "updateEndpointTemplate",
    "POST /graphql",
    "the client changes the template of an endpoint with saveEndpoint",
  ),
  excused("secretCreate", "POST /graphql", REST_HAS_IT),
  excused("secretValueUpdate", "POST /graphql", REST_HAS_IT),
  excused("secretDescriptionUpdate", "POST /graphql", REST_HAS_IT),
  excused("secretDelete", "POST /graphql", REST_HAS_IT),
];

/** Job operations of the account's endpoints. The last rows are operations of public endpoints. */
export const JOBS: readonly Operation[] = [
  used("run", "POST /v2/{id}/run", ({ jobs }) => jobs.run("id1", { n: 1 })),
  used("runsync", "POST /v2/{id}/runsync", ({ jobs }) => jobs.runsync("id1", { n: 1 })),
  used("status", "GET /v2/{id}/status/{jobId}", ({ jobs }) => jobs.status("id1", "job1")),
  used("stream", "GET /v2/{id}/stream/{jobId}", ({ jobs }) => jobs.stream("id1", "job1")),
  used("cancel", "POST /v2/{id}/cancel/{jobId}", ({ jobs }) => jobs.cancel("id1", "job1")),
  used("retry", "POST /v2/{id}/retry/{jobId}", ({ jobs }) => jobs.retry("id1", "job1")),
  used("purgeQueue", "POST /v2/{id}/purge-queue", ({ jobs }) => jobs.purgeQueue("id1")),
  used("health", "GET /v2/{id}/health", ({ jobs }) => jobs.health("id1")),
  excused(
    "status-sync",
    "GET /v2/{id}/status-sync/{jobId}",
    "RunPod does not document it, so the client repeats `status` with pauses",
  ),
  excused("requests", "GET /v2/{id}/requests", "RunPod mentions it only in its list of rate limits"),
  excused("openai", "POST /v2/{id}/openai/{path}", "it is OpenAI's API, for which OpenAI's clients exist"),
  excused("load balancer", "POST /{path}", "any HTTP client can call the worker's own API at the worker's address"),
  excused("load balancer's health", "GET /ping", "only RunPod calls it"),
  excused("batch", "POST /v2/{id}/batch", "RunPod marks it as beta, and the OpenAPI document lacks it"),
  used("public run", "POST /v2/{id}/run", ({ publicEndpoints }) => publicEndpoints.run("id1", { n: 1 })),
  used("public runsync", "POST /v2/{id}/runsync", ({ publicEndpoints }) => publicEndpoints.runsync("id1", { n: 1 })),
  used("public status", "GET /v2/{id}/status/{jobId}", ({ publicEndpoints }) => publicEndpoints.status("id1", "job1")),
  used("public stream", "GET /v2/{id}/stream/{jobId}", ({ publicEndpoints }) => publicEndpoints.stream("id1", "job1")),
  used("public cancel", "POST /v2/{id}/cancel/{jobId}", ({ publicEndpoints }) => publicEndpoints.cancel("id1", "job1")),
  used("public retry", "POST /v2/{id}/retry/{jobId}", ({ publicEndpoints }) => publicEndpoints.retry("id1", "job1")),
];
