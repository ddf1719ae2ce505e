import type { Area, Ledger } from "../../platform/ledger";
import { type Amounts, type Component, toUsd } from "../../platform/money";
import { timestamp } from "../../time/clock";
import type { Window } from "./window";

type Names = Readonly<Partial<Record<Component, string>>>;

/** One of the six billing operations. A report determines which part of the ledger the response shows, and with which names. */
export interface Report {
  readonly operation: string;
  readonly path: `/${string}`;
  /** Billed areas. Each area has the names of its components in the response. */
  readonly areas: Readonly<Partial<Record<Area, Names>>>;
  /**
   * Field of a record that contains the id of its resource. The query parameter that selects a resource has this name too.
   * Without this field, each record covers all resources.
   */
  readonly resource?: "podId" | "serverlessId" | "networkVolumeId" | "clusterId";
  /** Whether a bucket without cost has a record too. */
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

/** One record of the response. */
interface Line {
  readonly bucket: number;
  readonly resource: string | undefined;
  /** Amounts in nanodollars, one for each column. */
  readonly amounts: number[];
}

/**
 * Returns the response of a billing operation. A year of hourly buckets gives many records, so each record must be cheap to
 * compute.
 */
export function reportShape(ledger: Ledger, report: Report, { bucketSize, edges }: Window, filter: string | null) {
  const columns = columnsOf(report);
  const lines = linesOf(ledger, report, edges, filter);
  const totals = columns.map(() => 0);
  for (const { amounts } of lines) addTo(totals, amounts);
  const times = edges.map(timestamp);
  return {
    records: lines.map(({ bucket, resource, amounts }) => ({
      startTime: times[bucket],
      endTime: times[bucket + 1],
      ...(report.resource ? { [report.resource]: resource } : {}),
      ...inUsd(columns, amounts),
    })),
    metadata: {
      query: {
        startTime: times[0],
        endTime: times.at(-1),
        bucketSize,
        ...(report.resource ? { [report.resource]: filter } : {}),
      },
      recordCount: lines.length,
      ...(report.resource ? { [countName(report.resource)]: new Set(lines.map((line) => line.resource)).size } : {}),
      totals: inUsd(columns, totals),
    },
  };
}

/** Returns the names of a record's amounts: the total first, then the components. */
function columnsOf({ areas }: Report): string[] {
  return ["totalAmount", ...Object.values(areas).flatMap((components) => Object.values(components))];
}

/** Returns the records, sorted by bucket, then by resource. */
function linesOf(ledger: Ledger, report: Report, edges: readonly number[], filter: string | null): Line[] {
  const columns = columnsOf(report);
  const empty = () => columns.map(() => 0);
  const buckets = Array.from({ length: edges.length - 1 }, () => new Map<string, Line>());
  for (const [area, names] of Object.entries(report.areas) as [Area, Names][])
    for (const { bucket, resource: id, amounts } of ledger.amounts({ area, resource: filter ?? undefined, edges })) {
      const resource = report.resource ? id : undefined;
      const line = buckets[bucket]?.get(resource ?? "") ?? { bucket, resource, amounts: empty() };
      buckets[bucket]?.set(resource ?? "", line);
      book(line.amounts, amounts, (component) => columns.indexOf(names[component] ?? ""));
    }
  return buckets.flatMap((lines, bucket) =>
    lines.size === 0 && report.showsEmpty ? [{ bucket, resource: undefined, amounts: empty() }] : [...lines.values()],
  );
}

/** Adds each amount to the total in the first column. If the component has its own column, adds the amount there too. */
function book(into: number[], amounts: Amounts, columnOf: (component: Component) => number): void {
  for (const component in amounts) {
    const amount = amounts[component as Component] ?? 0;
    into[0] = (into[0] ?? 0) + amount;
    const column = columnOf(component as Component);
    if (column > 0) into[column] = (into[column] ?? 0) + amount;
  }
}

function addTo(totals: number[], amounts: readonly number[]): void {
  for (const [column, amount] of amounts.entries()) totals[column] = (totals[column] ?? 0) + amount;
}

function inUsd(columns: readonly string[], amounts: readonly number[]): Record<string, number> {
  const usd: Record<string, number> = {};
  for (const [column, name] of columns.entries()) usd[name] = toUsd(amounts[column] ?? 0);
  return usd;
}

/** Returns the name of the resource count. For `podId` it is `uniquePodCount`. */
function countName(resource: NonNullable<Report["resource"]>): string {
  return `unique${resource.charAt(0).toUpperCase()}${resource.slice(1, -2)}Count`;
}
