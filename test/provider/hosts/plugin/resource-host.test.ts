import { describe, expect, test } from "vitest";
import { SeenState } from "../../../../provider/hosts/engine/recorded-state";
import type { Decoded } from "../../../../provider/hosts/plugin/properties/marshal";
import { ResourceHost } from "../../../../provider/hosts/plugin/resource-host";
import { unknownValue } from "../../../../provider/hosts/properties/unknowns";
import { cluster } from "../../../../provider/kinds/cluster/lifecycle";
import { networkVolume } from "../../../../provider/kinds/network-volume/lifecycle";
import { pod } from "../../../../provider/kinds/pod/lifecycle";
import { secret } from "../../../../provider/kinds/secret/lifecycle";
import { serverlessEndpoint } from "../../../../provider/kinds/serverless-endpoint/lifecycle";
import type { Resource } from "../../../../provider/session/resource";
import type { Values } from "../../../../provider/values/values";
import { testRun } from "../../../support/test-run";

const urn = "urn:pulumi:dev::project::podwright:index:NetworkVolume::data";
const plain = (values: Values): Decoded => ({ values, secrets: [], unknowns: [] });

/** The real resource without its lifecycle. */
function hostOf(resource: unknown): ResourceHost {
  const read = async () => ({ inputs: {}, outputs: {} });
  return new ResourceHost({ ...(resource as Resource<Values>), read });
}

describe("a change that would lose data", () => {
  const olds = { name: "data-1", __autoname: "data-1", size: 20, dataCenter: "EU-RO-1", type: "STANDARD" };
  const smaller = { ...olds, size: 10 };

  const check = (host: ResourceHost, news: Values, of = urn) =>
    host.check(
      { urn: of, name: "data", olds: plain(olds), news: plain(news), seed: new Uint8Array() },
      () => undefined,
    );
  const diff = (host: ResourceHost, news: Values) => {
    const request = { urn, recorded: { inputs: olds, outputs: olds }, news: plain(news), ignoreChanges: [] };
    return host.diff(request, () => undefined).plan;
  };

  test("is refused in an error that shows both values and how to keep the data", () => {
    const host = hostOf(networkVolume);
    check(host, smaller);
    expect(() => diff(host, smaller)).toThrow(
      "data: size is 20 on RunPod and 10 in the program; a volume cannot shrink. To keep the present value, write size: 20 in the program. " +
        "Replacing this network volume destroys the 20 GB of data on it: to accept that, set allowDataLoss: true.",
    );
  });

  test("is not refused during a refresh", async () => {
    const host = hostOf(networkVolume);
    const replacesSize = { replaces: [{ path: ["size"] }] };
    check(host, smaller, `${urn}-2`);
    expect(diff(host, smaller)).toMatchObject(replacesSize);
    check(host, smaller);
    await host.operations.read(testRun(), { id: "volume-1", key: urn, recorded: { inputs: olds, outputs: olds } });
    expect(diff(host, smaller)).toMatchObject(replacesSize);
  });
});

describe("a change that needs no replacement", () => {
  const data = { persistent: { size: 20, path: "/data" } };
  const olds = { name: "web-1", __autoname: "web-1", image: "nginx:1", gpu: { id: "A" }, desiredStatus: "RUNNING" };
  const placement = { gpu: { id: "A", count: 1 }, cloud: "SECURE" };

  /** The engine's calls up to the moment at which it decides. */
  function compared(extra: Values = {}, image = "nginx:2") {
    const lines: string[] = [];
    const tell = (severity: string, line: string) => lines.push(`${severity}: ${line}`);
    const foreseeDelete: Resource<Values>["foreseeDelete"] = async (_, { id, inputs }) => [
      `${id} loses ${inputs.image}`,
    ];
    const host = hostOf({ ...pod, foreseeDelete });
    const [before, after] = [
      { ...olds, ...extra },
      { ...olds, ...extra, image },
    ];
    const checking = { urn, name: "web", news: plain(after), seed: new Uint8Array() };
    host.check({ ...checking, olds: plain(before) }, tell);
    const recorded = { inputs: before, outputs: { ...before, placement, status: "RUNNING" } };
    host.diff({ urn, id: "web-old", recorded, news: plain(after), ignoreChanges: [] }, tell);
    return { host, lines, tell, replace: () => host.check({ ...checking, olds: plain({}) }, tell) };
  }

  test("is announced as a reset of the running container", () => {
    const { host, lines, tell } = compared();
    expect(lines).toEqual([]);
    host.announceUpdate(urn, tell);
    expect(lines).toEqual([expect.stringMatching(/^info: changing image resets the running container/)]);
  });

  test("causes a warning about lost data if the engine replaces a pod with a persistent mount", () => {
    const { lines, replace } = compared({ mounts: data });
    expect(replace().failures).toEqual([]);
    expect(lines).toEqual([
      expect.stringMatching(/^info: is replaced although changing image does not need a replacement: replaceOnChanges/),
      expect.stringMatching(/^warning: replacing this pod loses data/),
    ]);
  });

  test("warns only once that the engine's replacement of the pod loses data", async () => {
    const { host, lines, tell, replace } = compared();
    const warn = () => host.warnOfLoss(async () => testRun(), urn, tell);
    lines.length = 0;
    await warn();
    expect(lines).toEqual([]);
    replace();
    lines.length = 0;
    await warn();
    await warn();
    expect(lines).toEqual(["warning: web-old loses nginx:1"]);
    await compared({}, "nginx:1").host.warnOfLoss(async () => testRun(), urn, tell);
    expect(lines).toHaveLength(1);
  });

  test("is refused if allowDataLoss is false and the engine replaces the pod", () => {
    const { lines, replace } = compared({ mounts: data, allowDataLoss: false });
    const { failures } = replace();
    expect(failures).toEqual([
      {
        property: "",
        reason: expect.stringMatching(
          /^replaceOnChanges replaces the resource because of image\..*allowDataLoss: true\.$/,
        ),
      },
    ]);
    expect(lines).toEqual([]);
  });

  test("is refused if allowDataLoss is false and the engine replaces the pod after a failed operation", () => {
    const kept = { mounts: data, allowDataLoss: false };
    const { replace } = compared(kept, olds.image);
    expect(replace().failures).toEqual([
      {
        property: "",
        reason: expect.stringMatching(/^the last operation failed, and replaceOnChanges .*allowDataLoss: true\.$/),
      },
    ]);
  });

  test("has no effect on a later create of a pod with the same name", () => {
    const { host, lines, tell, replace } = compared({ mounts: data, allowDataLoss: false });
    host.announceUpdate(urn, tell);
    lines.length = 0;
    expect([replace().failures, lines]).toEqual([[], []]);
  });
});

test("a refresh keeps the markers of the create in the state", async () => {
  const marks = { __autoname: "web-1", __nonce: "0123" };
  const inputs = { name: "web-1", ...marks, image: "nginx", gpu: { id: "A" } };
  const known: unknown[] = [];
  const keep = async (_run: unknown, { declared, inputs: deleted }: { declared?: Values; inputs?: Values }) => {
    known.push(declared ?? deleted);
    return { inputs: declared ?? {}, outputs: declared ?? {} };
  };
  const host = new ResourceHost({ ...(pod as unknown as Resource<Values>), read: keep, delete: keep } as never);
  const outputs = { ...inputs, status: "RUNNING", locked: false, __undeclared: ["locked"] };
  const found = await host.operations.read(testRun(), { id: "pod1", key: urn, recorded: { inputs, outputs } });
  await host.operations.delete(testRun(), "pod1", { inputs, outputs });
  expect(found?.inputs).toEqual(inputs);
  expect(known).toEqual([inputs, inputs]);
});

describe("the preview of an update", () => {
  const inputs = { name: "web-1", __autoname: "web-1", image: "nginx:1", gpu: { id: "A" }, desiredStatus: "RUNNING" };
  const placement = { gpu: { id: "A", count: 1 }, cloud: "SECURE" };
  const preview = (news: Values, state: Values = { status: "RUNNING" }) =>
    hostOf(pod).previewUpdate({
      ...{ urn, recorded: { inputs, outputs: { ...inputs, placement, ...state } } },
      ...{ news: plain(news), ignoreChanges: [] },
    });

  test("shows as unknown the outputs that a reset will change", () => {
    expect(preview({ ...inputs, image: "nginx:2" })).toMatchObject({
      ...{ name: "web-1", image: "nginx:2", gpu: { id: "A" } },
      ...{ status: unknownValue, cost: unknownValue, placement: unknownValue },
    });
  });

  test("shows as unknown the outputs that a stopped pod gets at its start", () => {
    expect(preview(inputs, { status: "EXITED" })).toMatchObject({
      ...{ status: unknownValue, startedAt: unknownValue, ssh: unknownValue },
    });
  });

  test("shows all values of a pod that keeps running", () => {
    const renamed = preview({ ...inputs, name: "front" });
    expect(renamed).toMatchObject({ name: "front", status: "RUNNING", placement });
    expect(renamed).not.toHaveProperty("startedAt");
  });

  test("shows the address of an endpoint whose workers are renewed", () => {
    const olds = { name: "llm-1", __autoname: "llm-1", gpuIds: "ADA_24", templateId: "t" };
    const outputs = { ...olds, url: "https://llm-1.test", ready: true };
    const request = { urn, recorded: { inputs: olds, outputs }, ignoreChanges: [] };
    const news = plain({ ...olds, gpuIds: "AMPERE_80" });
    expect(hostOf(serverlessEndpoint).previewUpdate({ ...request, news })).toMatchObject({ url: outputs.url });
  });
});

describe("the preview of an update with unchanged inputs", () => {
  const preview = (host: ResourceHost, inputs: Values, outputs: Values, before = inputs) => {
    const [olds, news] = [plain(before), plain(inputs)];
    host.check({ urn, name: "any", olds, news, seed: new Uint8Array() }, () => undefined);
    return host.previewUpdate({
      ...{ urn, recorded: { inputs: before, outputs: { ...before, ...outputs } } },
      ...{ news, ignoreChanges: [] },
    });
  };

  test("shows all outputs that depend on neither the template nor the workers", () => {
    const recorded = new SeenState();
    const host = new ResourceHost(serverlessEndpoint as unknown as Resource<Values>, recorded);
    const inputs = { name: "llm-1", __autoname: "llm-1", gpuIds: "ADA_24", templateId: "t" };
    const outputs = {
      url: "https://llm-1.test",
      healthUrl: "https://llm-1.test/ping",
      ready: true,
      templateRevision: 1,
    };
    expect(preview(host, inputs, outputs)).toMatchObject(outputs);
    expect(preview(host, inputs, { ...outputs, ready: false })).toMatchObject({ ...outputs, ready: unknownValue });
    recorded.followed.set("t", { revision: 2, before: 1, changed: ["image"], inputs: {} });
    expect(preview(host, inputs, outputs)).toMatchObject({
      ...{ url: outputs.url, ready: true },
      ...{ healthUrl: unknownValue, templateRevision: unknownValue },
    });
  });

  test("shows as unknown the outputs that a cluster gets from running pods", () => {
    const compute = { gpuTypeId: "A", gpuCountPerPod: 8, podCount: 2 };
    const inputs = { name: "c-1", __autoname: "c-1", type: "RAY", compute, image: "x" };
    expect(preview(hostOf(cluster), inputs, { ready: true })).not.toHaveProperty("sshEndpoint");
    for (const before of [inputs, { ...inputs, skipAwait: true }]) {
      const waiting = preview(hostOf(cluster), inputs, { ready: false }, before);
      expect(waiting).toMatchObject({ ready: unknownValue, sshEndpoint: unknownValue });
    }
  });
});

test("a preview shows a secret's valueLastUpdatedAt as unknown only for a new value", () => {
  const olds = { name: "t-1", __autoname: "t-1", value: "one" };
  const valueLastUpdatedAt = "2026-06-01T12:00:00Z";
  const preview = (change: Values) => {
    const recorded = { inputs: olds, outputs: { ...olds, valueLastUpdatedAt } };
    const request = { urn, recorded, news: plain({ ...olds, ...change }), ignoreChanges: [] };
    return hostOf(secret).previewUpdate(request).valueLastUpdatedAt;
  };
  expect(preview({ value: "two" })).toBe(unknownValue);
  expect(preview({ description: "two" })).toBe(valueLastUpdatedAt);
});
