import { expect, test } from "vitest";
import { systemClock } from "../../../client";
import type { Values } from "../../../kernel/values";
import { pod } from "../../../provider/kinds/pod/lifecycle";
import { serverlessEndpoint } from "../../../provider/kinds/serverless-endpoint/lifecycle";
import { template } from "../../../provider/kinds/template/lifecycle";
import type { Resource } from "../../../provider/session/resource";
import { client, failure, json, POD, problem, type Reply, serve } from "../../client/support/local-server";
import { type TestRun, testRun } from "../../support/test-run";

const EMPTY_LIST = json(200, { pods: [] });

/** Runs an operation of a lifecycle against a platform that gives these replies. */
async function against(...replies: [Reply, ...Reply[]]): Promise<TestRun> {
  const { url } = await serve(...replies);
  return testRun({ platform: client(url), clock: systemClock, timeScale: 0.01 });
}

test("a refresh keeps a resource in the state unless RunPod clearly reports it as missing", async () => {
  for (const reply of [problem(403, "pod not found"), problem(400, "not found: does not exist")]) {
    const run = await against(EMPTY_LIST, reply);
    await failure(pod.read(run, { id: "pod1", declared: {} }));
  }
  for (const myself of [null, {}, { endpoints: null }]) {
    const run = await against(json(200, { data: { myself } }));
    await failure(serverlessEndpoint.read(run, { id: "ep1", declared: {} }));
  }
  const noPod = await against(EMPTY_LIST, problem(404, "gone"));
  expect(await pod.read(noPod, { id: "pod1", declared: {} })).toBeUndefined();
  const noEndpoints = json(200, { data: { myself: { endpoints: [] } } });
  const noEndpoint = await against(noEndpoints, noEndpoints, problem(404, "gone"));
  expect(await serverlessEndpoint.read(noEndpoint, { id: "ep1", declared: {} })).toBeUndefined();
});

const nothing = problem(404, "no such route");

/** A platform of empty lists, or a platform that refuses its lists. */
const withLists =
  (lists: Reply): Reply =>
  (response, request, socket) =>
    (/\/x(\/workers)?$/.test(request.url) ? nothing : lists)(response, request, socket);

test.each<[string, Pick<Resource<Values>, "delete">]>([
  ["pod", pod],
  ["template", template],
  ["endpoint", serverlessEndpoint],
])("a delete of a missing %s fails if the server has no list of this kind", async (what, { delete: remove }) => {
  const at = async (reply: Reply) => {
    const { url } = await serve(reply);
    const platform = client(url, { endpointTransport: "rest" });
    return remove(testRun({ platform, clock: systemClock, timeScale: 0.01 }), { id: "x", inputs: {}, state: {} });
  };
  const message = `${what} x was not found, and the server has no list of such items either, so it stays in the state: check that baseUrl is the address of RunPod`;
  expect(await failure(at(nothing))).toMatchObject({ message });
  await at(withLists(json(200, { pods: [], templates: [], endpoints: [] })));
  await at(withLists(problem(403, "may not list")));
});

test("a refused delete of a pod succeeds only if RunPod shows the pod as TERMINATED", async () => {
  const deleting = async (status: string, refusal: number) => {
    const { url } = await serve(problem(refusal, "pod is terminated"), json(200, { ...POD, id: "x", status }));
    const run = testRun({ platform: client(url), clock: systemClock, timeScale: 0.01 });
    return pod.delete(run, { id: "x", inputs: {}, state: {} });
  };
  for (const refusal of [400, 409]) {
    await deleting("TERMINATED", refusal);
    expect(await failure(deleting("RUNNING", refusal))).toMatchObject({ detail: "pod is terminated" });
  }
});
