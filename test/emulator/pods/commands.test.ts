import { describe, expect, test } from "vitest";
import { gpu, useEmulator } from "../support/harness";

const it = useEmulator();
const lists = { entrypoint: ["sh", "-c"], cmd: ["echo 'a b'"] };
const stored = { ...lists, args: '{"entrypoint":["sh","-c"],"cmd":["echo \'a b\'"]}' };

const creates = {
  pods: { name: "p", image: "x", gpu: { id: gpu } },
  templates: { name: "t", image: "x" },
  serverless: {
    name: "e",
    image: "x",
    type: "QUEUE",
    scaling: { type: "QUEUE_DELAY", queueDelay: 4 },
    gpu: { pools: ["ADA_24"] },
  },
};

describe.each(Object.entries(creates))("the command of a resource in /v2/%s", (path, body) => {
  const create = (command: object) => it.post(`/v2/${path}`, { ...body, ...command });
  const change = async (id: string, command: object) => {
    const { args, entrypoint, cmd } = (await it.patch(`/v2/${path}/${id}`, command)).body;
    return { args, entrypoint, cmd };
  };

  test("appears as one text in `args` and as two lists in `entrypoint` and `cmd`", async () => {
    const { id } = (await create(lists)).body;
    expect(await it.get(`/v2/${path}/${id}`)).toMatchObject(stored);
    expect(await change(id, { name: "renamed" })).toEqual(stored);
    expect(await change(id, { cmd: ["date"] })).toMatchObject({ entrypoint: lists.entrypoint, cmd: ["date"] });
    expect(await change(id, { args: "serve --quiet" })).toEqual({
      args: "serve --quiet",
      entrypoint: [],
      cmd: ["serve", "--quiet"],
    });
    expect(await change(id, { entrypoint: [], cmd: [] })).toEqual({ args: "", entrypoint: [], cmd: [] });
  });

  test("is refused if `args` contradicts `entrypoint` and `cmd`", async () => {
    expect((await create({ ...lists, args: stored.args })).status).toBe(201);
    const refused = await create({ name: "other", cmd: ["a"], args: "b" });
    expect([refused.status, refused.body.detail]).toEqual([
      400,
      "args describes a different command than entrypoint and cmd",
    ]);
    expect((await create({ cmd: "a" })).status).toBe(422);
  });
});

test("a pod's `cmd` replaces the template's `cmd` but not the template's `entrypoint`", async () => {
  const template = await it.template({ serverless: false, ...lists });
  const { body } = await it.post("/v2/pods", {
    ...creates.pods,
    image: undefined,
    templateId: template.id,
    cmd: ["date"],
  });
  expect(body).toMatchObject({ entrypoint: lists.entrypoint, cmd: ["date"] });
});

test("a change of the command resets a running pod", async () => {
  const { id } = await it.runningPod();
  expect((await it.patch(`/v2/pods/${id}`, { cmd: ["date"] })).body.status).toBe("STARTING");
});

test("a pod of a cluster shows the command as `args`, `entrypoint` and `cmd`", async () => {
  const compute = { gpuTypeId: gpu, gpuCountPerPod: 1, podCount: 2 };
  const cluster = await it.post("/v2/clusters", { name: "c", type: "TRAINING", image: "x", compute, ...lists });
  const { pods } = await it.get(`/v2/clusters/${cluster.body.id}/pods`);
  expect(pods).toMatchObject([stored, stored]);
});

test("a template's `dockerArgs` over GraphQL equal the template's `args` over REST", async () => {
  const template = await it.template(lists);
  const query = `{ podTemplate(id: "${template.id}") { dockerArgs } }`;
  expect((await it.post("/graphql", { query })).body.data.podTemplate).toEqual({ dockerArgs: stored.args });
});
