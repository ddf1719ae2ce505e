import { describe, expect, test } from "vitest";
import { anId, throughClient } from "../support/client";
import { useEmulator } from "../support/harness";

const it = useEmulator();
const fields =
  "id name gpuIds templateId type idleTimeout locations flashBootType scalerType scalerValue workersMin workersMax networkVolumeId pods { desiredStatus }";

/** The endpoint as GraphQL lists it. */
async function listed(id: string) {
  const { body } = await it.query(`{ myself { endpoints { ${fields} } } }`);
  return body.data.myself.endpoints.find((endpoint: { id: string }) => endpoint.id === id);
}
const throughList = (id: string) => throughClient(it.emulator, ({ endpoints }) => endpoints.get(id));

describe("saveEndpoint takes, and the list shows,", () => {
  test.each<[string, unknown]>([
    ["name", "answers"],
    ["gpuIds", "AMPERE_80"],
    ["type", "LB"],
    ["idleTimeout", 60],
    ["locations", "CZ,US"],
    ["flashBootType", "FLASHBOOT"],
    ["scalerType", "REQUEST_COUNT"],
    ["scalerValue", 9],
    ["workersMin", 2],
    ["workersMax", 7],
  ])("the field %s", async (field, value) => {
    const id = await it.endpoint({ scalerType: "REQUEST_COUNT", [field]: value });
    expect((await listed(id))[field]).toBe(value);
    expect(await throughList(id)).toHaveProperty(field, value);
  });

  test("the field templateId", async () => {
    const { id: templateId } = await it.template({ name: "own" });
    const id = await it.endpoint({ templateId });
    expect((await listed(id)).templateId).toBe(templateId);
    expect((await throughList(id)).templateId).toBe(templateId);
  });

  test("the field networkVolumeId, null without one", async () => {
    const { id: networkVolumeId } = await it.volume();
    const [has, lacks] = [await it.endpoint({ networkVolumeId }), await it.endpoint({ name: "another" })];
    expect([(await listed(has)).networkVolumeId, (await listed(lacks)).networkVolumeId]).toEqual([
      networkVolumeId,
      null,
    ]);
    expect((await throughList(has)).networkVolumeId).toBe(networkVolumeId);
  });
});

describe("the list of endpoints shows", () => {
  test("the field id, by which saveEndpoint modifies", async () => {
    const id = await it.endpoint();
    expect(id).toMatch(anId);
    await it.save({ id, name: "renamed" });
    expect(await listed(id)).toMatchObject({ id, name: "renamed" });
  });

  test("the field pods, with the desiredStatus of each worker", async () => {
    const id = await it.endpoint({ workersMin: 2 });
    expect((await listed(id)).pods).toEqual(Array(2).fill({ desiredStatus: "RUNNING" }));
    expect((await throughList(id)).workers).toBe(2);
  });
});

describe("an endpoint runs", () => {
  const pools = ["AMPERE_16", "AMPERE_24", "ADA_24", "AMPERE_48", "ADA_48_PRO", "AMPERE_80", "ADA_80_PRO"];

  test.each(pools)("on the GPU tier %s", async (gpuIds) => {
    const id = await it.endpoint({ gpuIds, workersMin: 1 });
    const { workers } = (await it.send("GET", `/v2/serverless/${id}/workers`)).body;
    const { gpus } = (await it.send("GET", "/v2/catalog/gpus")).body;
    const type = gpus.find((one: { id: string }) => one.id === workers[0].gpuTypeId);
    expect(type).toMatchObject({ pool: gpuIds });
    expect(`${type.memory}`).toBe(/\d+/.exec(gpuIds)?.[0]);
  });

  /** Where its workers are; a data center's id holds its region. */
  const placesOf = async (id: string): Promise<string[]> => {
    const { workers } = (await it.send("GET", `/v2/serverless/${id}/workers`)).body;
    return workers.map((worker: { dataCenterId: string }) => worker.dataCenterId);
  };
  const inRegion = (region: string) => expect.stringMatching(new RegExp(`^(EUR?-)?${region}-`));

  test.each(["CZ", "FR", "GB", "NO", "RO", "US"])("in the region %s", async (locations) => {
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
  ])("in the first place of %j", async (locations, center) => {
    expect(await placesOf(await it.endpoint({ locations, workersMin: 1 }))).toEqual([center]);
  });

  test("beside its network volume, where it may be there", async () => {
    const { id: networkVolumeId } = await it.volume("EU-RO-1");
    const place = async (locations: string) =>
      (await placesOf(await it.endpoint({ locations, networkVolumeId, workersMin: 1 })))[0];
    expect(await place("CZ,RO")).toBe("EU-RO-1");
    expect(await place("")).toBe("EU-RO-1");
    expect(await place("CZ")).toBe("EU-CZ-1");
  });

  test("in another region as soon as its locations change", async () => {
    const id = await it.endpoint({ locations: "US", workersMin: 1 });
    it.emulator.advance(1000);
    await it.save({ id, name: "endpoint", locations: "FR" });
    expect(await placesOf(id)).toEqual([inRegion("FR")]);
  });

  test.each(["", null])("anywhere when locations is %j", async (locations) => {
    expect((await listed(await it.endpoint({ locations }))).locations).toBeNull();
  });
});
