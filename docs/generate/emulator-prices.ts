import { perGbMonth } from "../../emulator/areas/billing/prices";
import { cpuTypes, gpuTypes } from "../../emulator/stock/hardware";
import { code, table } from "./markdown";

/** Writes the prices of the emulator, from its catalog and its billing. */
export function emulatorPrices(): string {
  const gpus = gpuTypes.map(({ id, pool, memory, price }) => [
    code(id),
    pool === null ? "" : code(pool),
    `${memory}`,
    ...[price.secure, price.community, price.serverless ?? 0].map((dollars) => (dollars > 0 ? `${dollars}` : "")),
  ]);
  const cpus = cpuTypes.map(({ id, ramGbPerVcpu, price }) => [
    code(id),
    `${ramGbPerVcpu}`,
    `${price.securePerVcpu}`,
    `${price.serverlessPerVcpu}`,
  ]);
  const storage = [
    ["Network volume, `STANDARD`", `${perGbMonth.STANDARD}`],
    ["Network volume, `HIGH_PERFORMANCE`", `${perGbMonth.HIGH_PERFORMANCE}`],
    ["Persistent mount of a stopped pod", `${perGbMonth.stoppedPodDisk}`],
  ];
  return [
    table(["GPU type", "Pool", "GB", "Secure, per hour", "Community, per hour", "Serverless, per hour"], gpus),
    table(["CPU flavor", "GB per vCPU", "Secure, per vCPU and hour", "Serverless, per vCPU and hour"], cpus),
    table(["Storage", "Per GB and month"], storage),
  ].join("\n\n");
}
