import { describe, expect, test } from "vitest";
import { endpointBody, useEmulator } from "../support/harness";

const it = useEmulator({ workerQuota: 10 });
const refusal = (most: number) =>
  `Max workers across all endpoints must not exceed your workers quota (10). Reduce the max workers for other endpoints or lower the max worker count for this endpoint to at most ${most}.`;

const rest = {
  create: async (max: number) => {
    const reply = await it.post("/v2/serverless", { ...endpointBody, workers: { max } });
    return { id: reply.body.id as string, refused: reply.status === 400 ? reply.body.detail : undefined };
  },
  update: async (id: string, { max, name }: { max?: number; name?: string }) => {
    const reply = await it.patch(`/v2/serverless/${id}`, max === undefined ? { name } : { workers: { max } });
    return reply.status === 400 ? reply.body.detail : undefined;
  },
};

const save = async (input: object) => {
  const query = "mutation ($input: EndpointInput!) { saveEndpoint(input: $input) { id } }";
  const { body } = await it.query(query, { input: { gpuIds: "ADA_24", ...input } });
  return { id: body.data?.saveEndpoint?.id as string, refused: body.errors?.[0].message };
};
const templates = new Map<string, string>();
const graphql = {
  create: async (workersMax: number) => {
    const { id: templateId } = await it.template({ name: `t${templates.size}` });
    const saved = await save({ name: "one", templateId, workersMax });
    templates.set(saved.id ?? templateId, templateId);
    return saved;
  },
  update: async (id: string, { max, name = "one" }: { max?: number; name?: string }) => {
    const sum = it.emulator.state().endpoints.find((one) => one.id === id)?.workersMax;
    return (await save({ id, name, templateId: templates.get(id), workersMax: max ?? sum })).refused;
  },
};

describe.each([
  ["REST", rest],
  ["GraphQL", graphql],
])("the worker quota over %s", (_, { create, update }) => {
  test("limits the sum of workersMax of all endpoints", async () => {
    const { id } = await create(6);
    expect((await create(5)).refused).toBe(refusal(4));
    expect((await create(4)).refused).toBeUndefined();
    expect((await create(1)).refused).toBe(refusal(0));
    expect(await update(id, { max: 7 })).toBe(refusal(6));
    expect(await update(id, { name: "renamed" })).toBeUndefined();
    expect(await update(id, { max: 2 })).toBeUndefined();
    expect((await create(4)).refused).toBeUndefined();
  });
});
