import { describe, expect, test } from "vitest";
import type { Path, Values } from "../../../kernel/values";
import { networkVolume } from "../../../provider/kinds/network-volume/lifecycle";
import { pod } from "../../../provider/kinds/pod/lifecycle";
import { serverlessEndpoint } from "../../../provider/kinds/serverless-endpoint/lifecycle";
import { template } from "../../../provider/kinds/template/lifecycle";
import { plan } from "../../../provider/planning/changes";
import type { ChangeTable } from "../../../provider/planning/rules";

const placement = { gpu: { id: "A", count: 1 }, cloud: "SECURE", dataCenterId: "EU-RO-1" };
const onGpu = { image: "nginx", gpu: { id: "A" } };
const persistent = { persistent: { size: 20, path: "/data" } };
const network = (volumeId: string) => ({ network: [{ volumeId, path: "/workspace" }] });

function planned(table: ChangeTable, olds: Values, news: Values, state: Values = {}, unknowns: Path[] = []) {
  return plan(table, { olds, news, state: { ...olds, ...state } }, unknowns);
}
const ofPod = (olds: Values, news: Values, state: Values = {}, unknowns: Path[] = []) =>
  planned(
    pod.changes,
    { ...onGpu, ...olds },
    { ...onGpu, ...news },
    { placement, status: "RUNNING", ...state },
    unknowns,
  );

const deletesFirst = ({ terms }: ReturnType<typeof plan>) => terms.deleteFirst !== undefined;

describe("the former program's allowDataLoss", () => {
  const volume = { size: 20, dataCenter: "EU-RO-1" };

  test("does not allow a loss of data that the new program forbids", () => {
    const replaced = (olds: Values, news: Values) =>
      planned(networkVolume.changes, { ...volume, ...olds }, { ...volume, size: 10, ...news }).refusals.length;
    expect(replaced({ allowDataLoss: true }, {})).toBe(1);
    expect(replaced({ allowDataLoss: true }, { allowDataLoss: false })).toBe(1);
    expect(replaced({}, { allowDataLoss: true })).toBe(0);
  });

  test("has no effect on the persistent mount of a pod", () => {
    const replaced = (olds: Values, news: Values) =>
      ofPod({ mounts: persistent, ...olds }, { mounts: persistent, gpu: { id: "B" }, ...news }).refusals.length;
    expect(replaced({ allowDataLoss: true }, { allowDataLoss: false })).toBe(1);
    expect(replaced({ allowDataLoss: false }, {})).toBe(0);
  });
});

describe("the replacement of a pod", () => {
  test("warns of the lost data of a persistent mount", () => {
    const { terms, refusals } = ofPod({ mounts: persistent }, { mounts: persistent, gpu: { id: "B" } });
    expect(terms.destroys).toContain("the 20 GB of its persistent mount at /data");
    expect(refusals).toEqual([]);
  });

  test("is refused for a persistent mount if allowDataLoss is false", () => {
    const news = { mounts: persistent, gpu: { id: "B" }, allowDataLoss: false };
    expect(ofPod({ mounts: persistent }, news).refusals).toEqual([expect.stringContaining("allowDataLoss: true")]);
    expect(ofPod({ mounts: persistent }, { mounts: network("a"), allowDataLoss: false }).refusals).toHaveLength(1);
  });

  test("is refused in an error that names the pod's real GPU", () => {
    const olds = { mounts: persistent, gpu: { id: "X" }, fallbacks: [{ gpu: { id: "A" } }], allowDataLoss: false };
    const { refusals } = ofPod(olds, { ...olds, gpu: { id: "C" }, fallbacks: [] });
    expect(refusals).toEqual([expect.stringContaining('gpu.id is "A" on RunPod and "C" in the program')]);
  });

  test("creates the new pod first if the old pod has no mount", () => {
    expect(ofPod({}, { gpu: { id: "B" } })).toMatchObject({ terms: {} });
  });

  test("deletes the old pod first if both pods mount the same network volume", () => {
    expect(deletesFirst(ofPod({ mounts: network("a") }, { mounts: network("a"), gpu: { id: "B" } }))).toBe(true);
    expect(deletesFirst(ofPod({ mounts: network("a") }, { mounts: network("b") }))).toBe(false);
  });

  test.each([
    ["a new image", { image: "nginx:2" }],
    ["no difference at all", {}],
  ])("deletes an old pod with a network volume first, even if the reason is %s", (_, news) => {
    const kept = { mounts: network("a") };
    const result = ofPod(kept, { ...kept, ...news });
    expect([result.replaces, deletesFirst(result)]).toEqual([[], true]);
  });

  test("is planned if the network volume is not known yet", () => {
    const volume = network("placeholder");
    const unknowns = [["mounts", "network", 0, "volumeId"]];
    expect(ofPod({ mounts: network("a") }, { mounts: volume }, {}, unknowns).replaces).toHaveLength(1);
    const fallbacks = "placeholder" as unknown;
    expect(() => ofPod({}, { gpu: { id: "B" }, fallbacks }, {}, [["fallbacks"]])).not.toThrow();
    expect(() => ofPod({}, { gpu: { id: "B" }, fallbacks: [fallbacks] }, {}, [["fallbacks", 0]])).not.toThrow();
  });

  test("is not planned if only the path of a mount is not known yet", () => {
    const mounts = { persistent: { size: 20, path: "placeholder" } };
    expect(ofPod({ mounts: persistent }, { mounts }, {}, [["mounts", "persistent", "path"]]).replaces).toEqual([]);
  });
});

describe("a locked pod", () => {
  const locked = { locked: true };

  test.each([
    ["reset", { image: "nginx:2" }],
    ["restarted", { globalNetworking: true }],
    ["stopped", { desiredStatus: "EXITED" }],
  ])("cannot be %s", (_, change) => {
    const { refusals } = ofPod(locked, { ...locked, ...change });
    expect(refusals).toEqual([expect.stringContaining(`changing ${Object.keys(change)[0]} would stop or reset it`)]);
  });

  test.each([
    ["renamed", { name: "other" }, {}],
    ["unlocked and changed at the same time", { locked: false, image: "nginx:2" }, {}],
    ["started again", { desiredStatus: "RUNNING" }, { status: "EXITED" }],
  ])("can be %s", (_, change, state) => {
    expect(ofPod({ ...locked, name: "one" }, { ...locked, name: "one", ...change }, state).refusals).toEqual([]);
  });
});

describe("the recorded status of a pod", () => {
  test.each([
    ["ERROR", {}, ["desiredStatus"]],
    ["STARTING", {}, ["desiredStatus"]],
    ["RUNNING", {}, []],
    ["PROVISIONING", { skipAwait: true }, []],
    ["EXITED", { skipAwait: true }, ["desiredStatus"]],
    ["ERROR", { skipAwait: true }, ["desiredStatus"]],
    ["EXITED", { desiredStatus: "EXITED" }, []],
    ["STARTING", { desiredStatus: "EXITED", skipAwait: true }, ["desiredStatus"]],
  ])("is %s with the inputs %j and causes a difference in %j", (status, inputs, expected) => {
    const { differences } = ofPod(inputs, inputs, { status });
    expect(differences.map(({ path }) => path[0])).toEqual(expected);
  });
});

describe("the replacement of endpoints, templates and volumes", () => {
  test("deletes the old endpoint first if the new endpoint uses the same template", () => {
    const olds = { gpuIds: "A", templateId: "t" };
    expect(deletesFirst(planned(serverlessEndpoint.changes, olds, { ...olds, type: "LB" }))).toBe(true);
    expect(deletesFirst(planned(serverlessEndpoint.changes, olds, { ...olds, workersMax: 5 }))).toBe(true);
    expect(deletesFirst(planned(serverlessEndpoint.changes, olds, { ...olds, templateId: "u", type: "LB" }))).toBe(
      false,
    );
  });

  test("deletes the old template first if the user chose the template's name", () => {
    const olds = { image: "a", name: "mine", __autoname: "t-1" };
    expect(deletesFirst(planned(template.changes, olds, { ...olds, serverless: true }))).toBe(true);
    const named = { image: "a", name: "t-1", __autoname: "t-1" };
    expect(deletesFirst(planned(template.changes, named, { ...named, serverless: true }))).toBe(false);
  });

  test("is refused for a network volume unless allowDataLoss is true", () => {
    const olds = { size: 20, dataCenter: "EU-RO-1" };
    for (const change of [{ size: 10 }, { dataCenter: "US-TX-3" }, { type: "HIGH_PERFORMANCE" }]) {
      const refused = planned(networkVolume.changes, olds, { ...olds, ...change }, { tier: "STANDARD" });
      expect(refused.refusals).toEqual([expect.stringContaining("destroys the 20 GB of data on it")]);
      const news = { ...olds, ...change, allowDataLoss: true };
      const allowed = planned(networkVolume.changes, olds, news, { tier: "STANDARD" });
      expect(allowed).toMatchObject({ refusals: [], terms: { destroys: expect.stringContaining("20 GB") } });
    }
  });

  test("is not planned if the program newly declares the actual tier of a network volume", () => {
    const olds = { size: 20, dataCenter: "EU-RO-1" };
    const { replaces, refusals } = planned(
      networkVolume.changes,
      olds,
      { ...olds, type: "STANDARD" },
      { tier: "STANDARD" },
    );
    expect([replaces, refusals]).toEqual([[], []]);
  });
});
