import { problems } from "../../http/problem";
import { choice, choices, integer, list, matching } from "../../http/query";
import {
  type Cloud,
  type CpuType,
  clouds,
  compliances,
  type DataCenter,
  dataCenters,
  type GpuType,
  regions,
  volumeTypes,
} from "../../stock/hardware";
import { cudaRule, isPowerOfTwo } from "./rules";

/** The parameters of a request for availability. */
export interface Availability {
  readonly cloud: Cloud;
  /** Number of units that must be free. */
  readonly count: number;
  /** The data centers in which the emulator counts free units. */
  readonly centers: readonly DataCenter[];
}

export interface GpuAvailability extends Availability {
  readonly products: readonly string[];
  /** CUDA versions to show. */
  readonly cudaVersions: readonly string[];
}

export interface CpuAvailability extends Availability {
  readonly vcpuCount: number | undefined;
}

/** Whether any of the products offers the GPU type. */
export function isOffered({ pool }: GpuType, { products }: GpuAvailability): boolean {
  return products.some((product) => product !== "SERVERLESS" || pool !== null);
}

export function hasSize({ vcpu }: CpuType, { vcpuCount }: CpuAvailability): boolean {
  return vcpuCount === undefined || (vcpuCount >= vcpu.min && vcpuCount <= vcpu.max);
}

export function gpuAvailability(query: URLSearchParams): GpuAvailability | undefined {
  const count = integer(query, "count", 1, Number.MAX_SAFE_INTEGER) ?? 1;
  const cloud = choice(query, "cloud", clouds) ?? "SECURE";
  const countries = list(query, "countryCodes", /^[A-Z]{2}$/);
  const versions = list(query, "cudaVersions", /^\d+\.\d+$/);
  const floor = matching(query, "minCudaVersion", /^\d+(\.\d+)?$/);
  const narrowing = ["count", "cloud", "countryCodes", "cudaVersions", "minCudaVersion"];
  const products = requestedProducts(query, ["POD", "CLUSTER", "SERVERLESS"], narrowing);
  if (!products) return undefined;
  if (versions.length > 0 && floor !== undefined)
    throw problems.rule("cudaVersions and minCudaVersion are mutually exclusive");
  const isAccepted = cudaRule(versions, floor);
  const centers = dataCenters.filter(
    ({ country, cuda }) => (countries.length === 0 || countries.includes(country)) && isAccepted(cuda),
  );
  const offered = [...new Set(dataCenters.map(({ cuda }) => cuda))].sort();
  return { products, cloud, count, centers, cudaVersions: offered.filter(isAccepted) };
}

export function cpuAvailability(query: URLSearchParams): CpuAvailability | undefined {
  const vcpuCount = integer(query, "vcpuCount", 2, Number.MAX_SAFE_INTEGER);
  if (vcpuCount !== undefined && !isPowerOfTwo(vcpuCount))
    throw problems.invalid(["query.vcpuCount: want a power of two"]);
  const products = requestedProducts(query, ["POD", "SERVERLESS"], ["vcpuCount"]);
  return products && { cloud: "SECURE", count: 1, centers: dataCenters, vcpuCount };
}

/**
 * Returns the data centers that pass all parameters. A data center must be in one of the regions, and must have all listed
 * volume types and certificates.
 */
export function selectedCenters(query: URLSearchParams): DataCenter[] {
  const anyRegion = choices(query, "regions", regions);
  const types = choices(query, "networkVolumeTypes", volumeTypes);
  const certificates = choices(query, "compliance", compliances);
  const network = choice(query, "globalNetwork", ["true", "false"]);
  return dataCenters.filter(
    ({ region, networkVolumeTypes, compliance, globalNetwork }) =>
      (anyRegion.length === 0 || anyRegion.includes(region)) &&
      types.every((type) => networkVolumeTypes.includes(type)) &&
      certificates.every((certificate) => compliance.includes(certificate)) &&
      (network === undefined || String(globalNetwork) === network),
  );
}

/** Returns the products of the request. Throws if a parameter of availability comes without `include=AVAILABILITY`. */
function requestedProducts(
  query: URLSearchParams,
  known: readonly string[],
  narrowing: readonly string[],
): readonly string[] | undefined {
  const include = choices(query, "include", ["AVAILABILITY"]);
  if (include.length > 1) throw problems.invalid(["query.include: maxItems, want 1"]);
  const products = choices(query, "product", known);
  if (include.length === 0) {
    const needless = ["product", ...narrowing].find((name) => query.has(name));
    if (needless !== undefined) throw problems.rule(`${needless} requires include=AVAILABILITY`);
    return undefined;
  }
  if (products.length === 0) throw problems.rule("product is required with include=AVAILABILITY");
  return products;
}
