import { expect, test } from "vitest";
import { gpu, useEmulator } from "../support/harness";

const it = useEmulator({ strictInterface: true, streamShape: "object", pageSize: 1 });
const endpoint =
  "id name gpuIds templateId type idleTimeout locations flashBootType scalerType scalerValue workersMin workersMax networkVolumeId pods { desiredStatus }";

const create = async (input: object) => {
  const { id: templateId } = await it.template({ name: `t${Math.random()}` });
  return it.query(`mutation ($input: EndpointInput!) { saveEndpoint(input: $input) { ${endpoint} } }`, {
    input: { name: "jobs", gpuIds: "ADA_24", templateId, ...input },
  });
};

test("a pod is created from the fields that are named, and shows those that are named", async () => {
  const pod = await it.pod();
  expect(Object.keys(pod).sort()).toEqual(
    [
      ...[
        "actions",
        "args",
        "cloud",
        "cost",
        "createdAt",
        "dataCenterId",
        "disk",
        "env",
        "globalNetworking",
        "gpu",
        "id",
      ],
      ...["image", "locked", "mounts", "name", "ports", "registry", "runtime", "startedAt", "status", "template"],
    ].sort(),
  );
  expect(pod.gpu).toEqual({ id: gpu, count: 1 });
  const { status, body } = await it.post("/v2/pods", {
    ...{ name: "p", image: "i", gpu: { id: gpu, minRamPerGpu: 8 }, cmd: ["x"], templateId: "t", startSsh: true },
  });
  expect([status, body.errors]).toEqual([
    422,
    [
      "$: additional properties 'cmd', 'templateId', 'startSsh' not allowed",
      "$.gpu: additional properties 'minRamPerGpu' not allowed",
    ],
  ]);
});

test("lists have no pages, and what is newer is not there", async () => {
  await it.pod();
  await it.pod({ name: "q" });
  const body = await it.get("/v2/pods?limit=1&cursor=x");
  expect([Object.keys(body), body.pods.length]).toEqual([["pods"], 2]);
  expect(await it.statusOf("/v2/account/secrets")).toBe(404);
  const template = await it.template();
  expect(template).not.toHaveProperty("cmd");
  expect((await it.patch(`/v2/templates/${template.id}`, { entrypoint: ["x"] })).status).toBe(422);
});

test("GraphQL knows endpoints, their discount, and FLASHBOOT alone", async () => {
  expect((await create({ flashBootType: "OFF" })).body.errors).toHaveLength(1);
  expect((await create({ gpuCount: 1 })).body.errors).toHaveLength(1);
  const { body } = await create({});
  expect(body.data.saveEndpoint).toMatchObject({ name: "jobs", flashBootType: null, pods: [] });
  expect((await create({ flashBootType: "FLASHBOOT" })).body.data.saveEndpoint.flashBootType).toBe("FLASHBOOT");
  const query = `{ myself { endpoints { ${endpoint} } serverlessDiscount { discountFactor type expirationDate } } }`;
  expect((await it.query(query)).body.data.myself.endpoints).toHaveLength(2);
  expect((await it.query("{ myself { podTemplates { id } } }")).body.errors).toHaveLength(1);
});

test("a stream is a bare list, health has two states of workers, and status-sync is unknown", async () => {
  const { id } = (await create({})).body.data.saveEndpoint;
  const job = (await it.post(`/v2/${id}/run`, { input: {} })).body;
  expect(await it.get(`/v2/${id}/stream/${job.id}`)).toEqual([]);
  expect(Object.keys((await it.get(`/v2/${id}/health`)).workers).sort()).toEqual(["idle", "running"]);
  expect(await it.statusOf(`/v2/${id}/status-sync/${job.id}`)).toBe(404);
});
