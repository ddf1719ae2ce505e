import { type Call, ok, param, type Route } from "../http";
import type { Platform } from "../platform";
import { problems } from "../problem";
import { choice, choices, integer, list } from "../query";
import { communityTemplates, publicTemplates } from "../templates/public";
import { templateShape } from "../templates/store";
import { cpuTypes, type DataCenter, dataCenters, findCpu, findDataCenter, findGpu, gpuTypes } from "./data";
import { type Availability, cpuShape, dataCenterShape, gpuShape, levelsIn } from "./shapes";

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
        const regions = list(query, "regions");
        const types = choices(query, "networkVolumeTypes", ["STANDARD", "HIGH_PERFORMANCE"]);
        const compliance = list(query, "compliance");
        const network = choice(query, "globalNetwork", ["true", "false"]);
        const found = dataCenters.filter(
          (center) =>
            (regions.length === 0 || regions.includes(center.region)) &&
            types.every((type) => center.networkVolumeTypes.includes(type)) &&
            compliance.every((certificate) => center.compliance.includes(certificate)) &&
            (network === undefined || String(center.globalNetwork) === network),
        );
        return ok({ dataCenters: found.map((center) => withAvailability(platform, center, query)) });
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
        const wanted = publicTemplates.filter(
          ({ id }) => source !== "verified" && communityTemplates.has(id) === (source === "community"),
        );
        return ok({ templates: wanted.map(templateShape) });
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

/** Parameters that narrow an availability which was not asked for are a mistake (contract 9). */
function availabilityAsked(query: URLSearchParams, products: readonly string[], dependent: readonly string[]): boolean {
  const asked = choices(query, "include", ["AVAILABILITY"]).length > 0;
  const product = choice(query, "product", products);
  if (asked && product === undefined) throw problems.rule("product is required with include=AVAILABILITY");
  const stray = ["product", ...dependent].find((name) => query.has(name));
  if (!asked && stray !== undefined) throw problems.rule(`${stray} requires include=AVAILABILITY`);
  return asked;
}

function gpuAvailability(query: URLSearchParams): Availability | undefined {
  const count = integer(query, "count", 1, 1000) ?? 1;
  const cloud = choice(query, "cloud", ["SECURE", "COMMUNITY"]) ?? "SECURE";
  const countries = list(query, "countryCodes", /^[A-Z]{2}$/);
  const versions = list(query, "cudaVersions", /^\d+\.\d+$/);
  const [floor] = list(query, "minCudaVersion", /^\d+(\.\d+)?$/);
  const narrowing = ["count", "cloud", "countryCodes", "cudaVersions", "minCudaVersion"];
  if (!availabilityAsked(query, ["POD", "CLUSTER", "SERVERLESS"], narrowing)) return undefined;
  if (versions.length > 0 && floor !== undefined)
    throw problems.rule("cudaVersions and minCudaVersion are mutually exclusive");
  const centers = dataCenters.filter(
    (center) =>
      (countries.length === 0 || countries.includes(center.country)) &&
      (versions.length === 0 || versions.includes(center.cuda)) &&
      (floor === undefined || newer(center.cuda, floor)),
  );
  return { cloud, count, centers };
}

function cpuAvailability(query: URLSearchParams): Availability | undefined {
  const vcpuCount = integer(query, "vcpuCount", 2, 1024);
  if (vcpuCount !== undefined && !Number.isInteger(Math.log2(vcpuCount)))
    throw problems.invalid(["query.vcpuCount: want a power of two"]);
  const asked = availabilityAsked(query, ["POD", "SERVERLESS"], ["vcpuCount"]);
  return asked ? { cloud: "SECURE", count: 1, centers: dataCenters } : undefined;
}

function newer(version: string, floor: string): boolean {
  const [a = 0, b = 0] = version.split(".").map(Number);
  const [c = 0, d = 0] = floor.split(".").map(Number);
  return a > c || (a === c && b >= d);
}

function known<T>(what: string, found: T | undefined): T {
  if (found === undefined) throw problems.notFound(what);
  return found;
}
