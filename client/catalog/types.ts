import type { CallOptions } from "../collection/collection";
import type { NetworkVolumeType } from "../network-volumes/types";
import type { Cloud } from "../pods/types";
import type { Template } from "../templates/types";
import type { Open } from "../values/open";

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

/** How much of something is free. */
export interface Availability {
  readonly id: string;
  readonly name: string;
  readonly availability: Open<AvailabilityLevel>;
}

/** A GPU type (contract section 9). Prices are US dollars an hour for one GPU. */
export interface GpuType {
  /** As `gpu.id` of a pod takes it; it may hold spaces. */
  readonly id: string;
  readonly name: string;
  /** As an endpoint's `gpuIds` takes it; `null` when endpoints cannot use the type. */
  readonly pool: string | null;
  readonly manufacturer: Open<GpuManufacturer>;
  /** GB. */
  readonly memory: number;
  readonly secure: boolean;
  readonly community: boolean;
  readonly price: { readonly secure: number; readonly community: number; readonly serverless?: number | undefined };
  readonly maxCount: { readonly secure: number; readonly community: number };
  /** Present when asked for, like the two lists. */
  readonly availability?: Open<AvailabilityLevel> | undefined;
  readonly dataCenters?: readonly Availability[] | undefined;
  readonly cudaVersions?: readonly { readonly version: string; readonly available: boolean }[] | undefined;
}

/** A CPU flavor. Prices are US dollars an hour for one vCPU. */
export interface CpuType {
  /** As `cpu.id` of a pod takes it. */
  readonly id: string;
  readonly name: string;
  readonly group: string;
  readonly vcpu: { readonly min: number; readonly max: number };
  readonly ramGbPerVcpu: number;
  readonly price: { readonly securePerVcpu: number; readonly serverlessPerVcpu: number };
  /** Present when asked for, like the list. */
  readonly availability?: Open<AvailabilityLevel> | undefined;
  readonly dataCenters?: readonly Availability[] | undefined;
}

export interface DataCenter {
  readonly id: string;
  readonly name: string;
  readonly region: Open<DataCenterRegion>;
  /** Pods here may use global networking. */
  readonly globalNetwork: boolean;
  /** Kinds of network volume that can be created here; `[]` for none. */
  readonly networkVolumeTypes: readonly Open<NetworkVolumeType>[];
  readonly compliance: readonly Open<Compliance>[];
  /** Present when asked for. */
  readonly gpuAvailability?: readonly Availability[] | undefined;
  /** Present when asked for. */
  readonly cpuAvailability?: readonly Availability[] | undefined;
}

/** What availability is asked for. The narrowing parameters exist only beside it, so they live in it. */
export interface GpuAvailabilityQuery {
  /** Several: what is free for each of them. */
  readonly product: GpuProduct | readonly GpuProduct[];
  /** GPUs together in one machine, at least 1. Default 1. */
  readonly count?: number | undefined;
  /** The platform's default is `SECURE`. */
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

/** Each filter narrows the others' choice. */
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
  /** The platform's default is `official`. */
  readonly source?: (typeof PUBLIC_TEMPLATE_SOURCES)[number] | undefined;
}

/**
 * What can be had, where, and for how much (contract section 9). Parameters that the platform would refuse are a
 * `ValidationError` before anything is sent. Reads of one throw `NotFoundError` when there is none.
 */
export interface Catalog {
  gpuTypes(query?: GpuQuery): Promise<GpuType[]>;
  gpuType(id: string, query?: GpuQuery): Promise<GpuType>;
  cpuTypes(query?: CpuQuery): Promise<CpuType[]>;
  cpuType(id: string, query?: CpuQuery): Promise<CpuType>;
  dataCenters(query?: DataCenterListQuery): Promise<DataCenter[]>;
  dataCenter(id: string, query?: DataCenterQuery): Promise<DataCenter>;
  /** At most 100; the platform offers no way to the rest. */
  publicTemplates(query?: PublicTemplateQuery): Promise<Template[]>;
}
