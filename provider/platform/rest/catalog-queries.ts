import type { CpuQuery, DataCenterListQuery, GpuQuery } from "../catalog";
import type { ApiRequest } from "../http/message";
import { checkInteger, checkOneOf, refuse } from "../refuse";

type Query = NonNullable<ApiRequest["query"]>;

const REGIONS = [
  "NORTH_AMERICA",
  "SOUTH_AMERICA",
  "EUROPE",
  "ASIA",
  "MIDDLE_EAST",
  "AFRICA",
  "OCEANIA",
  "ANTARCTICA",
  "UNKNOWN",
];
const COMPLIANCE = [
  "GDPR",
  "ISO_IEC_27001",
  "ISO_14001",
  "PCI_DSS",
  "HITRUST",
  "SOC_1_TYPE_2",
  "SOC_2_TYPE_2",
  "SOC_3_TYPE_2",
  "ITAR",
  "FISMA_HIGH",
  "HIPAA",
  "RENEWABLE",
];

export function gpuQuery(operation: string, { availability }: GpuQuery): Query {
  if (availability === undefined) return {};
  const { product, count, cloud, countryCodes, cudaVersions, minCudaVersion } = availability;
  checkProduct(operation, product, ["POD", "CLUSTER", "SERVERLESS"]);
  checkInteger(operation, "count", count, { min: 1 });
  checkOneOf(operation, "cloud", cloud, ["SECURE", "COMMUNITY"]);
  checkEach(operation, "countryCodes", countryCodes, /^[A-Z]{2}$/, "two capital letters, such as DE");
  checkEach(operation, "cudaVersions", cudaVersions, /^\d+\.\d+$/, "major.minor, such as 12.4");
  checkEach(operation, "minCudaVersion", listOf(minCudaVersion), /^\d+(\.\d+)?$/, "such as 12 or 12.4");
  if ((cudaVersions ?? []).length > 0 && minCudaVersion !== undefined) {
    throw refuse(operation, "cudaVersions and minCudaVersion exclude each other");
  }
  return {
    include: "AVAILABILITY",
    product,
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
  checkProduct(operation, product, ["POD", "SERVERLESS"]);
  checkInteger(operation, "vcpuCount", vcpuCount, { min: 2 });
  if (vcpuCount !== undefined && !Number.isInteger(Math.log2(vcpuCount))) {
    throw refuse(operation, `vcpuCount must be a power of two, not ${vcpuCount}`);
  }
  return { include: "AVAILABILITY", product, vcpuCount };
}

export function dataCenterQuery(operation: string, query: DataCenterListQuery): Query {
  const { include, regions, networkVolumeTypes, compliance, globalNetwork } = query;
  for (const item of include ?? []) checkOneOf(operation, "include", item, ["GPU_AVAILABILITY", "CPU_AVAILABILITY"]);
  for (const item of regions ?? []) checkOneOf(operation, "regions", item, REGIONS);
  for (const item of networkVolumeTypes ?? []) {
    checkOneOf(operation, "networkVolumeTypes", item, ["STANDARD", "HIGH_PERFORMANCE"]);
  }
  for (const item of compliance ?? []) checkOneOf(operation, "compliance", item, COMPLIANCE);
  return {
    include: joined(include),
    regions: joined(regions),
    networkVolumeTypes: joined(networkVolumeTypes),
    compliance: joined(compliance),
    globalNetwork: globalNetwork === undefined ? undefined : String(globalNetwork),
  };
}

/** Without it the platform refuses the question, and callers from JavaScript may forget it. */
function checkProduct(operation: string, product: string | undefined, allowed: readonly string[]): void {
  if (product === undefined) throw refuse(operation, "availability needs a product");
  checkOneOf(operation, "product", product, allowed);
}

function checkEach(
  operation: string,
  name: string,
  values: readonly string[] | undefined,
  pattern: RegExp,
  form: string,
): void {
  const wrong = values?.find((value) => !pattern.test(value));
  if (wrong !== undefined) throw refuse(operation, `${name} must be ${form}, not ${JSON.stringify(wrong)}`);
}

function listOf(value: string | undefined): string[] | undefined {
  return value === undefined ? undefined : [value];
}

/** Lists travel as one value; an empty one is no filter. */
function joined(values: readonly string[] | undefined): string | undefined {
  return values === undefined || values.length === 0 ? undefined : values.join(",");
}
