import * as z from "zod";
import type { NetworkVolumeType } from "../account/choices";
import type { CallOptions } from "../http/requests";
import type { Cloud } from "../pods/types";
import { count, flag, id, listOf, nullableText, open, optional, orUnset, type Parsed, text } from "../wire/fields";

export const GPU_PRODUCTS = ["POD", "CLUSTER", "SERVERLESS"] as const;
export const CPU_PRODUCTS = ["POD", "SERVERLESS"] as const;
export const REGIONS = [
  "NORTH_AMERICA",
  "SOUTH_AMERICA",
  "EUROPE",
  "ASIA",
  "MIDDLE_EAST",
  "AFRICA",
  "OCEANIA",
  "ANTARCTICA",
  "UNKNOWN",
] as const;
export const COMPLIANCE = [
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
] as const;
export const DATA_CENTER_INCLUDES = ["GPU_AVAILABILITY", "CPU_AVAILABILITY"] as const;
export const PUBLIC_TEMPLATE_SOURCES = ["official", "verified", "community"] as const;

export type AvailabilityLevel = "NONE" | "LOW" | "MEDIUM" | "HIGH";
export type GpuProduct = (typeof GPU_PRODUCTS)[number];
export type CpuProduct = (typeof CPU_PRODUCTS)[number];
export type GpuManufacturer = "NVIDIA" | "AMD" | "UNKNOWN";
export type DataCenterRegion = (typeof REGIONS)[number];
export type Compliance = (typeof COMPLIANCE)[number];

const availabilitySchema = z.object({ id, name: text, availability: open<AvailabilityLevel>() });
/** Availability of one hardware type, or in one data center. */
export type Availability = Parsed<typeof availabilitySchema>;

/** Present if the query asks for availability. */
const availabilities = optional(z.array(availabilitySchema));

const perCloud = orUnset(z.object({ secure: count, community: count }), () => ({ secure: 0, community: 0 }));

export const gpuTypeSchema = z.object({
  /** Id of the GPU type for a pod's `gpu.id`. The id may contain spaces. */
  id,
  name: text,
  /** Pool of the GPU type for an endpoint's `gpuIds`. `null` if endpoints cannot use the type. */
  pool: nullableText,
  manufacturer: open<GpuManufacturer>(text),
  /** Memory of one GPU in GB. */
  memory: count,
  secure: flag,
  community: flag,
  // Price in US dollars an hour for one GPU. The price is required, because a missing price must not become 0.
  price: z.object({ secure: z.number(), community: z.number(), serverless: optional(z.number()) }),
  maxCount: perCloud,
  /** Free hardware. This field and the two lists after it are present if the query asks for availability. */
  availability: optional(open<AvailabilityLevel>()),
  dataCenters: availabilities,
  cudaVersions: optional(z.array(z.object({ version: z.string(), available: flag }))),
});
/** A GPU type. */
export type GpuType = Parsed<typeof gpuTypeSchema>;

export const cpuTypeSchema = z.object({
  /** Id of the CPU flavor for a pod's `cpu.id`. */
  id,
  name: text,
  group: text,
  vcpu: z.object({ min: z.number(), max: z.number() }),
  ramGbPerVcpu: z.number(),
  price: z.object({ securePerVcpu: z.number(), serverlessPerVcpu: z.number() }),
  /** Free hardware. This field and the list after it are present if the query asks for availability. */
  availability: optional(open<AvailabilityLevel>()),
  dataCenters: availabilities,
});
/** A CPU flavor. Prices are US dollars an hour for one vCPU. */
export type CpuType = Parsed<typeof cpuTypeSchema>;

export const dataCenterSchema = z.object({
  id,
  name: text,
  region: open<DataCenterRegion>(text),
  /** Whether pods in this data center may use global networking. */
  globalNetwork: flag,
  /** Types of network volumes that this data center offers. `[]` if it offers none. */
  networkVolumeTypes: listOf(open<NetworkVolumeType>()),
  compliance: listOf(open<Compliance>()),
  gpuAvailability: availabilities,
  cpuAvailability: availabilities,
});
export type DataCenter = Parsed<typeof dataCenterSchema>;

/** A request for availability. RunPod accepts the other parameters only together with `product`. */
export interface GpuAvailabilityQuery {
  /** Product, or several products. RunPod reports the availability for each product. */
  readonly product: GpuProduct | readonly GpuProduct[];
  /** Number of GPUs in one machine, at least 1. Default 1. */
  readonly count?: number | undefined;
  /** Cloud to search. RunPod's default is `SECURE`. */
  readonly cloud?: Cloud | undefined;
  /** Country codes of two capital letters. The response leaves out GPU types that none of these countries offers. */
  readonly countryCodes?: readonly string[] | undefined;
  /** Exact CUDA versions, such as `12.4`. Cannot be combined with `minCudaVersion`. */
  readonly cudaVersions?: readonly string[] | undefined;
  /** Lowest CUDA version, such as `12` or `12.4`. */
  readonly minCudaVersion?: string | undefined;
}

export interface CpuAvailabilityQuery {
  /** Product, or several products. RunPod reports the availability for each product. */
  readonly product: CpuProduct | readonly CpuProduct[];
  /** Number of vCPUs, a power of two, at least 2. */
  readonly vcpuCount?: number | undefined;
}

export interface GpuQuery extends CallOptions {
  /** Request for availability. Without a request, RunPod returns prices and sizes but no availability. */
  readonly availability?: GpuAvailabilityQuery | undefined;
}

export interface CpuQuery extends CallOptions {
  /** Request for availability. Without a request, RunPod returns prices and sizes but no availability. */
  readonly availability?: CpuAvailabilityQuery | undefined;
}

export type DataCenterInclude = (typeof DATA_CENTER_INCLUDES)[number];

export interface DataCenterQuery extends CallOptions {
  readonly include?: readonly DataCenterInclude[] | undefined;
}

/** Filters of data centers. A data center must pass all given filters. */
export interface DataCenterListQuery extends DataCenterQuery {
  /** Regions. A data center must be in one of these regions. */
  readonly regions?: readonly DataCenterRegion[] | undefined;
  /** Types of network volumes. A data center must offer all of these types. */
  readonly networkVolumeTypes?: readonly NetworkVolumeType[] | undefined;
  /** Compliance standards. A data center must meet all of these standards. */
  readonly compliance?: readonly Compliance[] | undefined;
  readonly globalNetwork?: boolean | undefined;
}

export interface PublicTemplateQuery extends CallOptions {
  /** Source of the templates. RunPod's default is `official`. */
  readonly source?: (typeof PUBLIC_TEMPLATE_SOURCES)[number] | undefined;
}
