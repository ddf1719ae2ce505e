import { describe, expect, test } from "vitest";
import { type EndpointInput, NotFoundError, RuleError, ValidationError } from "../../../client";
import { anEndpointInput } from "../../support/endpoints";
import { failure, json, type LocalServer, type Reply } from "../support/local-server";
import { called, graphqlKnows, platformWith, RECORD, rest, TEMPLATE } from "./rest-platform";

const INPUT = anEndpointInput({
  ...{ gpuIds: "ADA_24, AMPERE_24,-NVIDIA L4", locations: "EU-RO-1,US-TX-3", networkVolumeId: "vol1" },
});

const WORKERS = {
  workers: [],
  summary: { running: 1, idle: 2, initializing: 0, throttled: 0, unhealthy: 0, total: 3 },
  endpointVersion: 1,
};

const bodyOf = ({ seen }: LocalServer, method: string) =>
  JSON.parse(seen.find((request) => request.method === method)?.body ?? "");

describe("an endpoint that the client reads over REST", () => {
  test("has the number of its workers", async () => {
    const server = await platformWith({
      "GET /v2/serverless": json(200, { endpoints: [RECORD] }),
      "GET /v2/serverless/ep1": json(200, {
        ...RECORD,
        type: "NOVEL",
        gpu: null,
        dataCenterIds: [],
        networkVolumes: [],
      }),
      "GET /v2/serverless/ep1/workers": json(200, WORKERS),
    });
    const endpoints = rest(server);
    const limits = { executionTimeoutMs: 600_000, allowedCudaVersions: [], minCudaVersion: "" };
    const networkVolumeIds = ["vol1", "vol2"];
    const gpus = { gpuIds: "ADA_24,AMPERE_24,-NVIDIA L4", gpuCount: 2, ...limits };
    const read = { ...INPUT, ...gpus, networkVolumeIds, templateId: undefined, id: "ep1" };
    expect(await endpoints.list()).toEqual([{ ...read, workers: undefined }]);
    expect(await endpoints.find("ep1")).toEqual({ ...read, workers: undefined });
    expect(new Set(called(server))).toEqual(new Set(["GET /v2/serverless"]));
    const other = { type: "NOVEL", gpuIds: "", locations: null, networkVolumeId: null, networkVolumeIds: [] };
    const withoutGpu = { gpuCount: undefined, allowedCudaVersions: undefined, minCudaVersion: undefined };
    expect(await endpoints.get("ep1")).toEqual({ ...read, ...other, ...withoutGpu, workers: 3 });
    expect(await failure(endpoints.get("ep2"))).toBeInstanceOf(NotFoundError);
  });

  test("does not count as deleted if only the read of its workers fails with 404", async () => {
    const server = await platformWith({ "GET /v2/serverless/ep1": json(200, RECORD) });
    const error = await failure(rest(server).get("ep1"));
    expect(error).toMatchObject({ code: "UNEXPECTED_ANSWER", retryable: true });
    expect(error).not.toBeInstanceOf(NotFoundError);
  });

  test("does not count as deleted if only its template is missing", async () => {
    const server = await platformWith({ "GET /v2/serverless/ep1": json(200, RECORD) });
    expect(await failure(rest(server).create(INPUT))).toBeInstanceOf(RuleError);
    const graphql = { "POST /graphql": graphqlKnows("hidden1") };
    const missing = await platformWith({ "GET /v2/serverless/ep1": json(200, RECORD), ...graphql });
    expect(await failure(rest(missing).update("ep1", INPUT))).toBeInstanceOf(RuleError);
    const none = await platformWith({});
    expect(await failure(rest(none).update("ep1", INPUT))).toBeInstanceOf(NotFoundError);
  });
});

describe("a create over REST", () => {
  test.each([
    ["10 minutes if the program sets no timeout", undefined, 600_000],
    ["0 if the program sets 0", 0, 0],
    ["60 s if the program sets 60 s", 60_000, 60_000],
  ])("sets the execution timeout of jobs to %s", async (_, executionTimeoutMs, timeout) => {
    const server = await platformWith({ "POST /v2/serverless": json(201, RECORD) });
    await rest(server).create({ ...INPUT, networkVolumeIds: undefined, executionTimeoutMs });
    expect(bodyOf(server, "POST")).toMatchObject({ timeout });
  });
});

describe("an update over REST", () => {
  const known = { ...INPUT, templateId: undefined };

  const own = { "GET /v2/templates": json(200, { templates: [TEMPLATE] }) };

  async function patched(input: Partial<EndpointInput>, live: object = RECORD, more: Record<string, Reply> = own) {
    const server = await platformWith({
      ...more,
      "GET /v2/serverless/ep1": json(200, live),
      "PATCH /v2/serverless/ep1": json(200, live),
    });
    await rest(server).update("ep1", { ...known, ...input });
    return server.seen.some(({ method }) => method === "PATCH") ? bodyOf(server, "PATCH") : undefined;
  }

  test("sends only values that differ from RunPod's values", async () => {
    expect(await patched({})).toBeUndefined();
    expect(await patched({ gpuIds: "-NVIDIA L4,AMPERE_24,ADA_24", locations: "US-TX-3, EU-RO-1" })).toBeUndefined();
    expect(await patched({ name: "renamed" })).toEqual({ name: "renamed" });
    expect(await patched({ flashBootType: "OFF" })).toEqual({ flashboot: "OFF" });
    expect(await patched({ locations: null })).toEqual({ dataCenterIds: [] });
    expect(await patched({ networkVolumeId: null })).toEqual({ networkVolumes: ["vol2"] });
    expect(await patched({ networkVolumeId: null, networkVolumeIds: [] })).toEqual({ networkVolumes: [] });
    await expect(patched({ networkVolumeIds: ["vol2"] })).rejects.toThrow("networkVolumeIds name different volumes");
  });

  test("removes the old rule about CUDA versions if the program sets the other rule", async () => {
    const withFloor = { ...RECORD, gpu: { ...RECORD.gpu, minCudaVersion: "12.0" } };
    const versions = ["12.8"];
    expect(await patched({ allowedCudaVersions: versions }, withFloor)).toEqual({
      gpu: { allowedCudaVersions: versions, minCudaVersion: "" },
    });
    expect(await patched({}, withFloor)).toBeUndefined();
    const withVersions = { ...RECORD, gpu: { ...RECORD.gpu, allowedCudaVersions: versions } };
    expect(await patched({ minCudaVersion: "12.4" }, withVersions)).toEqual({
      gpu: { allowedCudaVersions: [], minCudaVersion: "12.4" },
    });
  });

  test("copies a template only if the template is new to the endpoint", async () => {
    const live = { ...RECORD, env: { A: "1", PODWRIGHT_TEMPLATE_ID: "tpl1" } };
    expect(await patched({ templateId: "tpl1" }, live)).toBeUndefined();
    const copy = { templateId: "tpl2", env: { PODWRIGHT_TEMPLATE_ID: "tpl2" } };
    expect(await patched({ templateId: "tpl2" }, live)).toEqual(copy);
    expect(await patched({ templateId: "tpl2" }, { ...RECORD, image: "foreign:1" }, own)).toEqual(copy);
  });

  test("sets the new template over GraphQL if the old template belongs to the account", async () => {
    const live = { "GET /v2/serverless/ep1": json(200, RECORD), "PATCH /v2/serverless/ep1": json(200, RECORD) };
    const server = await platformWith({
      ...{ ...live, ...own, "GET /v2/templates/tpl1": json(200, TEMPLATE) },
      "POST /graphql": graphqlKnows("tpl1"),
    });
    await rest(server).update("ep1", { ...known, templateId: "tpl2", name: "renamed" });
    expect(bodyOf(server, "PATCH")).toEqual({ name: "renamed" });
    expect(server.seen.at(-1)?.body).toMatch(/saveEndpoint.*templateId: \\"tpl2\\"/);
    const untold = await platformWith({ ...live, ...own });
    expect(await failure(rest(untold).update("ep1", { ...known, templateId: "tpl2" }))).toBeInstanceOf(RuleError);
    expect(called(untold)).not.toContain("PATCH /v2/serverless/ep1");
  });

  test("sends only the worker numbers if the program removes all workers", async () => {
    expect(await patched({ workersMax: 0, idleTimeout: undefined })).toEqual({ workers: { min: 0, max: 0 } });
  });

  test("sends all GPU settings together if the program changes the pools", async () => {
    expect(await patched({ gpuIds: "ADA_24" })).toEqual({ gpu: { pools: ["ADA_24"], excludedTypes: [], count: 2 } });
    expect(await patched({ gpuCount: 4 })).toMatchObject({ gpu: { count: 4 } });
  });

  test("is never sent if the program changes the type of the endpoint", async () => {
    const server = await platformWith({ "GET /v2/serverless/ep1": json(200, RECORD) });
    expect(await failure(rest(server).update("ep1", { ...known, type: "LB" }))).toBeInstanceOf(ValidationError);
    expect(called(server)).toEqual(["GET /v2/serverless/ep1"]);
  });
});
