import { byId, type Call, created, found, newerRoutes, ok, param, type Route, routesOf } from "../../http/route";
import type { Platform } from "../../platform/platform";
import type { Endpoint } from "../../records/endpoint";
import { logResponse } from "../logs/events";
import { workerLog } from "../logs/logged";
import { releasesShape } from "../workers/releases";
import { createEndpointRequest, updateEndpointRequest } from "./requests";
import { createRestEndpoint, deleteRestEndpoint, updateRestEndpoint } from "./rest";
import { restEndpointShape, workersShape } from "./shapes";

/** REST v2 routes of endpoints. REST and GraphQL show the same endpoints. */
export function serverlessRoutes(platform: Platform): Route[] {
  const find = (call: Call): Endpoint => byId(platform.endpoints, call, "endpoint");
  const shape = (endpoint: Endpoint, call: Call) => restEndpointShape(platform, endpoint, call.headers.host ?? "");
  const create = (call: Call) => createRestEndpoint(platform, createEndpointRequest.read(call));
  const update = (call: Call) => {
    const body = updateEndpointRequest.read(call);
    return updateRestEndpoint(platform, find(call), body);
  };
  const list = (call: Call) => {
    const { page, pagination } = platform.paging.page(call, "listEndpoints", platform.endpoints.values());
    const listed = platform.faults.shown("listEndpoints", page);
    return ok({ endpoints: listed.map((endpoint) => shape(endpoint, call)), pagination });
  };
  const releases = (call: Call) => {
    const endpoint = find(call);
    const { page, pagination } = platform.paging.page(
      call,
      `releases of ${endpoint.id}`,
      endpoint.releases.toReversed(),
    );
    return ok({ ...releasesShape(endpoint, page), pagination });
  };
  const builds = (call: Call) => {
    const endpoint = find(call);
    const { page, pagination } = platform.paging.page(call, `builds of ${endpoint.id}`, endpoint.builds ?? [], 100);
    return ok({ builds: page, pagination });
  };
  const build = (call: Call) => {
    const id = param(call, "buildId");
    return ok(
      found(
        find(call).builds?.find((one) => one.id === id),
        "build",
      ),
    );
  };
  const buildRoutes = routesOf("rest", [
    ["GET /v2/serverless/:id/builds", "listEndpointBuilds", builds],
    ["GET /v2/serverless/:id/builds/:buildId", "getEndpointBuild", build],
  ]);
  const routes = routesOf("rest", [
    ["GET /v2/serverless", "listEndpoints", list],
    ["POST /v2/serverless", "createEndpoint", (call) => created(shape(create(call), call))],
    ["GET /v2/serverless/:id", "getEndpoint", (call) => ok(shape(find(call), call))],
    ["PATCH /v2/serverless/:id", "updateEndpoint", (call) => ok(shape(update(call), call))],
    ["DELETE /v2/serverless/:id", "deleteEndpoint", (call) => deleteRestEndpoint(platform, find(call))],
    ["GET /v2/serverless/:id/workers", "listEndpointWorkers", (call) => ok(workersShape(platform, find(call)))],
    ["GET /v2/serverless/:id/releases", "listEndpointReleases", releases],
    [
      "GET /v2/serverless/:id/workers/:workerId/logs",
      "getWorkerLogs",
      (call) => logResponse(platform, call, workerLog),
    ],
  ]);
  return [...routes, ...newerRoutes(buildRoutes)];
}
