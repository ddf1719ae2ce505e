import type { Area, Booked, Ledger } from "./ledger";
import { type Component, toUsd } from "./money";
import { timesOf, type Window } from "./window";

/** One of the six billing operations: what it shows of the ledger, and under which names. */
export interface Report {
  readonly operation: string;
  readonly path: string;
  /** Areas, each with the name its components have in the answer. */
  readonly areas: Readonly<Partial<Record<Area, Readonly<Partial<Record<Component, string>>>>>>;
  /** The field that names a record's resource, which is also the filter; without it a record is about all of them. */
  readonly resource?: "podId" | "serverlessId" | "networkVolumeId" | "clusterId";
  /** Buckets in which nothing was spent have a record too. */
  readonly showsEmpty?: boolean;
}

export const reports: readonly Report[] = [
  {
    operation: "listBilling",
    path: "/v2/billing",
    areas: {
      pods: { gpu: "podGpuAmount", cpu: "podCpuAmount", disk: "podDiskAmount" },
      serverless: {
        gpu: "serverlessGpuAmount",
        cpu: "serverlessCpuAmount",
        disk: "serverlessDiskAmount",
        fee: "serverlessFeeAmount",
      },
      networkVolumes: { standard: "storageStandardAmount", highPerformance: "storageHighPerformanceAmount" },
      publicEndpoints: { usage: "endpointAmount" },
      clusters: { gpu: "clusterGpuAmount", disk: "clusterDiskAmount", networking: "clusterNetworkingAmount" },
    },
    showsEmpty: true,
  },
  {
    operation: "listPodBilling",
    path: "/v2/billing/pods",
    areas: { pods: { gpu: "gpuAmount", cpu: "cpuAmount", disk: "diskAmount" } },
    resource: "podId",
  },
  {
    operation: "listServerlessBilling",
    path: "/v2/billing/serverless",
    areas: { serverless: { gpu: "gpuAmount", cpu: "cpuAmount", disk: "diskAmount", fee: "feeAmount" } },
    resource: "serverlessId",
  },
  { operation: "listEndpointBilling", path: "/v2/billing/endpoints", areas: { publicEndpoints: {} } },
  {
    operation: "listNetworkVolumeBilling",
    path: "/v2/billing/network-volumes",
    areas: { networkVolumes: { standard: "standardAmount", highPerformance: "highPerformanceAmount" } },
    resource: "networkVolumeId",
  },
  {
    operation: "listClusterBilling",
    path: "/v2/billing/clusters",
    areas: { clusters: { gpu: "gpuAmount", disk: "diskAmount", networking: "networkingAmount" } },
    resource: "clusterId",
  },
];

/** What one line of the answer is about. */
interface Line {
  readonly bucket: number;
  readonly resource: string | undefined;
  /** Nanodollars by the name they have in the answer. */
  readonly amounts: Map<string, number>;
}

const total = "totalAmount";

/** The answer of a billing operation (contract 10). */
export function answerOf(ledger: Ledger, report: Report, { bucketSize, edges }: Window, filter: string | null) {
  const lines = linesOf(ledger, report, edges, filter);
  const totals = empty(report);
  for (const line of lines)
    for (const [name, amount] of line.amounts) totals.set(name, (totals.get(name) ?? 0) + amount);
  return {
    records: lines.map(({ bucket, resource, amounts }) => ({
      ...timesOf(edges, bucket),
      ...(report.resource ? { [report.resource]: resource } : {}),
      ...inUsd(amounts),
    })),
    metadata: {
      query: {
        ...timesOf(edges, 0, edges.length - 1),
        bucketSize,
        ...(report.resource ? { [report.resource]: filter } : {}),
      },
      recordCount: lines.length,
      ...(report.resource ? { [countName(report.resource)]: new Set(lines.map((line) => line.resource)).size } : {}),
      totals: inUsd(totals),
    },
  };
}

/** By bucket, then by resource (contract 20 row 50). */
function linesOf(ledger: Ledger, report: Report, edges: readonly number[], filter: string | null): Line[] {
  const lines = new Map<string, Line>();
  const lineAt = (bucket: number, resource: string | undefined): Line => {
    const key = `${bucket}/${resource ?? ""}`;
    const line = lines.get(key) ?? { bucket, resource, amounts: empty(report) };
    lines.set(key, line);
    return line;
  };
  if (report.showsEmpty) for (let bucket = 0; bucket < edges.length - 1; bucket++) lineAt(bucket, undefined);
  for (const [area, names] of Object.entries(report.areas) as [Area, Partial<Record<Component, string>>][])
    for (const { bucket, resource, amounts } of ledger.amounts({ area, resource: filter ?? undefined, edges }))
      book(lineAt(bucket, report.resource ? resource : undefined).amounts, names, amounts);
  return [...lines.values()];
}

function book(into: Map<string, number>, names: Partial<Record<Component, string>>, amounts: Booked["amounts"]): void {
  for (const [component, amount] of Object.entries(amounts) as [Component, number][])
    for (const name of [names[component], total])
      if (name !== undefined) into.set(name, (into.get(name) ?? 0) + amount);
}

function empty({ areas }: Report): Map<string, number> {
  const names = Object.values(areas).flatMap((components) => Object.values(components));
  return new Map([total, ...names].map((name) => [name, 0]));
}

function inUsd(amounts: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...amounts].map(([name, amount]) => [name, toUsd(amount)]));
}

/** `podId` is counted as `uniquePodCount`. */
function countName(resource: NonNullable<Report["resource"]>): string {
  return `unique${resource.charAt(0).toUpperCase()}${resource.slice(1, -2)}Count`;
}
