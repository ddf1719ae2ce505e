import { describe, expect, test } from "vitest";
import type { Values } from "../../../../kernel/values";
import { SeenState } from "../../../../provider/hosts/engine/recorded-state";
import { previewOfUpdate } from "../../../../provider/hosts/plugin/previews";
import { ResourceHost } from "../../../../provider/hosts/plugin/resource-host";
import { unknownValue } from "../../../../provider/hosts/properties/unknowns";
import { cluster } from "../../../../provider/kinds/cluster/lifecycle";
import { pod } from "../../../../provider/kinds/pod/lifecycle";
import { secret } from "../../../../provider/kinds/secret/lifecycle";
import { serverlessEndpoint } from "../../../../provider/kinds/serverless-endpoint/lifecycle";
import type { Resource } from "../../../../provider/session/resource";
import { testRun } from "../../../support/test-run";

/** Previews an update as the engine does. The provider works without an answer of RunPod. */
async function preview(kind: unknown, olds: Values, news: Values, state: Values, recorded = new SeenState()) {
  const resource = kind as Resource<Values>;
  const { operations } = new ResourceHost(resource, recorded);
  const caller = { runOf: () => testRun(), say: () => undefined };
  const name = "urn:pulumi:dev::project::podwright:index:Any::any";
  await operations.check({ name, logicalName: "any", olds, news, unknowns: [] }, caller);
  const change = { id: "any-1", name, recorded: { inputs: olds, outputs: { ...olds, ...state } }, news, unknowns: [] };
  await operations.diff(change, caller);
  return previewOfUpdate(resource, await operations.previewUpdate(change, caller), change);
}

describe("the preview of a pod's update", () => {
  const inputs = { name: "web-1", __autoname: "web-1", image: "nginx:1", gpu: { id: "A" }, desiredStatus: "RUNNING" };
  const placement = { gpu: { id: "A", count: 1 }, cloud: "SECURE" };
  const previewOf = (change: Values, status = "RUNNING") =>
    preview(pod, inputs, { ...inputs, ...change }, { placement, status });

  test("shows as unknown the outputs that a reset will change", async () => {
    expect(await previewOf({ image: "nginx:2" })).toMatchObject({
      ...{ name: "web-1", image: "nginx:2", gpu: { id: "A" } },
      ...{ status: unknownValue, cost: unknownValue, placement: unknownValue },
    });
  });

  test("shows as unknown the outputs that a stopped pod gets at its start", async () => {
    expect(await previewOf({}, "EXITED")).toMatchObject({
      ...{ status: unknownValue, startedAt: unknownValue, ssh: unknownValue },
    });
  });

  test("shows all values of a pod that keeps running", async () => {
    const renamed = await previewOf({ name: "front" });
    expect(renamed).toMatchObject({ name: "front", status: "RUNNING", placement });
    expect(renamed).not.toHaveProperty("startedAt");
  });
});

describe("the preview of an endpoint's update", () => {
  const inputs = { name: "llm-1", __autoname: "llm-1", gpuIds: "ADA_24", templateId: "t" };
  const [url, healthUrl] = ["https://llm-1.test", "https://llm-1.test/ping"];
  const outputs = { url, healthUrl, ready: true, templateRevision: 1 };

  test("shows the address if the workers are renewed", async () => {
    expect(await preview(serverlessEndpoint, inputs, { ...inputs, gpuIds: "AMPERE_80" }, outputs)).toMatchObject({
      url,
    });
  });

  test("with unchanged inputs shows all outputs that depend on neither the template nor the workers", async () => {
    const same = (state: Values, seen?: SeenState) => preview(serverlessEndpoint, inputs, inputs, state, seen);
    expect(await same(outputs)).toMatchObject(outputs);
    expect(await same({ ...outputs, ready: false })).toMatchObject({ ...outputs, ready: unknownValue });
    const recorded = new SeenState();
    recorded.followed.set("t", { revision: 2, before: 1, changed: ["image"], inputs: {} });
    expect(await same(outputs, recorded)).toMatchObject({
      ...{ url, ready: true },
      ...{ healthUrl: unknownValue, templateRevision: unknownValue },
    });
  });
});

test("the preview of an update shows as unknown the outputs that a cluster gets from running pods", async () => {
  const compute = { gpuTypeId: "A", gpuCountPerPod: 8, podCount: 2 };
  const inputs = { name: "c-1", __autoname: "c-1", type: "RAY", compute, image: "x" };
  expect(await preview(cluster, inputs, inputs, { ready: true })).not.toHaveProperty("sshEndpoint");
  for (const before of [inputs, { ...inputs, skipAwait: true }]) {
    const waiting = await preview(cluster, before, inputs, { ready: false });
    expect(waiting).toMatchObject({ ready: unknownValue, sshEndpoint: unknownValue });
  }
});

test("a preview shows a secret's valueLastUpdatedAt as unknown only for a new value", async () => {
  const olds = { name: "t-1", __autoname: "t-1", value: "one" };
  const valueLastUpdatedAt = "2026-06-01T12:00:00Z";
  const previewOf = async (change: Values) =>
    (await preview(secret, olds, { ...olds, ...change }, { valueLastUpdatedAt })).valueLastUpdatedAt;
  expect(await previewOf({ value: "two" })).toBe(unknownValue);
  expect(await previewOf({ description: "two" })).toBe(valueLastUpdatedAt);
});
