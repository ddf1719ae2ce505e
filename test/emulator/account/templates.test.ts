import { describe, expect, test } from "vitest";
import { useEmulator } from "../support/harness";

const it = useEmulator();

const fields = "id name imageName isServerless containerDiskInGb volumeInGb dockerArgs ports readme env { key value }";
const inline = { name: "worker", imageName: "hello:latest", containerDiskInGb: 5, dockerArgs: "", env: [] };
const input = { ...inline, volumeInGb: 0, isServerless: true };
const save = (change: object = {}) =>
  it.query(`mutation ($input: SaveTemplateInput) { saveTemplate(input: $input) { ${fields} } }`, {
    input: { ...input, ...change },
  });
const messages = (body: { errors?: { message: string }[] }) => body.errors?.map((error) => error.message) ?? [];

describe("saveTemplate over GraphQL", () => {
  test("accepts RunPod's documented example unchanged", async () => {
    const reply =
      await it.query(`mutation { saveTemplate(input: { containerDiskInGb: 5, dockerArgs: "python handler.py",
      env: [ { key: "key1", value: "value1" } ], imageName: "hello:latest", isServerless: true, name: "My Template",
      readme: "## Hello", volumeInGb: 0 }) { ${fields} } }`);
    expect(reply.body.data.saveTemplate).toEqual({
      ...{ id: expect.any(String), name: "My Template", imageName: "hello:latest", isServerless: true, ports: "" },
      ...{ containerDiskInGb: 5, volumeInGb: 0, dockerArgs: "python handler.py", readme: "## Hello" },
      env: [{ key: "key1", value: "value1" }],
    });
  });

  test("creates a template that REST shows", async () => {
    const { id } = (await save({ ports: "80/http, 22/tcp" })).body.data.saveTemplate;
    const rest = await it.get(`/v2/templates/${id}`);
    expect(rest).toMatchObject({ id, image: "hello:latest", disk: 5, ports: ["80/http", "22/tcp"], serverless: true });
    expect(rest).not.toHaveProperty("readme");
    const mounts = { persistent: { size: 20, path: "/data" } };
    const other = await it.template({ name: "rest", serverless: false, mounts });
    const query =
      "query ($id: String!) { podTemplate(id: $id) { name volumeInGb volumeMountPath } myself { podTemplates { id } } }";
    expect((await it.query(query, { id: other.id })).body.data).toEqual({
      podTemplate: { name: "rest", volumeInGb: 20, volumeMountPath: "/data" },
      myself: { podTemplates: [{ id }, { id: other.id }] },
    });
  });

  test("stores fields that only GraphQL shows", async () => {
    const config = { gpu: ["any"], nested: { on: true } };
    const more = { startScript: "true", advancedStart: true, portsConfig: [{ port: "80/http", name: "web" }], config };
    const { id } = (await save({ ...more, category: "GPU" })).body.data.saveTemplate;
    const query = `query Read($id: String!) {
      podTemplate(id: $id) { startScript advancedStart portsConfig { port name } config category isRunpod isPublic }
    }`;
    expect((await it.query(query, { id })).body.data.podTemplate).toEqual({
      ...more,
      ...{ category: "NVIDIA", isRunpod: false, isPublic: false },
    });
    expect(Object.keys(await it.get(`/v2/templates/${id}`))).not.toContain("startScript");
  });

  test("causes a new release of the endpoint that uses the changed template", async () => {
    const id = await it.endpoint({ workersMin: 1, workersMax: 1 });
    const { templateId } = it.emulator.state().endpoints[0]!;
    expect((await save({ id: templateId, imageName: "hello:2" })).body.data.saveTemplate.id).toBe(templateId);
    const { releases } = await it.get(`/v2/serverless/${id}/releases`);
    expect(releases[0].diff).toContainEqual({ field: "template.imageName", old: "worker", new: "hello:2" });
  });

  test.each<[object, string]>([
    [{ name: "taken" }, "already in use"],
    [{ name: "" }, "name is required"],
    [{ volumeInGb: 10 }, "volumeInGb must be 0"],
    [{ containerDiskInGb: 0 }, "containerDiskInGb"],
    [{ id: "nobody" }, "not found"],
    [{ containerRegistryAuthId: "nobody" }, "not found"],
    [{ imageName: undefined }, "imageName is required"],
    [{ env: undefined }, 'required field "env"'],
    [{ dockerArgs: null }, "dockerArgs"],
    [{ volumeInGb: undefined }, 'required field "volumeInGb"'],
  ])("refuses a template with the fields %j (error: %s)", async (change, message) => {
    await it.template({ name: "taken" });
    const { status, body } = await save(change);
    expect([status, body.data ?? null]).toEqual([200, null]);
    expect(messages(body)).toEqual([expect.stringContaining(message)]);
  });
});

describe("deleteTemplate over GraphQL", () => {
  const remove = (name: string) => it.query(`mutation { deleteTemplate(templateName: "${name}") }`);

  test("deletes a template by its name", async () => {
    await save();
    expect((await remove("worker")).body).toEqual({ data: { deleteTemplate: null } });
    expect(messages((await remove("worker")).body)).toEqual([expect.stringContaining("not found")]);
    expect(messages((await it.query("mutation { deleteTemplate }")).body)).toEqual(["templateName is required"]);
  });

  test("cannot delete a template that an endpoint uses", async () => {
    await it.endpoint();
    const { templateId } = it.emulator.state().endpoints[0]!;
    const { name } = await it.get(`/v2/templates/${templateId}`);
    expect(messages((await remove(name)).body)).toEqual([expect.stringContaining("in use")]);
  });
});

describe("an endpoint's template", () => {
  const swap = (endpointId: string, templateId: string) =>
    it.query(
      "mutation ($input: UpdateEndpointTemplateInput) { updateEndpointTemplate(input: $input) { id templateId } }",
      {
        input: { endpointId, templateId },
      },
    );

  test("can be exchanged without a change of the endpoint's other settings", async () => {
    const id = await it.endpoint({ idleTimeout: 77 });
    const { id: templateId } = (await save()).body.data.saveTemplate;
    expect((await swap(id, templateId)).body.data.updateEndpointTemplate).toEqual({ id, templateId });
    expect(it.emulator.state().endpoints[0]).toMatchObject({ id, templateId, idleTimeout: 77 });
  });

  test("stays the same if the new template is unsuitable", async () => {
    const [id, other] = [await it.endpoint(), await it.endpoint()];
    const [first, second] = it.emulator.state().endpoints;
    const pod = await it.template({ name: "pod", serverless: false });
    for (const [endpoint, template, message] of [
      ["x", second!.templateId, "not found"],
      [id, "x", "not found"],
      [id, pod.id, "not a serverless template"],
      [id, second!.templateId, "bound to another endpoint"],
    ] as const)
      expect(messages((await swap(endpoint, template)).body)[0]).toContain(message);
    expect(it.emulator.state().endpoints).toEqual([first, second]);
    expect([first?.id, second?.id]).toEqual([id, other]);
  });

  const create = (extra: object) =>
    it.query("mutation ($input: EndpointInput!) { saveEndpoint(input: $input) { id templateId aiKey } }", {
      input: { name: "endpoint", gpuIds: "ADA_24", template: inline, bindEndpoint: true, ...extra },
    });

  test("is not created if the emulator refuses the request for the endpoint", async () => {
    expect(messages((await create({ workersMin: 9 })).body)).toEqual(["workersMin must not exceed workersMax"]);
    expect(it.emulator.state().templates).toEqual([]);
    const { templateId } = (await create({})).body.data.saveEndpoint;
    expect(it.emulator.state().templates).toMatchObject([{ id: templateId, name: "worker", serverless: true }]);
  });

  test.each(["isServerless", "volumeInGb", "id"])(
    "cannot have the field %s in the request that creates the endpoint",
    async (field) => {
      expect(messages((await create({ template: { ...inline, [field]: true } })).body)[0]).toMatch(
        `"EndpointTemplateInput" not to include unknown field "${field}"`,
      );
    },
  );
});

describe("the account over GraphQL", () => {
  const discount = "query { myself { serverlessDiscount { discountFactor type expirationDate } } }";

  test("has no discount unless a test configures a discount", async () => {
    const shown = async () => (await it.query(discount)).body.data.myself.serverlessDiscount;
    const set = async (serverlessDiscount: unknown) => (await it.control("/account", { serverlessDiscount })).status;
    expect(await shown()).toBeNull();
    const partners = { discountFactor: 0.15, type: "PARTNER", expirationDate: "2027-01-01T00:00:00Z" };
    expect([await set(partners), await shown()]).toEqual([204, partners]);
    expect([await set(null), await shown()]).toEqual([204, null]);
    expect(await set(0.5)).toBe(400);
  });
});
