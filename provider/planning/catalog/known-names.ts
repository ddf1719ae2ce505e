// biome-ignore-all format: written by `npm run names`.

/** Names that RunPod's catalog has listed up to this date. */
export const knownNames = {
  "date": "2026-11-22",
  "gpuTypes": [
    "AMD Instinct MI300X OAM",
    "NVIDIA A100 80GB PCIe",
    "NVIDIA A100-SXM4-80GB",
    "NVIDIA A40",
    "NVIDIA B200",
    "NVIDIA GeForce RTX 3070",
    "NVIDIA GeForce RTX 3090",
    "NVIDIA GeForce RTX 4090",
    "NVIDIA GeForce RTX 5090",
    "NVIDIA H100 80GB HBM3",
    "NVIDIA H100 NVL",
    "NVIDIA H100 PCIe",
    "NVIDIA H200",
    "NVIDIA L4",
    "NVIDIA L40",
    "NVIDIA L40S",
    "NVIDIA RTX 2000 Ada Generation",
    "NVIDIA RTX 4000 Ada Generation",
    "NVIDIA RTX 6000 Ada Generation",
    "NVIDIA RTX A4000",
    "NVIDIA RTX A4500",
    "NVIDIA RTX A5000",
    "NVIDIA RTX A6000",
    "NVIDIA RTX PRO 6000 Blackwell Server Edition"
  ],
  "gpuPools": [
    "ADA_24",
    "ADA_32_PRO",
    "ADA_48_PRO",
    "ADA_80_PRO",
    "AMPERE_16",
    "AMPERE_24",
    "AMPERE_48",
    "AMPERE_80",
    "BLACKWELL_180",
    "BLACKWELL_96",
    "HOPPER_141"
  ],
  "cpuFlavors": [
    "cpu3c",
    "cpu3g",
    "cpu5c",
    "cpu5g"
  ],
  "dataCenters": [
    "AP-JP-1",
    "CA-MTL-1",
    "EU-CZ-1",
    "EU-FR-1",
    "EU-NL-1",
    "EU-RO-1",
    "EU-SE-1",
    "EUR-GB-1",
    "EUR-IS-1",
    "EUR-NO-1",
    "OC-AU-1",
    "US-CA-2",
    "US-GA-2",
    "US-KS-2",
    "US-TX-3"
  ]
} as const;
