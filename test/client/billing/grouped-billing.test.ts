import { describe, expect, test } from "vitest";
import { type Billing, type BillingSource, ValidationError } from "../../../client";
import { client, cut, failure, json, POD, problem, type Reply, serve } from "../support/local-server";

const day = (number: number) => ({
  startTime: `2026-06-0${number}T00:00:00Z`,
  endTime: `2026-06-0${number + 1}T00:00:00Z`,
});
const POD_AMOUNTS = { totalAmount: 0, gpuAmount: 0, cpuAmount: 0, diskAmount: 0 };
const SERVERLESS_AMOUNTS = { ...POD_AMOUNTS, feeAmount: 0 };

function bill(amounts: object, records: readonly object[]): Reply {
  const query = { ...day(1), bucketSize: "day" };
  return json(200, { records: records.map((one) => ({ ...amounts, ...one })), metadata: { query, totals: amounts } });
}

const podsBill = bill(POD_AMOUNTS, [
  { ...day(1), podId: POD.id, totalAmount: 0.1, gpuAmount: 0.1 },
  { ...day(1), podId: "twin", totalAmount: 0.2, gpuAmount: 0.2 },
  { ...day(2), podId: "gone", totalAmount: 1, gpuAmount: 1 },
  { ...day(2), podId: "cpu", totalAmount: 0.5, cpuAmount: 0.5 },
]);
const POOLS = {
  one: "ADA_24",
  two: "AMPERE_24,ADA_24",
  left: "ADA_24,-NVIDIA L4",
  without: "ADA_24,-NVIDIA GeForce RTX 4090",
  alone: "AMPERE_80",
};
const serverlessBill = bill(
  SERVERLESS_AMOUNTS,
  [...Object.keys(POOLS), "gone"].map((serverlessId, index) => ({ ...day(1), serverlessId, totalAmount: 2 ** index })),
);
const gpu = (id: string, pool: string | null) => ({ id, name: id, pool, price: { secure: 1, community: 1 } });

/** The account of the bills above. Some of its resources still exist. */
async function account(refused: Readonly<Record<string, Reply>> = {}) {
  const endpoints = Object.entries(POOLS).map(([id, gpuIds]) => ({
    id,
    name: id,
    gpuIds,
    workersMin: 0,
    workersMax: 1,
  }));
  const replies: Readonly<Record<string, Reply>> = {
    "/v2/billing/pods": podsBill,
    "/v2/billing/serverless": serverlessBill,
    "/v2/billing/network-volumes": bill({ totalAmount: 0, standardAmount: 0, highPerformanceAmount: 0 }, [
      { ...day(1), networkVolumeId: "vol1", totalAmount: 7, standardAmount: 7 },
    ]),
    "/v2/pods": json(200, { pods: [POD, { ...POD, id: "twin" }, { ...POD, id: "cpu", gpu: undefined }] }),
    "/graphql": json(200, { data: { myself: { endpoints } } }),
    "/v2/catalog/gpus": json(200, {
      gpus: [gpu("NVIDIA L4", "ADA_24"), gpu("NVIDIA GeForce RTX 4090", "ADA_24"), gpu("NVIDIA A100", "AMPERE_80")],
    }),
    ...refused,
  };
  const server = await serve((response, seen, socket) => {
    (replies[seen.url.split("?")[0] ?? ""] ?? problem(404, "not found"))(response, seen, socket);
  });
  return { billing: client(server.url).billing, asked: () => server.seen.map(({ url }) => url.split("?")[0]) };
}

type Query = Parameters<Billing["grouped"]>[0];
const groups = ({ records }: Awaited<ReturnType<Billing["grouped"]>>) =>
  records.map(({ group, amounts }) => [group, amounts.totalAmount]);

describe("the bill of pods", () => {
  test("adds up the costs of each GPU type", async () => {
    const { billing } = await account();
    const report = await billing.grouped({ subject: "pods" });
    expect(report).toMatchObject({ grouping: "gpuId", period: { bucketSize: "day" } });
    expect(groups(report)).toEqual([
      ["NVIDIA L4", 0.3],
      ["none", 0.5],
      ["unattributed", 1],
    ]);
    expect(report.totals).toEqual({ totalAmount: 1.8, gpuAmount: 1.3, cpuAmount: 0.5, diskAmount: 0 });
    expect(report.unattributed).toBe(1);
    expect(report.notes).toEqual([
      '$1.00 of the cost of pods is in the group "unattributed": the GPUs of gone are unknown, because RunPod no longer lists these pods',
    ]);
  });

  test("needs only one request if the program groups the costs by pod", async () => {
    const { billing, asked } = await account();
    expect(groups(await billing.grouped({ subject: "pods", grouping: "podId" }))).toHaveLength(4);
    expect(asked()).toEqual(["/v2/billing/pods"]);
  });

  test("attributes no costs to GPU types if the API key cannot list pods", async () => {
    const { billing } = await account({ "/v2/pods": problem(403, "access denied") });
    const report = await billing.grouped({ subject: "pods" });
    expect([report.totals.totalAmount, report.unattributed]).toEqual([1.8, 1.3]);
    expect(groups(report)).toEqual([
      ["unattributed", 0.3],
      ["none", 0.5],
      ["unattributed", 1],
    ]);
    expect(report.notes).toEqual([expect.stringMatching(/could not be read.*refused listPods \(403\): access denied/)]);
    const filtered = await billing.grouped({ subject: "pods", gpuId: "NVIDIA L4" });
    expect([filtered.records, filtered.unattributed]).toEqual([[], 1.3]);
    expect(filtered.notes[0]).toMatch(
      /^\$1\.30 of the cost of pods is left out: the GPUs of .* could not be read\. .*, so this amount may be for NVIDIA L4$/,
    );
  });

  test("fails if the connection breaks during the request for the list of pods", async () => {
    const { billing } = await account({ "/v2/pods": cut });
    expect(await failure(billing.grouped({ subject: "pods" }))).toMatchObject({ code: "NETWORK" });
  });
});

describe("the lookup of a deleted resource's GPU", () => {
  const source = (gpus: Readonly<Record<string, string | null>>, name = "the ledger") => {
    const asked: string[][] = [];
    const gpusOf: BillingSource["gpusOf"] = async ({ ids }) => {
      asked.push([...ids]);
      return new Map(Object.entries(gpus));
    };
    return { name, gpusOf, asked };
  };

  test("skips all resources that still exist", async () => {
    const { billing } = await account();
    const ledger = source({ gone: "NVIDIA A40", [POD.id]: "somebody else's" });
    const report = await billing.grouped({ subject: "pods", sources: [ledger] });
    expect(ledger.asked).toEqual([["gone"]]);
    expect(groups(report)).toEqual([
      ["NVIDIA L4", 0.3],
      ["NVIDIA A40", 1],
      ["none", 0.5],
    ]);
    expect(report).toMatchObject({ unattributed: 0, notes: [] });
    const filtered = await billing.grouped({ subject: "pods", gpuId: "NVIDIA A40", sources: [ledger] });
    expect(filtered).toMatchObject({ totals: { totalAmount: 1 }, unattributed: 0, notes: [] });
  });

  test("skips later sources if an earlier source contains the resource", async () => {
    const { billing } = await account();
    const [first, second] = [source({ gone: null }), source({})];
    await billing.grouped({ subject: "pods", sources: [first, second] });
    await billing.grouped({ subject: "pods", grouping: "podId", sources: [first, second] });
    expect([first.asked.length, second.asked.length]).toEqual([1, 0]);
  });

  test("adds a note to the bill if a source fails or lacks the resource", async () => {
    const { billing } = await account();
    const broken = { name: "the archive", gpusOf: () => Promise.reject(new Error("no such file")) };
    const report = await billing.grouped({ subject: "pods", sources: [source({}), broken] });
    expect(report.unattributed).toBe(1);
    expect(report.notes).toEqual([expect.stringContaining("the archive could not be read: no such file")]);
    const unknown = await billing.grouped({ subject: "pods", sources: [source({})] });
    expect(unknown.notes).toEqual([
      expect.stringMatching(/no longer lists these pods, and the ledger does not contain their GPUs$/),
    ]);
  });

  test("lets a GPU filter find the costs of a deleted endpoint", async () => {
    const { billing } = await account();
    const sources = [source({ gone: "AMPERE_80" })];
    const report = await billing.grouped({ subject: "serverless", gpuId: "NVIDIA A100", sources });
    expect(groups(report)).toEqual([
      ["alone", 16],
      ["gone", 32],
    ]);
  });
});

test("a deleted pod with only CPU costs counts as a pod without GPU", async () => {
  const { billing } = await account({
    "/v2/billing/pods": bill(POD_AMOUNTS, [
      { ...day(1), podId: "gone-cpu", totalAmount: 0.5, cpuAmount: 0.5 },
      { ...day(1), podId: "gone-stopped", totalAmount: 0.1, diskAmount: 0.1 },
    ]),
  });
  const report = await billing.grouped({ subject: "pods" });
  expect(groups(report)).toEqual([
    ["none", 0.5],
    ["unattributed", 0.1],
  ]);
});

describe("the bill of endpoints", () => {
  const GONE = "$32.00 of the cost of endpoints is left out: the GPUs of gone are unknown";

  test.each([
    [
      "counts for a pool only endpoints that use no other pool",
      "ADA_24",
      ["left", "one", "without"],
      "$2.00 of the cost of endpoints is left out: these endpoints may also run",
    ],
    ["counts all costs of a pool whose endpoints use no other pool", "AMPERE_80", ["alone"], undefined],
    [
      "counts for a GPU type only endpoints that use no other type",
      "NVIDIA L4",
      ["without"],
      "$3.00 of the cost of endpoints is left out: these endpoints may also run",
    ],
    [
      "counts for a GPU type an endpoint that excludes all other types of the pool",
      "NVIDIA GeForce RTX 4090",
      ["left"],
      "$3.00 of the cost of endpoints is left out: these endpoints may",
    ],
    ["counts for a GPU type all endpoints of a pool without other types", "NVIDIA A100", ["alone"], undefined],
    ["counts no endpoint for an unknown GPU type", "NVIDIA B9000", [], undefined],
  ])("%s", async (_what, gpuId, counted, left) => {
    const { billing } = await account();
    const report = await billing.grouped({ subject: "serverless", gpuId });
    expect(report.records.map(({ group }) => group)).toEqual(counted);
    // The cost of the deleted endpoint is $32.00.
    expect(report.unattributed).toBe(32 + Number(left?.match(/^\$(\d+\.\d+)/)?.[1] ?? 0));
    expect(report.notes).toEqual([
      expect.stringContaining(GONE),
      ...(left === undefined ? [] : [expect.stringContaining(left)]),
    ]);
  });

  test("can be grouped by the GPU pools of the endpoints, but not by worker", async () => {
    const { billing } = await account();
    const byGpu = await billing.grouped({ subject: "serverless", grouping: "gpuId" });
    expect(groups(byGpu)).toContainEqual(["AMPERE_24,ADA_24", 2]);
    const byWorker = await billing.grouped({ subject: "serverless", grouping: "podId" });
    expect(groups(byWorker)).toEqual([["unattributed", 63]]);
    expect(byWorker.notes).toEqual([
      expect.stringMatching(/^\$63\.00 of the cost of endpoints .*group by endpointId$/),
    ]);
  });

  test("attributes no costs to GPU pools if RunPod has retired GraphQL", async () => {
    const { billing } = await account({ "/graphql": problem(404, "no such route") });
    const report = await billing.grouped({ subject: "serverless", grouping: "gpuId" });
    expect(groups(report)).toEqual([["unattributed", 63]]);
    expect(report.notes).toEqual([expect.stringContaining("could not be read")]);
  });
});

test("the grouped bill of network volumes needs only one request", async () => {
  const { billing, asked } = await account();
  expect(groups(await billing.grouped({ subject: "networkVolumes", resourceId: "vol1" }))).toEqual([["vol1", 7]]);
  expect(asked()).toEqual(["/v2/billing/network-volumes"]);
});

describe("the request for a grouped bill", () => {
  test.each([
    ["a subject that has no groupings", { subject: "clusters" }],
    ["a grouping of another subject", { subject: "pods", grouping: "endpointId" }],
    ["a GPU filter for network volumes", { subject: "networkVolumes", gpuId: "NVIDIA L4" }],
    ["an empty filter", { subject: "pods", gpuId: "" }],
  ])("is never sent with %s", async (_what, query) => {
    const { billing, asked } = await account();
    expect(await failure(billing.grouped(query as Query))).toBeInstanceOf(ValidationError);
    expect(asked()).toEqual([]);
  });
});
