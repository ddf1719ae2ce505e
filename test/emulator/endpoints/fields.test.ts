import { describe, expect, test } from "vitest";
import { anId, dateTime, throughClient } from "../support/client";
import { useEmulator } from "../support/harness";

const it = useEmulator();
const fields =
  "id name gpuIds templateId type idleTimeout locations flashBootType scalerType scalerValue workersMin workersMax networkVolumeId pods { desiredStatus }";

/** Returns the endpoint as GraphQL lists it. */
async function listed(id: string) {
  const { body } = await it.query(`{ myself { endpoints { ${fields} } } }`);
  return body.data.myself.endpoints.find((endpoint: { id: string }) => endpoint.id === id);
}
const throughList = (id: string) => throughClient(it.emulator, ({ endpoints }) => endpoints.get(id));

test("a client can save, list, read and change every setting of an endpoint over GraphQL", async () => {
  const { id: networkVolumeId } = await it.volume();
  const { id: templateId } = await it.template({ name: "own" });
  const settings = {
    ...{ name: "answers", gpuIds: "AMPERE_80", templateId, type: "LB", idleTimeout: 60, locations: "CZ,US" },
    ...{ flashBootType: "FLASHBOOT", scalerType: "REQUEST_COUNT", scalerValue: 9, workersMin: 2, workersMax: 7 },
    networkVolumeId,
  };
  const id = await it.endpoint(settings);
  expect(id).toMatch(anId);
  expect(await listed(id)).toEqual({ id, ...settings, pods: Array(2).fill({ desiredStatus: "RUNNING" }) });
  expect(await throughList(id)).toMatchObject({ id, ...settings, workers: 2 });
  await it.save({ id, name: "renamed", networkVolumeId: "" });
  expect(await listed(id)).toMatchObject({ id, name: "renamed", networkVolumeId: null });
});

describe("the workers of an endpoint", () => {
  const pools = ["AMPERE_16", "AMPERE_24", "ADA_24", "AMPERE_48", "ADA_48_PRO", "AMPERE_80", "ADA_80_PRO"];

  test.each(pools)("run on the GPU tier %s", async (gpuIds) => {
    const id = await it.endpoint({ gpuIds, workersMin: 1 });
    const { workers } = await it.get(`/v2/serverless/${id}/workers`);
    const { gpus } = await it.get("/v2/catalog/gpus");
    const type = gpus.find((one: { id: string }) => one.id === workers[0].gpuTypeId);
    expect(type).toMatchObject({ pool: gpuIds });
    expect(`${type.memory}`).toBe(/\d+/.exec(gpuIds)?.[0]);
  });

  /** Returns the data centers of the endpoint's workers. The id of a data center contains its region. */
  const placesOf = async (id: string): Promise<string[]> => {
    const { workers } = await it.get(`/v2/serverless/${id}/workers`);
    return workers.map((worker: { dataCenterId: string }) => worker.dataCenterId);
  };
  const inRegion = (region: string) => expect.stringMatching(new RegExp(`^(EUR?-)?${region}-`));

  test.each(["CZ", "FR", "GB", "NO", "RO", "US"])("run in the region %s", async (locations) => {
    const id = await it.endpoint({ locations, workersMin: 1 });
    expect((await listed(id)).locations).toBe(locations);
    expect(await placesOf(id)).toEqual([inRegion(locations)]);
  });

  test.each([
    ["EU-RO-1", "EU-RO-1"],
    ["EU-SE-1, EU-CZ-1", "EU-SE-1"],
    ["NO,US-KS-2", "EUR-NO-1"],
    [" US-KS-2 ,NO", "US-KS-2"],
    ["US-ZZ-9,EU-CZ-1", "EU-CZ-1"],
  ])("run in the first existing place of the locations %j", async (locations, center) => {
    expect(await placesOf(await it.endpoint({ locations, workersMin: 1 }))).toEqual([center]);
  });

  test("run in the data center of the endpoint's network volume", async () => {
    const { id: networkVolumeId } = await it.volume("EU-RO-1");
    const place = async (locations: string) =>
      (await placesOf(await it.endpoint({ locations, networkVolumeId, workersMin: 1 })))[0];
    expect(await place("CZ,RO")).toBe("EU-RO-1");
    expect(await place("")).toBe("EU-RO-1");
    expect(await place("CZ")).toBe("EU-CZ-1");
  });

  test("run in the data centers of `dataCenterIds`, which GraphQL accepts and does not show", async () => {
    const id = await it.endpoint({ locations: "CZ", dataCenterIds: ["EU-RO-1", null], workersMin: 1 });
    expect(await placesOf(id)).toEqual(["EU-RO-1"]);
    expect((await listed(id)).locations).toBe("CZ");
    const { body } = await it.save({ id, name: "endpoint", dataCenterIds: ["nowhere"] });
    expect(body.errors[0].message).toBe("location nowhere not found");
  });

  test("run in another region as soon as `locations` changes", async () => {
    const id = await it.endpoint({ locations: "US", workersMin: 1 });
    it.advance(1000);
    await it.save({ id, name: "endpoint", locations: "FR" });
    expect(await placesOf(id)).toEqual([inRegion("FR")]);
  });

  test.each(["", null])("can run anywhere if `locations` is %j", async (locations) => {
    expect((await listed(await it.endpoint({ locations }))).locations).toBeNull();
  });
});

describe("an endpoint over GraphQL", () => {
  test("has even fields that Podwright does not use", async () => {
    const { id: volume } = await it.volume();
    const written = {
      ...{ flashEnvironmentId: "env1", hubReleaseId: "hub1", modelName: "m", minCudaVersion: "12.4" },
      ...{ modelReferences: ["ref"], compliance: ["GDPR"], env: [{ key: "A", value: "1" }] },
    };
    const ignored = {
      bindEndpoint: true,
      repo: { repoName: "r" },
      cloudStorageConfig: { provider: "p", region: "r", bucketName: "b", accessKey: "a", secretKey: "hush" },
    };
    const networkVolumeIds = [{ networkVolumeId: volume }, null];
    const id = await it.endpoint({ ...written, ...ignored, networkVolumeIds, instanceIds: [null] });
    const { body } = await it.query(
      `query One($id: String!) { myself { endpoint(id: $id) {
      flashEnvironmentId hubReleaseId modelName minCudaVersion modelReferences compliance env { key value }
      networkVolumeIds { networkVolumeId dataCenterId } networkVolume { id dataCenterId size } instanceIds
      computeType aiKey activeBuildid idePodId userId version workersStandby createdAt pods { id }
    } } }`,
      { id },
    );
    expect(body).toEqual({
      data: {
        myself: {
          endpoint: {
            ...written,
            networkVolumeIds: [{ networkVolumeId: volume, dataCenterId: "US-TX-3" }],
            networkVolume: { id: volume, dataCenterId: "US-TX-3", size: 10 },
            ...{ instanceIds: [], computeType: "GPU", aiKey: null, activeBuildid: null, idePodId: null },
            ...{ userId: "user_emulator", version: 1, workersStandby: 0, createdAt: expect.stringMatching(dateTime) },
            pods: [],
          },
        },
      },
    });
    expect(JSON.stringify(it.emulator.state())).not.toContain("hush");
  });

  test("is null in the response if its id is unknown", async () => {
    expect((await it.query('{ myself { endpoint(id: "nope") { id } } }')).body).toEqual({
      data: { myself: { endpoint: null } },
    });
  });

  test("accepts a network volume only by the volume's id", async () => {
    const networkVolumeIds = [{ networkVolumeId: "v", dataCenterId: "US-TX-3" }];
    const { body } = await it.save({ name: "endpoint", gpuIds: "ADA_24", networkVolumeIds });
    expect(body.errors[0].message).toMatch(/"NetworkVolumeIdsInput" not to include unknown field "dataCenterId"/);
  });
});

test("an update from CPUs to GPUs removes the endpoint's CPU instances", async () => {
  const { id: templateId } = await it.template({ name: "for-cpus" });
  const given = { name: "endpoint", templateId, workersMin: 1 };
  const { body } = await it.save({ ...given, instanceIds: ["cpu3c-2-4"] });
  const { id } = body.data.saveEndpoint;
  expect(it.emulator.state().endpoints[0]).toMatchObject({ computeType: "CPU", instanceIds: ["cpu3c-2-4"] });
  await it.query("mutation ($input: EndpointInput!) { saveEndpoint(input: $input) { id } }", {
    input: { id, ...given, gpuIds: "ADA_24" },
  });
  expect(it.emulator.state().endpoints[0]).toMatchObject({ computeType: "GPU", instanceIds: [], gpuIds: "ADA_24" });
  expect(await it.get(`/v2/serverless/${id}`)).toMatchObject({ gpu: { pools: ["ADA_24"] } });
});
