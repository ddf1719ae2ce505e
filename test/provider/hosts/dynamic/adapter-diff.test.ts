import { describe, expect, test } from "vitest";
import type { Values } from "../../../../kernel/values";
import { unknownValue } from "../../../../provider/hosts/properties/unknowns";
import { networkVolume } from "../../../../provider/kinds/network-volume/lifecycle";
import { pod } from "../../../../provider/kinds/pod/lifecycle";
import { adapterOf, asSent, engine, failure, hidden, onGpu, placement } from "./support/adapter";

describe("the diff of the dynamic host", () => {
  const olds = { ...onGpu, name: "web-1", __autoname: "web-1", desiredStatus: "RUNNING", status: "RUNNING", placement };
  const inputsOf = ({ status: _, placement: __, ...inputs }: Values): Values => inputs;

  async function diffOf(
    news: Values,
    { oldOutputs = olds as Values, oldInputs = inputsOf(oldOutputs), resource = pod as unknown } = {},
  ) {
    const adapter = adapterOf(resource);
    const checked = await adapter.check(oldInputs, { ...news, ...hidden });
    return adapter.diff("id", oldOutputs, asSent(checked.inputs));
  }

  test("is empty if no input has changed", async () => {
    expect(await diffOf(onGpu)).toMatchObject({ changes: false });
    expect(await diffOf(onGpu, { oldOutputs: { ...olds, ...hidden } })).toMatchObject({ changes: false });
  });

  test("lets the engine list the changed inputs", async () => {
    const diff = await diffOf({ ...onGpu, image: "nginx:2" });
    expect(diff).toEqual({ replaces: [], deleteBeforeReplace: false });
    expect(diff).not.toHaveProperty("changes");
  });

  test("reports a change to the engine if only the outputs show the change", async () => {
    const stopped = { ...olds, status: "EXITED" };
    expect(await diffOf(onGpu, { oldOutputs: stopped, oldInputs: inputsOf(olds) })).toMatchObject({ changes: true });
  });

  test("plans a replacement if a value that is not known yet could require a replacement", async () => {
    const volume = { size: 20, dataCenter: "EU-RO-1", name: "v", __autoname: "v", tier: "STANDARD" };
    const news = { size: 20, dataCenter: unknownValue };
    expect(await diffOf(news, { oldOutputs: volume, resource: networkVolume })).toMatchObject({
      replaces: ["dataCenter"],
    });
  });

  test("plans an update to record a new time-out, logical name or secret output", async () => {
    expect(await diffOf({ ...onGpu, __timeouts: { delete: "1h" } })).toMatchObject({ changes: true });
    expect(await diffOf({ ...onGpu, __secretOutputs: ["args"] })).toMatchObject({ changes: true });
    expect(await diffOf({ ...onGpu, __secretOutputs: [] })).toMatchObject({ changes: false });
    const renamed = { ...olds, __logicalName: "before" };
    expect(await diffOf(onGpu, { oldOutputs: renamed })).toMatchObject({ changes: true });
  });

  test.each<[string, Values, Values, string]>([
    [
      "the program stops",
      { desiredStatus: "EXITED" },
      {},
      "changing desiredStatus stops the pod, which loses all files outside its mounts",
    ],
    ["another user stopped", {}, { status: "EXITED" }, "is EXITED, not RUNNING: Podwright starts the pod"],
    ["is still starting", {}, { status: "STARTING" }, "is STARTING, not RUNNING: Podwright waits until the pod runs"],
    [
      "is still starting after a refresh",
      {},
      { status: "STARTING", desiredStatus: "EXITED" },
      "changing desiredStatus waits until the pod runs: it is STARTING",
    ],
    [
      "changes in an input that Podwright only records",
      { capacityTimeout: "1m" },
      {},
      "changing capacityTimeout is only recorded: Podwright sends nothing",
    ],
    [
      "changes only in its time-outs",
      { __timeouts: { delete: "1h" } },
      {},
      "Podwright only records the new customTimeouts, and sends nothing",
    ],
  ])("announces what an update does to a pod that %s", async (_, change, state, line) => {
    await diffOf({ ...onGpu, ...change }, { oldOutputs: { ...olds, ...state }, oldInputs: inputsOf(olds) });
    expect(engine.printed).toEqual([expect.stringContaining(`web: ${line}`)]);
  });

  test("names replaceOnChanges as the reason of a replacement", async () => {
    const mounts = { network: [{ volumeId: "a", path: "/a" }] };
    const news = { ...onGpu, mounts, image: "nginx:2", __replaceOnChanges: ["image"] };
    const diff = await diffOf(news, { oldOutputs: { ...olds, mounts } });
    expect(diff).toEqual({ replaces: ["image"], deleteBeforeReplace: true });
    expect(engine.printed).toEqual([
      expect.stringContaining("web: is replaced although changing image does not need a replacement: replaceOnChanges"),
      expect.stringContaining("web: Pulumi deletes the old resource before it creates the new one"),
    ]);
    await diffOf({ ...news, __replaceOnChanges: ["env", "gpu.id", "ports[*]"] }, { oldOutputs: { ...olds, mounts } });
    expect(engine.printed).toEqual([expect.stringContaining("web: changing image resets")]);
  });

  test("plans a replacement if replaceOnChanges names the changed part of an input", async () => {
    const env = (b: string) => ({ env: { A: "1", B: b } });
    const oldOutputs = { ...olds, ...env("1") };
    const news = { ...onGpu, ...env("2") };
    expect(await diffOf({ ...news, __replaceOnChanges: ["env.B"] }, { oldOutputs })).toMatchObject({
      replaces: ["env"],
    });
    expect(engine.printed[0]).toContain(
      "web: is replaced although changing env does not need a replacement: replaceOnChanges",
    );
    expect(await diffOf({ ...news, __replaceOnChanges: ["env.A"] }, { oldOutputs })).toMatchObject({ replaces: [] });
    expect(engine.printed[0]).toContain("web: changing env resets");
  });

  test("plans no replacement for a reordered list, even if replaceOnChanges names the list", async () => {
    const kept = { mounts: { persistent: { size: 20, path: "/data" } }, allowDataLoss: false };
    const oldOutputs = { ...olds, ...kept, ports: ["80/http", "22/tcp"] };
    const news = { ...onGpu, ...kept, ports: ["22/tcp", "80/http"], __replaceOnChanges: ["ports"] };
    expect(await diffOf(news, { oldOutputs })).toMatchObject({ changes: false });
    expect(engine.printed).toEqual([]);
  });

  test("does not record replaceOnChanges in the inputs", async () => {
    const { inputs } = await adapterOf(pod).check({}, { ...onGpu, ...hidden, __replaceOnChanges: ["image"] });
    expect(inputs).not.toHaveProperty("__replaceOnChanges");
  });

  test("refuses a replacement that would lose data in one sentence without a JavaScript stack trace", async () => {
    const volume = { size: 20, dataCenter: "EU-RO-1", name: "v", __autoname: "v", tier: "STANDARD" };
    const elsewhere = { size: 20, dataCenter: "US-TX-3" };
    const error = await failure(diffOf(elsewhere, { oldOutputs: volume, resource: networkVolume }));
    expect(error.message).toMatch(
      /^dataCenter is "EU-RO-1" on RunPod and "US-TX-3" in the program; .* write dataCenter: "EU-RO-1" .*allowDataLoss: true\.$/,
    );
    expect(`${error}: ${error.stack}`).toBe("web: Podwright refused the change");
  });
});
