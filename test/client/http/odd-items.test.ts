import { describe, expect, test } from "vitest";
import { NotFoundError, RuleError, UnexpectedAnswerError } from "../../../client";
import { pod as podResource } from "../../../provider/kinds/pod/lifecycle";
import { testRun } from "../../support/test-run";
import { client, failure, json, POD, problem, serve } from "../support/local-server";

const ODD = { ...POD, id: "odd", mounts: { persistent: "big" }, env: { MARK: "web-1234567" } };
const ids = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);

describe("an unreadable item of a list", () => {
  test("is left out of the list with a warning that names the item", async () => {
    const server = await serve(json(200, { pods: [POD, ODD, { id: 5 }] }));
    const warnings: string[] = [];
    const { pods } = client(server.url, { onWarning: (sentence) => warnings.push(sentence) });
    expect(ids(await pods.list())).toEqual([POD.id]);
    expect(ids(await pods.list({ includeClusterPods: true }))).toEqual([POD.id]);
    expect(warnings).toEqual([
      "pod odd cannot be read: its field 'mounts.persistent' does not have the form that RunPod documents. All other resources are unaffected.",
      "pod without an id cannot be read: its field 'id' does not have the form that RunPod documents. All other resources are unaffected.",
    ]);
  });

  test("never counts as deleted if a program looks for the item's id", async () => {
    const server = await serve(json(200, { pods: [POD, ODD] }), json(200, { ...POD, id: "odd" }), json(200, ODD));
    // The list stays fresh for as long as the test takes.
    const { pods } = client(server.url, { clock: { now: () => 0, sleep: async () => undefined } });
    expect(await pods.find("odd")).toMatchObject({ id: "odd" });
    const error = await failure(pods.find("odd"));
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect((error as Error).message).toContain("answered getPod with JSON without a usable 'mounts.persistent'");
    expect(server.seen.map(({ url }) => url)).toEqual(["/v2/pods", "/v2/pods/odd", "/v2/pods/odd"]);
  });

  test("makes only its own refresh fail", async () => {
    const server = await serve(json(200, { pods: [POD, ODD] }), json(200, ODD));
    const run = testRun({ platform: client(server.url) });
    expect(await podResource.read(run, { id: POD.id, declared: {} })).toMatchObject({ outputs: { cost: POD.cost } });
    expect(await failure(podResource.read(run, { id: "odd", declared: {} }))).toBeInstanceOf(UnexpectedAnswerError);
  });

  test("makes the search for a new resource fail if the item may be that resource", async () => {
    const server = await serve(json(200, { pods: [POD, ODD] }));
    const run = testRun({ platform: client(server.url) });
    const sought = (name: string) => podResource.findLeftovers(run, { name, __autoname: name });
    expect(await sought("other-7654321")).toEqual({ created: [], similar: [], sought: ["other-7654321"] });
    expect(((await failure(sought("web-1234567"))) as Error).message).toBe(
      "odd may be the resource, but cannot be read: its field 'mounts.persistent' does not have the form that RunPod documents",
    );
  });

  test("over GraphQL never counts as a deleted endpoint", async () => {
    const endpoint = { id: "ep1", name: "one", workersMin: 0, workersMax: 3 };
    const odd = { ...endpoint, id: "odd", workersMax: "many" };
    const refusal = json(200, { errors: [{ message: "not now" }], data: null });
    const list = json(200, { data: { myself: { endpoints: [endpoint, odd] } } });
    const server = await serve(list, list, refusal, list, refusal, list, problem(404, "resource not found"));
    const { endpoints } = client(server.url);
    expect(ids(await endpoints.list())).toEqual(["ep1"]);
    expect(((await failure(endpoints.get("odd"))) as Error).message).toBe(
      "Endpoint odd cannot be read: its field 'workersMax' does not have the form that RunPod documents.",
    );
    expect(await failure(endpoints.delete("odd"))).toBeInstanceOf(RuleError);
    expect(await failure(endpoints.delete("none"))).toBeInstanceOf(NotFoundError);
  });

  test("does not hide the other items in lists of GPU types, workers and releases", async () => {
    const gpu = { id: "NVIDIA L4", price: { secure: 0.4, community: 0.3 } };
    const worker = { id: "w1", status: "RUNNING" };
    const server = await serve(
      json(200, { gpus: [gpu, { id: "free", price: null }] }),
      json(200, { workers: [worker, { id: "w2" }], summary: { total: 2 } }),
      json(200, { releases: [{ id: "r1" }, {}], rollout: {} }),
    );
    const { catalog, workers } = client(server.url);
    expect(ids(await catalog.gpuTypes())).toEqual(["NVIDIA L4"]);
    expect(await workers.list("ep1")).toMatchObject({ workers: [{ id: "w1" }], summary: { total: 2 } });
    expect(ids((await workers.releases("ep1")).releases)).toEqual(["r1"]);
  });
});
