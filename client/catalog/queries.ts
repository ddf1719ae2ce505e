import { NETWORK_VOLUME_TYPES } from "../account/choices";
import { checkInteger, checkOneOf, invalidCall } from "../errors/invalid-call";
import type { ApiRequest } from "../http/requests";
import { CLOUDS } from "../pods/types";
import {
  COMPLIANCE,
  CPU_PRODUCTS,
  type CpuQuery,
  DATA_CENTER_INCLUDES,
  type DataCenterListQuery,
  GPU_PRODUCTS,
  type GpuQuery,
  REGIONS,
} from "./types";

type Query = NonNullable<ApiRequest["query"]>;
type OneOrMore = string | readonly string[];

export function gpuQuery(operation: string, { availability }: GpuQuery): Query {
  if (availability === undefined) return {};
  const { product, count, cloud, countryCodes, cudaVersions, minCudaVersion } = availability;
  checkProducts(operation, product, GPU_PRODUCTS);
  checkInteger(operation, "count", count, { min: 1 });
  checkOneOf(operation, "cloud", cloud, CLOUDS);
  checkEach(operation, "countryCodes", countryCodes, /^[A-Z]{2}$/, "two capital letters, such as DE");
  checkEach(operation, "cudaVersions", cudaVersions, /^\d+\.\d+$/, "major.minor, such as 12.4");
  checkEach(operation, "minCudaVersion", listOf(minCudaVersion), /^\d+(\.\d+)?$/, "such as 12 or 12.4");
  if ((cudaVersions ?? []).length > 0 && minCudaVersion !== undefined) {
    throw invalidCall(operation, "cudaVersions cannot be combined with minCudaVersion");
  }
  return {
    include: "AVAILABILITY",
    product: joined(listOf(product)),
    count,
    cloud,
    countryCodes: joined(countryCodes),
    cudaVersions: joined(cudaVersions),
    minCudaVersion,
  };
}

export function cpuQuery(operation: string, { availability }: CpuQuery): Query {
  if (availability === undefined) return {};
  const { product, vcpuCount } = availability;
  checkProducts(operation, product, CPU_PRODUCTS);
  checkInteger(operation, "vcpuCount", vcpuCount, { min: 2 });
  if (vcpuCount !== undefined && !Number.isInteger(Math.log2(vcpuCount))) {
    throw invalidCall(operation, `vcpuCount must be a power of two, not ${vcpuCount}`);
  }
  return { include: "AVAILABILITY", product: joined(listOf(product)), vcpuCount };
}

export function dataCenterQuery(operation: string, query: DataCenterListQuery): Query {
  const { include, regions, networkVolumeTypes, compliance, globalNetwork } = query;
  checkAll(operation, "include", include, DATA_CENTER_INCLUDES);
  checkAll(operation, "regions", regions, REGIONS);
  checkAll(operation, "networkVolumeTypes", networkVolumeTypes, NETWORK_VOLUME_TYPES);
  checkAll(operation, "compliance", compliance, COMPLIANCE);
  return {
    include: joined(include),
    regions: joined(regions),
    networkVolumeTypes: joined(networkVolumeTypes),
    compliance: joined(compliance),
    globalNetwork: globalNetwork === undefined ? undefined : String(globalNetwork),
  };
}

/** Requires a product, as RunPod does. A caller from JavaScript may omit the product. */
function checkProducts(operation: string, product: OneOrMore | undefined, allowed: readonly string[]): void {
  const products = listOf(product) ?? [];
  if (products.length === 0) throw invalidCall(operation, "availability needs a product, such as POD");
  checkAll(operation, "product", products, allowed);
}

function checkAll(operation: string, name: string, values: readonly string[] = [], allowed: readonly string[]): void {
  for (const value of values) checkOneOf(operation, name, value, allowed);
}

function checkEach(
  operation: string,
  name: string,
  values: readonly string[] | undefined,
  pattern: RegExp,
  form: string,
): void {
  const wrong = values?.find((value) => !pattern.test(value));
  if (wrong !== undefined) throw invalidCall(operation, `${name} must be ${form}, not ${JSON.stringify(wrong)}`);
}

function listOf(value: OneOrMore | undefined): readonly string[] | undefined {
  return typeof value === "string" ? [value] : value;
}

/** Joins the values with commas. An empty list means no filter. */
function joined(values: readonly string[] | undefined): string | undefined {
  return values === undefined || values.length === 0 ? undefined : values.join(",");
}
