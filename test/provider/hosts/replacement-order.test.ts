import { expect, test } from "vitest";
import { DynamicAdapter } from "../../../provider/hosts/dynamic/adapter";
import { SeenState } from "../../../provider/hosts/engine/recorded-state";
import { ResourceHost } from "../../../provider/hosts/plugin/resource-host";
import { pod } from "../../../provider/kinds/pod/lifecycle";
import { serverlessEndpoint } from "../../../provider/kinds/serverless-endpoint/lifecycle";
import { template } from "../../../provider/kinds/template/lifecycle";
import type { Resource } from "../../../provider/session/resource";
import type { Values } from "../../../provider/values/values";
import { testRun } from "../../support/test-run";

const plain = (resource: unknown) => resource as Resource<Values>;
const decoded = (values: Values) => ({ values, secrets: [], unknowns: [] });

/** The inputs that replace, and whether the old resource goes first: the same in both hosts. */
async function judged(resource: unknown, olds: Values, news: Values, state: Values = {}) {
  const outputs = { ...olds, ...state };
  const request = { urn: "urn", recorded: { inputs: olds, outputs }, news: decoded(news) };
  const { plan } = new ResourceHost(plain(resource)).diff({ ...request, ignoreChanges: [] }, () => undefined);
  const adapter = new DynamicAdapter(plain(resource), {
    session: () => testRun(),
    settingFaults: () => [],
    recorded: new SeenState(),
    lifeline: () => ({ signal: new AbortController().signal, hold: (work) => work }),
    print: () => undefined,
  });
  const dynamic = await adapter.diff("id", outputs, news);
  const replaces = [...new Set(plan.replaces.map(({ path }) => String(path[0])))];
  const deleteFirst = plan.terms.deleteFirst !== undefined;
  expect(dynamic).toMatchObject({ replaces, deleteBeforeReplace: deleteFirst });
  return { replaces, deleteFirst };
}

test("an input that cannot change in place causes a replacement, and two pods never write to one volume", async () => {
  const endpoint = { gpuIds: "AMPERE_16", templateId: "t1" };
  const balanced = { ...endpoint, type: "LB", scalerType: "REQUEST_COUNT" };
  expect(await judged(serverlessEndpoint, endpoint, balanced)).toEqual({ replaces: ["type"], deleteFirst: true });
  expect(await judged(template, { image: "x" }, { image: "x", serverless: true })).toMatchObject({
    replaces: ["serverless"],
  });

  const placement = { gpu: { id: "A", count: 1 }, cloud: "SECURE", dataCenterId: "EU-RO-1" };
  const onVolume = { image: "x", gpu: { id: "A" }, mounts: { network: [{ volumeId: "v", path: "/data" }] } };
  const other = { ...onVolume, gpu: { id: "B" } };
  expect(await judged(pod, onVolume, other, { placement })).toEqual({ replaces: ["gpu"], deleteFirst: true });
});
