import * as z from "zod";
import type { NetworkVolumeType } from "../account/network-volumes";
import type { CallOptions } from "../http/requests";
import type { Cloud } from "../pods/types";
import { count, flag, id, listOf, nullableText, open, optional, orUnset, type Parsed, text } from "../values/fields";

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
/** How much of the hardware is free. */
export type Availability = Parsed<typeof availabilitySchema>;

/** Present when the query asks for it. */
const availabilities = optional(z.array(availabilitySchema));

const perCloud = orUnset(z.object({ secure: count, community: count }), () => ({ secure: 0, community: 0 }));

export const gpuTypeSchema = z.object({
  /** As `gpu.id` of a pod takes it; it may hold spaces. */
  id,
  name: text,
  /** As an endpoint's `gpuIds` takes it; `null` when endpoints cannot use the type. */
  pool: nullableText,
  manufacturer: open<GpuManufacturer>(text),
  /** GB. */
  memory: count,
  secure: flag,
  community: flag,
  // A price is required: an absent one must not look like 0.
  price: z.object({ secure: z.number(), community: z.number(), serverless: optional(z.number()) }),
  maxCount: perCloud,
  /** Present when the query asks for it, like the two lists. */
  availability: optional(open<AvailabilityLevel>()),
  dataCenters: availabilities,
  cudaVersions: optional(z.array(z.object({ version: z.string(), available: flag }))),
});
/** A GPU type. Prices are US dollars an hour for one GPU. */
export type GpuType = Parsed<typeof gpuTypeSchema>;

export const cpuTypeSchema = z.object({
  /** As `cpu.id` of a pod takes it. */
  id,
  name: text,
  group: text,
  vcpu: z.object({ min: z.number(), max: z.number() }),
  ramGbPerVcpu: z.number(),
  price: z.object({ securePerVcpu: z.number(), serverlessPerVcpu: z.number() }),
  /** Present when the query asks for it, like the list. */
  availability: optional(open<AvailabilityLevel>()),
  dataCenters: availabilities,
});
/** A CPU flavor. Prices are US dollars an hour for one vCPU. */
export type CpuType = Parsed<typeof cpuTypeSchema>;

export const dataCenterSchema = z.object({
  id,
  name: text,
  region: open<DataCenterRegion>(text),
  /** Pods here may use global networking. */
  globalNetwork: flag,
  /** Kinds of network volume that can be created here; `[]` for none. */
  networkVolumeTypes: listOf(open<NetworkVolumeType>()),
  compliance: listOf(open<Compliance>()),
  gpuAvailability: availabilities,
  cpuAvailability: availabilities,
});
export type DataCenter = Parsed<typeof dataCenterSchema>;

/** Asks for availability. The narrowing parameters exist only beside it, so they live in it. */
export interface GpuAvailabilityQuery {
  /** With several products, RunPod reports the availability for each. */
  readonly product: GpuProduct | readonly GpuProduct[];
  /** GPUs together in one machine, at least 1. Default 1. */
  readonly count?: number | undefined;
  /** RunPod's default is `SECURE`. */
  readonly cloud?: Cloud | undefined;
  /** Two capital letters each. A list leaves out the types that none of the countries has. */
  readonly countryCodes?: readonly string[] | undefined;
  /** Exactly these, as `12.4`. Not beside `minCudaVersion`. */
  readonly cudaVersions?: readonly string[] | undefined;
  /** `12` or `12.4`. */
  readonly minCudaVersion?: string | undefined;
}

export interface CpuAvailabilityQuery {
  /** As for GPUs. */
  readonly product: CpuProduct | readonly CpuProduct[];
  /** A power of two, at least 2. */
  readonly vcpuCount?: number | undefined;
}

export interface GpuQuery extends CallOptions {
  /** Absent: prices and sizes only. */
  readonly availability?: GpuAvailabilityQuery | undefined;
}

export interface CpuQuery extends CallOptions {
  /** Absent: prices and sizes only. */
  readonly availability?: CpuAvailabilityQuery | undefined;
}

export type DataCenterInclude = (typeof DATA_CENTER_INCLUDES)[number];

export interface DataCenterQuery extends CallOptions {
  readonly include?: readonly DataCenterInclude[] | undefined;
}

/** A data center must pass every filter given. */
export interface DataCenterListQuery extends DataCenterQuery {
  /** In any of these. */
  readonly regions?: readonly DataCenterRegion[] | undefined;
  /** With all of these. */
  readonly networkVolumeTypes?: readonly NetworkVolumeType[] | undefined;
  /** With all of these. */
  readonly compliance?: readonly Compliance[] | undefined;
  readonly globalNetwork?: boolean | undefined;
}

export interface PublicTemplateQuery extends CallOptions {
  /** RunPod's default is `official`. */
  readonly source?: (typeof PUBLIC_TEMPLATE_SOURCES)[number] | undefined;
}
