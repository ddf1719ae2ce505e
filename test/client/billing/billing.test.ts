import { describe, expect, test } from "vitest";
import { type Billing, UnexpectedAnswerError, ValidationError } from "../../../client";
import { client, failure, json, serve } from "../support/local-server";

const TIME = { startTime: "2026-06-01T00:00:00Z", endTime: "2026-06-02T00:00:00Z" };
const QUERY = { ...TIME, bucketSize: "day" };
const ACCOUNT = {
  totalAmount: 3,
  podGpuAmount: 1,
  podCpuAmount: 0,
  podDiskAmount: 0,
  serverlessGpuAmount: 1,
  serverlessCpuAmount: 0,
  serverlessDiskAmount: 0,
  serverlessFeeAmount: 0,
  storageStandardAmount: 1,
  storageHighPerformanceAmount: 0,
  endpointAmount: 0,
  clusterGpuAmount: 0,
  clusterDiskAmount: 0,
  clusterNetworkingAmount: 0,
};
const PODS = { totalAmount: 3, gpuAmount: 2, cpuAmount: 0, diskAmount: 1 };

interface Case {
  readonly path: string;
  readonly call: (billing: Billing) => Promise<unknown>;
  readonly amounts: Record<string, number>;
  readonly resource?: string;
  readonly counter?: string;
}

const reports: Case[] = [
  { path: "/v2/billing", call: (billing) => billing.account(), amounts: ACCOUNT },
  {
    path: "/v2/billing/pods?podId=id1",
    call: (billing) => billing.pods({ podId: "id1" }),
    amounts: PODS,
    resource: "podId",
    counter: "uniquePodCount",
  },
  {
    path: "/v2/billing/serverless?serverlessId=id1",
    call: (billing) => billing.serverless({ serverlessId: "id1" }),
    amounts: { ...PODS, feeAmount: 0 },
    resource: "serverlessId",
    counter: "uniqueServerlessCount",
  },
  { path: "/v2/billing/endpoints", call: (billing) => billing.publicEndpoints(), amounts: { totalAmount: 3 } },
  {
    path: "/v2/billing/network-volumes?networkVolumeId=id1",
    call: (billing) => billing.networkVolumes({ networkVolumeId: "id1" }),
    amounts: { totalAmount: 3, standardAmount: 2, highPerformanceAmount: 1 },
    resource: "networkVolumeId",
    counter: "uniqueNetworkVolumeCount",
  },
  {
    path: "/v2/billing/clusters?clusterId=id1",
    call: (billing) => billing.clusters({ clusterId: "id1" }),
    amounts: { totalAmount: 3, gpuAmount: 1, diskAmount: 1, networkingAmount: 1 },
    resource: "clusterId",
    counter: "uniqueClusterCount",
  },
];

test.each(reports)(
  "the client returns the records, totals and period of the bill at $path",
  async ({ path, call, amounts, resource, counter }) => {
    const record = { ...TIME, ...amounts, ...(resource === undefined ? {} : { [resource]: "id1" }) };
    const metadata = {
      query: QUERY,
      recordCount: 1,
      totals: amounts,
      ...(counter === undefined ? {} : { [counter]: 7 }),
    };
    const server = await serve(json(200, { records: [{ ...record, later: true }], metadata }));
    expect(await call(client(server.url).billing)).toEqual({
      records: [record],
      totals: amounts,
      period: QUERY,
      ...(counter === undefined ? {} : { resourceCount: 7 }),
    });
    expect(server.seen[0]?.url).toBe(path);
  },
);

test("a program can request a bill for the time between two dates or for the latest buckets", async () => {
  const server = await serve(json(200, { records: [], metadata: { query: QUERY, totals: PODS } }));
  const { billing } = client(server.url);
  await billing.pods({
    startTime: "2026-06-01T02:00:00+02:00",
    endTime: new Date("2026-06-02T00:00:00Z"),
    bucketSize: "hour",
  });
  await billing.pods({ lastN: 3, bucketSize: "month" });
  expect(server.seen.map(({ url }) => decodeURIComponent(url.replaceAll("+", " ")))).toEqual([
    "/v2/billing/pods?startTime=2026-06-01T02:00:00+02:00&endTime=2026-06-02T00:00:00.000Z&bucketSize=hour",
    "/v2/billing/pods?bucketSize=month&lastN=3",
  ]);
});

test("the client accepts a bill without parts of a cost, but not without the total", async () => {
  const totals = { totalAmount: 1 };
  const server = await serve(
    json(200, { records: [{ ...TIME, podId: "id1", totalAmount: 1 }], metadata: { query: QUERY, totals } }),
    json(200, { records: [], metadata: { query: QUERY, totals: {} } }),
  );
  const { billing } = client(server.url);
  expect((await billing.pods()).records[0]).toMatchObject({ totalAmount: 1, gpuAmount: 0 });
  expect(await failure(billing.pods())).toBeInstanceOf(UnexpectedAnswerError);
});

describe("the request for a bill", () => {
  const refused: [string, Parameters<Billing["pods"]>[0]][] = [
    ["an unknown bucket size", { bucketSize: "minute" as "hour" }],
    ["a time without a time zone", { startTime: "2026-06-01T00:00:00" }],
    ["a day that does not exist", { startTime: "2026-02-30T00:00:00Z" }],
    ["an invalid date", { endTime: new Date(Number.NaN) }],
    ["a start after the end", { startTime: TIME.endTime, endTime: TIME.startTime }],
    ["0 as the number of buckets", { lastN: 0 }],
    ["both a number of buckets and a start", { lastN: 2, startTime: TIME.startTime }],
    ["an empty filter", { podId: "" }],
  ];
  test.each(refused)("is never sent with %s", async (_what, query) => {
    const server = await serve(json(200, {}));
    expect(await failure(client(server.url).billing.pods(query))).toBeInstanceOf(ValidationError);
    expect(server.seen).toHaveLength(0);
  });
});

test("the client returns the account's discount on serverless workers", async () => {
  const discount = { discountFactor: 0.1, type: "COMMITMENT", expirationDate: "2027-01-01T00:00:00Z" };
  const answer = (serverlessDiscount: unknown) => json(200, { data: { myself: { serverlessDiscount } } });
  const server = await serve(answer(discount), answer(null), json(200, { errors: [{ message: "no" }], data: null }));
  const { billing } = client(server.url);
  expect(await billing.serverlessDiscount()).toEqual(discount);
  expect(await billing.serverlessDiscount()).toBeNull();
  expect(await failure(billing.serverlessDiscount())).toMatchObject({ code: "RULE", operation: "myself" });
});
