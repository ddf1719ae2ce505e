/** A plausible catalog. Ids and pools follow RunPod's documentation. Prices are invented and never change. */

export const clouds = ["SECURE", "COMMUNITY"] as const;
export type Cloud = (typeof clouds)[number];
export const volumeTypes = ["STANDARD", "HIGH_PERFORMANCE"] as const;
export type VolumeType = (typeof volumeTypes)[number];

export interface GpuType {
  readonly id: string;
  readonly name: string;
  readonly pool: string | null;
  readonly manufacturer: "NVIDIA" | "AMD";
  /** Memory of the GPU itself in GB. */
  readonly memory: number;
  readonly secure: boolean;
  readonly community: boolean;
  readonly price: { readonly secure: number; readonly community: number; readonly serverless?: number };
  readonly maxCount: { readonly secure: number; readonly community: number };
}

export interface CpuType {
  readonly id: string;
  readonly name: string;
  readonly group: string;
  readonly vcpu: { readonly min: number; readonly max: number };
  readonly ramGbPerVcpu: number;
  readonly price: { readonly securePerVcpu: number; readonly serverlessPerVcpu: number };
}

export const regions = [
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

export const compliances = [
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

export interface DataCenter {
  readonly id: string;
  readonly name: string;
  readonly region: string;
  readonly country: string;
  readonly globalNetwork: boolean;
  readonly networkVolumeTypes: readonly VolumeType[];
  readonly compliance: readonly string[];
  /** CUDA version that the hosts report. */
  readonly cuda: string;
}

type GpuRow = readonly [
  id: string,
  name: string,
  pool: string | null,
  memory: number,
  secure: number,
  community: number,
];

const nvidia: readonly GpuRow[] = [
  ["NVIDIA RTX A4000", "RTX A4000", "AMPERE_16", 16, 0.25, 0.17],
  ["NVIDIA RTX A4500", "RTX A4500", "AMPERE_16", 20, 0.25, 0.19],
  ["NVIDIA RTX 4000 Ada Generation", "RTX 4000 Ada", "AMPERE_16", 20, 0.26, 0.2],
  ["NVIDIA RTX 2000 Ada Generation", "RTX 2000 Ada", "AMPERE_16", 16, 0.24, 0],
  ["NVIDIA L4", "L4", "AMPERE_24", 24, 0.39, 0],
  ["NVIDIA RTX A5000", "RTX A5000", "AMPERE_24", 24, 0.27, 0.16],
  ["NVIDIA GeForce RTX 3090", "RTX 3090", "AMPERE_24", 24, 0.46, 0.22],
  ["NVIDIA GeForce RTX 4090", "RTX 4090", "ADA_24", 24, 0.69, 0.34],
  ["NVIDIA RTX A6000", "RTX A6000", "AMPERE_48", 48, 0.49, 0.33],
  ["NVIDIA A40", "A40", "AMPERE_48", 48, 0.4, 0.35],
  ["NVIDIA L40", "L40", "ADA_48_PRO", 48, 0.99, 0.69],
  ["NVIDIA L40S", "L40S", "ADA_48_PRO", 48, 0.86, 0.79],
  ["NVIDIA RTX 6000 Ada Generation", "RTX 6000 Ada", "ADA_48_PRO", 48, 0.77, 0.74],
  ["NVIDIA A100 80GB PCIe", "A100 PCIe", "AMPERE_80", 80, 1.64, 1.19],
  ["NVIDIA A100-SXM4-80GB", "A100 SXM", "AMPERE_80", 80, 1.74, 1.39],
  ["NVIDIA H100 80GB HBM3", "H100 SXM", "ADA_80_PRO", 80, 2.69, 2.69],
  ["NVIDIA H100 PCIe", "H100 PCIe", "ADA_80_PRO", 80, 2.39, 1.99],
  ["NVIDIA H200", "H200 SXM", "HOPPER_141", 141, 3.59, 0],
  ["NVIDIA H100 NVL", "H100 NVL", "ADA_80_PRO", 94, 2.79, 2.59],
  ["NVIDIA GeForce RTX 5090", "RTX 5090", "ADA_32_PRO", 32, 0.94, 0.69],
  ["NVIDIA RTX PRO 6000 Blackwell Server Edition", "RTX PRO 6000", "BLACKWELL_96", 96, 1.79, 0],
  ["NVIDIA B200", "B200", "BLACKWELL_180", 180, 5.98, 0],
  ["NVIDIA GeForce RTX 3070", "RTX 3070", null, 8, 0, 0.13],
];

export const gpuTypes: readonly GpuType[] = [
  ...nvidia.map(
    ([id, name, pool, memory, secure, community]): GpuType => ({
      id,
      name,
      pool,
      manufacturer: "NVIDIA",
      memory,
      secure: secure > 0,
      community: community > 0,
      price: { secure, community, ...(pool ? { serverless: Math.round(secure * 160) / 100 } : {}) },
      maxCount: { secure: secure > 0 ? 8 : 0, community: community > 0 ? 4 : 0 },
    }),
  ),
  {
    id: "AMD Instinct MI300X OAM",
    name: "MI300X",
    pool: null,
    manufacturer: "AMD",
    memory: 192,
    secure: true,
    community: false,
    price: { secure: 2.49, community: 0 },
    maxCount: { secure: 8, community: 0 },
  },
];

export const cpuTypes: readonly CpuType[] = [
  cpu("cpu3c", "Compute-Optimized", "Gen 3", 2, 0.03),
  cpu("cpu3g", "General Purpose", "Gen 3", 4, 0.04),
  cpu("cpu5c", "Compute-Optimized", "Gen 5", 2, 0.035),
  cpu("cpu5g", "General Purpose", "Gen 5", 4, 0.045),
];

function cpu(id: string, name: string, group: string, ramGbPerVcpu: number, securePerVcpu: number): CpuType {
  const price = { securePerVcpu, serverlessPerVcpu: Math.round(securePerVcpu * 900) / 1000 };
  return { id, name, group, vcpu: { min: 2, max: 32 }, ramGbPerVcpu, price };
}

const standard: readonly VolumeType[] = ["STANDARD"];
const soc = ["SOC_2_TYPE_2", "ISO_IEC_27001"];
const gdpr = ["GDPR", ...soc];

export const dataCenters: readonly DataCenter[] = [
  center("US-TX-3", "US Texas 3", "NORTH_AMERICA", true, volumeTypes, [...soc, "HIPAA"], "12.8"),
  center("US-KS-2", "US Kansas 2", "NORTH_AMERICA", true, standard, soc, "12.8"),
  center("US-CA-2", "US California 2", "NORTH_AMERICA", true, volumeTypes, soc, "12.8"),
  center("US-GA-2", "US Georgia 2", "NORTH_AMERICA", false, [], soc, "12.4"),
  center("CA-MTL-1", "Canada Montreal 1", "NORTH_AMERICA", false, standard, soc, "12.4"),
  center("EU-RO-1", "EU Romania 1", "EUROPE", true, volumeTypes, gdpr, "12.8"),
  center("EU-CZ-1", "EU Czechia 1", "EUROPE", true, standard, gdpr, "12.8"),
  center("EU-SE-1", "EU Sweden 1", "EUROPE", false, standard, gdpr, "12.4"),
  center("AP-JP-1", "Asia Pacific Japan 1", "ASIA", false, [], soc, "12.4"),
  center("EU-FR-1", "EU France 1", "EUROPE", false, volumeTypes, gdpr, "12.8"),
  center("EU-NL-1", "EU Netherlands 1", "EUROPE", false, standard, gdpr, "12.4"),
  center("EUR-NO-1", "Norway 1", "EUROPE", false, volumeTypes, [...gdpr, "RENEWABLE"], "12.8"),
  center("EUR-GB-1", "Great Britain 1", "EUROPE", false, standard, gdpr, "12.8"),
  center("EUR-IS-1", "Iceland 1", "EUROPE", false, standard, [...gdpr, "RENEWABLE"], "12.8"),
  center("OC-AU-1", "Oceania Australia 1", "OCEANIA", false, [], soc, "12.8"),
];

function center(
  id: string,
  name: string,
  region: string,
  globalNetwork: boolean,
  networkVolumeTypes: readonly VolumeType[],
  compliance: readonly string[],
  cuda: string,
): DataCenter {
  const [area = "", place = ""] = id.split("-");
  const country = area === "US" || area === "CA" ? area : place.slice(0, 2);
  return { id, name, region, country, globalNetwork, networkVolumeTypes, compliance, cuda };
}

export const gpuPools: ReadonlySet<string> = new Set(gpuTypes.flatMap((gpu) => (gpu.pool ? [gpu.pool] : [])));

/** Returns the vCPUs and the memory of a host for each GPU. The numbers are invented, and a larger GPU gets more. */
export function hostShare({ memory }: GpuType): { readonly vcpuCount: number; readonly memory: number } {
  return { vcpuCount: memory < 32 ? 8 : memory < 80 ? 16 : 24, memory: Math.max(16, 2 * memory) };
}

export const findGpu = (id: string): GpuType | undefined => gpuTypes.find((gpu) => gpu.id === id);
export const findCpu = (id: string): CpuType | undefined => cpuTypes.find((flavor) => flavor.id === id);
export const findDataCenter = (id: string): DataCenter | undefined => dataCenters.find((center) => center.id === id);
