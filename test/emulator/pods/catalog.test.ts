import { describe, expect, test } from "vitest";
import { gpu, useEmulator } from "../support/harness";

const it = useEmulator();
const get = (path: string) => it.send("GET", `/v2/catalog/${path}`);
const ids = (rows: { id: string }[]) => rows.map((row) => row.id);
const asked = "include=AVAILABILITY&product";

describe("the catalog of hardware", () => {
  test("contains every documented GPU pool", async () => {
    const { gpus } = (await get("gpus")).body;
    const pools = new Set(gpus.map((one: { pool: string | null }) => one.pool));
    for (const pool of ["AMPERE_16", "AMPERE_24", "ADA_24", "AMPERE_48", "ADA_48_PRO", "AMPERE_80", "ADA_80_PRO", null])
      expect(pools).toContain(pool);
    for (const { id, pool, secure, community, price, maxCount } of gpus) {
      expect([id, price.serverless !== undefined, secure || community]).toEqual([id, pool !== null, true]);
      expect([id, maxCount]).toEqual([id, { secure: secure ? 8 : 0, community: community ? 4 : 0 }]);
    }
  });

  test("shows the real price of a pod on each GPU and CPU type", async () => {
    const { gpus } = (await get("gpus")).body;
    const { cpus } = (await get("cpus")).body;
    expect(ids(cpus)).toEqual(["cpu3c", "cpu3g", "cpu5c", "cpu5g"]);
    for (const one of gpus)
      for (const cloud of ["SECURE", "COMMUNITY"] as const) {
        const body = { name: "p", image: "i", cloud, gpu: { id: one.id, count: 2 } };
        const reply = await it.post("/v2/pods", body);
        const offered = cloud === "SECURE" ? one.secure : one.community;
        expect(reply.status, `${one.id} ${cloud}`).toBe(offered ? 201 : 400);
        const price = cloud === "SECURE" ? one.price.secure : one.price.community;
        if (offered) expect(reply.body.cost).toBeCloseTo(2 * price, 4);
      }
    for (const flavor of cpus) {
      const pod = await it.post("/v2/pods", { name: "p", image: "i", cpu: { id: flavor.id, vcpuCount: 4 } });
      expect(pod.body).toMatchObject({ cpu: { memory: 4 * flavor.ramGbPerVcpu }, cudaVersion: null });
      expect(pod.body.cost).toBeCloseTo(4 * flavor.price.securePerVcpu, 4);
    }
  });
});

describe("the availability in the catalog", () => {
  test("is NONE for a type that the requested product does not offer", async () => {
    const amd = `gpus/${encodeURIComponent("AMD Instinct MI300X OAM")}?${asked}`;
    expect((await get(`${amd}=SERVERLESS`)).body).toMatchObject({ availability: "NONE" });
    expect((await get(`${amd}=SERVERLESS`)).body).not.toHaveProperty("dataCenters");
    expect((await get(`${amd}=POD,SERVERLESS`)).body).toMatchObject({ availability: "HIGH" });
  });

  test("of a GPU type can be limited to countries", async () => {
    it.emulator.setStock({ gpu, count: 0 });
    it.emulator.setStock({ gpu, dataCenter: "EU-CZ-1", count: 9 });
    const type = `gpus/${encodeURIComponent(gpu)}?${asked}=POD`;
    expect((await get(`${type}&countryCodes=RO,CZ`)).body).toMatchObject({
      availability: "MEDIUM",
      dataCenters: [
        { id: "EU-RO-1", name: "EU Romania 1", availability: "NONE" },
        { id: "EU-CZ-1", name: "EU Czechia 1", availability: "MEDIUM" },
      ],
    });
    expect((await get(`${type}&countryCodes=JP`)).body).not.toHaveProperty("dataCenters");
    expect(ids((await get(`gpus?${asked}=POD&countryCodes=JP`)).body.gpus)).not.toContain(gpu);
    expect(ids((await get(`gpus?${asked}=POD&countryCodes=CZ`)).body.gpus)).toContain(gpu);
  });

  test.each([
    ["", ["12.4", "12.8"]],
    ["&cudaVersions=12.8", ["12.8"]],
    ["&minCudaVersion=12.5", ["12.8"]],
    ["&minCudaVersion=12", ["12.4", "12.8"]],
    ["&minCudaVersion=13", []],
  ])("of a GPU type with the query '%s' counts only hosts with these CUDA versions: %j", async (query, versions) => {
    const { cudaVersions, availability } = (await get(`gpus/${encodeURIComponent(gpu)}?${asked}=POD${query}`)).body;
    expect(cudaVersions).toEqual(versions.map((version) => ({ version, available: true })));
    expect(availability).toBe(versions.length > 0 ? "HIGH" : "NONE");
  });

  test("depends on the requested number of GPUs", async () => {
    it.emulator.setStock({ gpu, count: 8 });
    const level = async (count: number) =>
      (await get(`gpus/${encodeURIComponent(gpu)}?${asked}=POD&count=${count}`)).body.availability;
    expect([await level(1), await level(2), await level(8), await level(9)]).toEqual(["MEDIUM", "LOW", "LOW", "NONE"]);
  });

  test("of a CPU flavor depends on the requested number of vCPUs", async () => {
    expect((await get(`cpus/cpu5c?${asked}=POD&vcpuCount=32`)).body.availability).toBe("HIGH");
    expect((await get(`cpus/cpu5c?${asked}=POD&vcpuCount=64`)).body).not.toHaveProperty("dataCenters");
    expect((await get(`cpus?${asked}=POD,SERVERLESS`)).body.cpus[0].availability).toBe("HIGH");
  });

  test.each([
    ["gpus?include=AVAILABILITY,AVAILABILITY&product=POD", 422],
    ["gpus?include=PRICE", 422],
    [`gpus?${asked}=POD&count=0`, 422],
    [`gpus?${asked}=POD&cloud=FOG`, 422],
    [`gpus?${asked}=POD&minCudaVersion=12,13`, 422],
    [`gpus?${asked}=POD&countryCodes=US,de`, 422],
    ["gpus?minCudaVersion=12", 400],
    ["gpus?count=2", 400],
    ["gpus?product=POD", 400],
    ["gpus?include=AVAILABILITY", 400],
    [`gpus?${asked}=POD&cudaVersions=12.8&minCudaVersion=12`, 400],
    [`gpus?${asked}=POD&cudaVersions=12`, 422],
    [`gpus?${asked}=LAPTOP`, 422],
    ["gpus/nope", 404],
    ["cpus?include=AVAILABILITY", 400],
    ["cpus?product=POD", 400],
    ["cpus?vcpuCount=4", 400],
    [`cpus?${asked}=CLUSTER`, 422],
    [`cpus?${asked}=POD&vcpuCount=3`, 422],
    [`cpus?${asked}=POD&vcpuCount=1`, 422],
    ["cpus/cpu9z", 404],
    ["datacenters?include=AVAILABILITY", 422],
    ["datacenters?regions=ATLANTIS", 422],
    ["datacenters?compliance=NICE", 422],
    ["datacenters?networkVolumeTypes=FLOPPY", 422],
    ["datacenters?globalNetwork=maybe", 422],
    ["datacenters/XX-1", 404],
    ["templates?source=mine", 422],
  ])("cannot be read with the invalid request %s, which gets the status %d", async (path, status) => {
    expect((await get(path)).status).toBe(status);
  });
});

describe("data centers", () => {
  test("can be filtered by region, volume type and certificate", async () => {
    const list = async (query: string) => ids((await get(`datacenters?${query}`)).body.dataCenters);
    expect(await list("regions=ASIA,OCEANIA")).toEqual(["AP-JP-1", "OC-AU-1"]);
    expect(await list("networkVolumeTypes=STANDARD,HIGH_PERFORMANCE&compliance=GDPR,RENEWABLE")).toEqual(["EUR-NO-1"]);
    expect(await list("regions=EUROPE&globalNetwork=true")).toEqual(["EU-RO-1", "EU-CZ-1"]);
    expect(await list("regions=AFRICA")).toEqual([]);
  });

  test("show the availability of each GPU and CPU type on request", async () => {
    it.emulator.setStock({ cpu: "cpu3c", dataCenter: "EU-RO-1", count: 0 });
    const plain = (await get("datacenters/EU-RO-1")).body;
    const { body } = await get("datacenters/EU-RO-1?include=GPU_AVAILABILITY,CPU_AVAILABILITY");
    expect(body).toEqual({ ...plain, gpuAvailability: expect.any(Array), cpuAvailability: expect.any(Array) });
    expect(body.cpuAvailability[0]).toEqual({ id: "cpu3c", name: "Compute-Optimized", availability: "NONE" });
  });
});

test("the list of public templates contains only official templates by default", async () => {
  const from = async (query: string) => ids((await get(`templates${query}`)).body.templates);
  expect(await from("")).toEqual(await from("?source=official"));
  const all = [...(await from("")), ...(await from("?source=verified")), ...(await from("?source=community"))];
  expect(new Set(all).size).toBe(4);
  for (const id of all) expect((await it.send("GET", `/v2/templates/${id}`)).status).toBe(200);
});
