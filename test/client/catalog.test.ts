import { describe, expect, test } from "vitest";
import { type Catalog, NotFoundError, UnexpectedAnswerError, ValidationError } from "../../client";
import { client, failure, json, problem, serve } from "./support/local-server";

const GPU = {
  id: "NVIDIA GeForce RTX 4090",
  name: "RTX 4090",
  pool: null,
  manufacturer: "NVIDIA",
  memory: 24,
  secure: true,
  community: true,
  price: { secure: 0.69, community: 0.34 },
  maxCount: { secure: 8, community: 4 },
};
const CPU = {
  id: "cpu5c",
  name: "Compute",
  group: "cpu5",
  vcpu: { min: 2, max: 32 },
  ramGbPerVcpu: 2,
  price: { securePerVcpu: 0.03, serverlessPerVcpu: 0.04 },
  availability: "HIGH",
};
const DATA_CENTER = {
  id: "EU-RO-1",
  name: "Romania",
  region: "EUROPE",
  globalNetwork: true,
  networkVolumeTypes: ["STANDARD"],
  compliance: ["GDPR"],
};

test("the client lists GPU types with their availability", async () => {
  const server = await serve(json(200, { gpus: [{ ...GPU, availability: "SOON", dataCenters: null, brandNew: 1 }] }));
  const gpus = await client(server.url).catalog.gpuTypes({
    availability: { product: "POD", count: 2, cloud: "COMMUNITY", countryCodes: ["DE", "FR"], cudaVersions: ["12.4"] },
  });
  expect(gpus).toEqual([{ ...GPU, availability: "SOON" }]);
  const { pathname, searchParams } = new URL(server.seen[0]?.url ?? "", server.url);
  expect(pathname).toBe("/v2/catalog/gpus");
  expect(Object.fromEntries(searchParams)).toEqual({
    include: "AVAILABILITY",
    product: "POD",
    count: "2",
    cloud: "COMMUNITY",
    countryCodes: "DE,FR",
    cudaVersions: "12.4",
  });
});

test("a query for availability must name at least one product", async () => {
  const server = await serve(json(200, { gpus: [GPU] }), json(200, { cpus: [CPU] }));
  const { catalog } = client(server.url);
  await catalog.gpuTypes({ availability: { product: ["POD", "SERVERLESS"] } });
  await catalog.cpuTypes({ availability: { product: ["POD", "SERVERLESS"] } });
  for (const { url } of server.seen)
    expect(new URL(url, server.url).searchParams.get("product")).toBe("POD,SERVERLESS");
  expect(await failure(catalog.gpuTypes({ availability: { product: [] } }))).toBeInstanceOf(ValidationError);
  expect(server.seen).toHaveLength(2);
});

test("the client reads a GPU type whose id contains spaces", async () => {
  const server = await serve(json(200, GPU), problem(404, "no such type"));
  const { catalog } = client(server.url);
  expect(await catalog.gpuType(GPU.id)).toMatchObject({ memory: 24, price: { secure: 0.69 } });
  expect(server.seen[0]?.url).toBe("/v2/catalog/gpus/NVIDIA%20GeForce%20RTX%204090");
  expect(await failure(catalog.gpuType("none"))).toBeInstanceOf(NotFoundError);
});

test("a program can filter CPU types, data centers and public templates", async () => {
  const server = await serve(
    json(200, { cpus: [CPU] }),
    json(200, CPU),
    json(200, { dataCenters: [DATA_CENTER] }),
    json(200, { ...DATA_CENTER, gpuAvailability: [{ id: GPU.id, name: GPU.name, availability: "LOW" }] }),
    json(200, { templates: [{ id: "tpl1", name: "torch", image: "torch:1" }] }),
  );
  const { catalog } = client(server.url);
  expect(await catalog.cpuTypes({ availability: { product: "SERVERLESS", vcpuCount: 8 } })).toMatchObject([
    { availability: "HIGH" },
  ]);
  expect(await catalog.cpuType("cpu5c")).toMatchObject({ ramGbPerVcpu: 2 });
  const filters = {
    include: ["CPU_AVAILABILITY"],
    regions: ["EUROPE", "ASIA"],
    networkVolumeTypes: [],
    compliance: ["GDPR"],
    globalNetwork: false,
  } as const;
  expect(await catalog.dataCenters(filters)).toEqual([DATA_CENTER]);
  expect(await catalog.dataCenter("EU-RO-1", { include: ["GPU_AVAILABILITY"] })).toMatchObject({
    gpuAvailability: [{ availability: "LOW" }],
  });
  expect(await catalog.publicTemplates({ source: "community" })).toMatchObject([{ id: "tpl1", env: {} }]);
  expect(server.seen.map(({ url }) => decodeURIComponent(url))).toEqual([
    "/v2/catalog/cpus?include=AVAILABILITY&product=SERVERLESS&vcpuCount=8",
    "/v2/catalog/cpus/cpu5c",
    "/v2/catalog/datacenters?include=CPU_AVAILABILITY&regions=EUROPE,ASIA&compliance=GDPR&globalNetwork=false",
    "/v2/catalog/datacenters/EU-RO-1?include=GPU_AVAILABILITY",
    "/v2/catalog/templates?source=community",
  ]);
});

describe("a catalog request", () => {
  const refused: [string, (catalog: Catalog) => Promise<unknown>][] = [
    [
      "an availability query without a product",
      (catalog) => catalog.gpuTypes({ availability: {} as { product: "POD" } }),
    ],
    ["an invalid product", (catalog) => catalog.cpuTypes({ availability: { product: "CLUSTER" as "POD" } })],
    ["0 as the number of GPUs", (catalog) => catalog.gpuTypes({ availability: { product: "POD", count: 0 } })],
    ["1.5 as the number of GPUs", (catalog) => catalog.gpuType("x", { availability: { product: "POD", count: 1.5 } })],
    ["3 as the number of vCPUs", (catalog) => catalog.cpuTypes({ availability: { product: "POD", vcpuCount: 3 } })],
    [
      "a country code in lower case",
      (catalog) => catalog.gpuTypes({ availability: { product: "POD", countryCodes: ["de"] } }),
    ],
    [
      "a CUDA version without its minor version",
      (catalog) => catalog.gpuTypes({ availability: { product: "POD", cudaVersions: ["12"] } }),
    ],
    [
      "two rules about CUDA versions",
      (catalog) => catalog.gpuTypes({ availability: { product: "POD", cudaVersions: ["12.4"], minCudaVersion: "12" } }),
    ],
    ["an unknown region", (catalog) => catalog.dataCenters({ regions: ["MOON" as "EUROPE"] })],
    ["an unknown source of templates", (catalog) => catalog.publicTemplates({ source: "mine" as "official" })],
  ];
  test.each(refused)("is never sent with %s", async (_what, call) => {
    const server = await serve(json(200, {}));
    const error = await failure(call(client(server.url).catalog));
    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toMatchObject({ status: undefined, outcomeUnknown: false });
    expect(server.seen).toHaveLength(0);
  });
});

test("a GPU type without a price does not count as free", async () => {
  const priceless = { ...GPU, price: { secure: 0.69 } };
  const server = await serve(json(200, { gpus: [priceless] }), json(200, priceless));
  const { catalog } = client(server.url);
  expect(await catalog.gpuTypes()).toEqual([]);
  expect(await failure(catalog.gpuType(GPU.id))).toBeInstanceOf(UnexpectedAnswerError);
});
