import { problems } from "../http/problem";
import { choice, choices, list } from "../http/query";
import { type Call, ok, param, type Route } from "../http/route";
import type { Platform } from "../platform";
import { publicTemplates, sourceOf } from "../templates/public";
import { templateShape } from "../templates/store";
import { cpuTypes, type DataCenter, findCpu, findDataCenter, findGpu, gpuTypes } from "./data";
import { centersAsked, cpuAvailability, gpuAvailability } from "./queries";
import { cpuShape, dataCenterShape, gpuShape, levelsIn } from "./shapes";

export function catalogRoutes(platform: Platform): Route[] {
  return [...hardwareRoutes(platform), ...placeRoutes(platform)];
}

function hardwareRoutes(platform: Platform): Route[] {
  return [
    {
      surface: "rest",
      method: "GET",
      path: "/v2/catalog/gpus",
      operation: "listGpuTypes",
      handle: ({ query }) => {
        const asked = gpuAvailability(query);
        const shapes = gpuTypes.map((gpu) => gpuShape(platform.stock, gpu, asked));
        const matching =
          list(query, "countryCodes").length > 0 ? shapes.filter((shape) => "dataCenters" in shape) : shapes;
        return ok({ gpus: matching });
      },
    },
    {
      surface: "rest",
      method: "GET",
      path: "/v2/catalog/gpus/:id",
      operation: "getGpuType",
      handle: (call) => {
        const asked = gpuAvailability(call.query);
        return ok(gpuShape(platform.stock, known("GPU type", findGpu(param(call, "id"))), asked));
      },
    },
    {
      surface: "rest",
      method: "GET",
      path: "/v2/catalog/cpus",
      operation: "listCpuTypes",
      handle: ({ query }) => {
        const asked = cpuAvailability(query);
        return ok({ cpus: cpuTypes.map((flavor) => cpuShape(platform.stock, flavor, asked)) });
      },
    },
    {
      surface: "rest",
      method: "GET",
      path: "/v2/catalog/cpus/:id",
      operation: "getCpuType",
      handle: (call) => {
        const asked = cpuAvailability(call.query);
        return ok(cpuShape(platform.stock, known("CPU flavor", findCpu(param(call, "id"))), asked));
      },
    },
  ];
}

function placeRoutes(platform: Platform): Route[] {
  return [
    {
      surface: "rest",
      method: "GET",
      path: "/v2/catalog/datacenters",
      operation: "listDataCenters",
      handle: ({ query }) => {
        return ok({ dataCenters: centersAsked(query).map((center) => withAvailability(platform, center, query)) });
      },
    },
    {
      surface: "rest",
      method: "GET",
      path: "/v2/catalog/datacenters/:id",
      operation: "getDataCenter",
      handle: (call) => {
        const center = known("data center", findDataCenter(param(call, "id")));
        return ok(withAvailability(platform, center, call.query));
      },
    },
    {
      surface: "rest",
      method: "GET",
      path: "/v2/catalog/templates",
      operation: "listPublicTemplates",
      handle: ({ query }: Call) => {
        const source = choice(query, "source", ["official", "verified", "community"]) ?? "official";
        const wanted = publicTemplates.filter((template) => sourceOf(template) === source);
        return ok({ templates: wanted.slice(0, 100).map(templateShape) });
      },
    },
  ];
}

function withAvailability(platform: Platform, center: DataCenter, query: URLSearchParams) {
  const include = choices(query, "include", ["GPU_AVAILABILITY", "CPU_AVAILABILITY"]);
  return {
    ...dataCenterShape(center),
    ...(include.includes("GPU_AVAILABILITY") ? { gpuAvailability: levelsIn(platform.stock, center, gpuTypes) } : {}),
    ...(include.includes("CPU_AVAILABILITY") ? { cpuAvailability: levelsIn(platform.stock, center, cpuTypes) } : {}),
  };
}

function known<T>(what: string, found: T | undefined): T {
  if (found === undefined) throw problems.notFound(what);
  return found;
}
