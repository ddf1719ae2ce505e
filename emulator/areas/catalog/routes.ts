import { ifNewer } from "../../http/newer";
import { lastPage } from "../../http/paging";
import { choice, choices, list } from "../../http/query";
import { type Call, found, ok, param, type Route, routesOf } from "../../http/route";
import type { Platform } from "../../platform/platform";
import { publicTemplates, sourceOf } from "../../records/public-templates";
import { cpuTypes, type DataCenter, findCpu, findDataCenter, findGpu, gpuTypes } from "../../stock/hardware";
import { templateShape } from "../templates/store";
import { cpuAvailability, gpuAvailability, selectedCenters } from "./queries";
import { cpuShape, dataCenterShape, gpuShape, levelsIn } from "./shapes";

export function catalogRoutes(platform: Platform): Route[] {
  const gpus = ({ query }: Call) => {
    const availability = gpuAvailability(query);
    const shapes = gpuTypes.map((gpu) => gpuShape(platform.stock, gpu, availability));
    return list(query, "countryCodes").length > 0 ? shapes.filter((shape) => "dataCenters" in shape) : shapes;
  };
  const gpu = (call: Call) => {
    const availability = gpuAvailability(call.query);
    return gpuShape(platform.stock, found(findGpu(param(call, "id")), "GPU type"), availability);
  };
  const cpus = ({ query }: Call) => {
    const availability = cpuAvailability(query);
    return cpuTypes.map((flavor) => cpuShape(platform.stock, flavor, availability));
  };
  const cpu = (call: Call) => {
    const availability = cpuAvailability(call.query);
    return cpuShape(platform.stock, found(findCpu(param(call, "id")), "CPU flavor"), availability);
  };
  const centers = ({ query }: Call) => selectedCenters(query).map((center) => withAvailability(center, query));
  const center = (call: Call) => withAvailability(found(findDataCenter(param(call, "id")), "data center"), call.query);
  return routesOf("rest", [
    ["GET /v2/catalog/gpus", "listGpuTypes", (call) => ok({ gpus: gpus(call) })],
    ["GET /v2/catalog/gpus/:id", "getGpuType", (call) => ok(gpu(call))],
    ["GET /v2/catalog/cpus", "listCpuTypes", (call) => ok({ cpus: cpus(call) })],
    ["GET /v2/catalog/cpus/:id", "getCpuType", (call) => ok(cpu(call))],
    ["GET /v2/catalog/datacenters", "listDataCenters", (call) => ok({ dataCenters: centers(call) })],
    ["GET /v2/catalog/datacenters/:id", "getDataCenter", (call) => ok(center(call))],
    [
      "GET /v2/catalog/templates",
      "listPublicTemplates",
      (call) => ok({ templates: listed(platform, call), ...ifNewer(platform, { pagination: lastPage }) }),
    ],
  ]);

  function withAvailability(center: DataCenter, query: URLSearchParams) {
    const include = choices(query, "include", ["GPU_AVAILABILITY", "CPU_AVAILABILITY"]);
    const { stock } = platform;
    return {
      ...dataCenterShape(center),
      ...(include.includes("GPU_AVAILABILITY") ? { gpuAvailability: levelsIn(stock, center, gpuTypes) } : {}),
      ...(include.includes("CPU_AVAILABILITY") ? { cpuAvailability: levelsIn(stock, center, cpuTypes) } : {}),
    };
  }
}

function listed(platform: Platform, { query }: Call) {
  const source = choice(query, "source", ["official", "verified", "community"]) ?? "official";
  return publicTemplates
    .filter((template) => sourceOf(template) === source)
    .map((template) => templateShape(platform, template));
}
