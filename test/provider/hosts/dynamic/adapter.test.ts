import { beforeEach, describe, expect, test, vi } from "vitest";
import { DynamicAdapter } from "../../../../provider/hosts/dynamic/adapter";
import { SeenState } from "../../../../provider/hosts/engine/recorded-state";
import { unknownValue } from "../../../../provider/hosts/properties/unknowns";
import { networkVolume } from "../../../../provider/kinds/network-volume/lifecycle";
import { pod } from "../../../../provider/kinds/pod/lifecycle";
import { InitError, OperationError } from "../../../../provider/operations/errors";
import type { Resource } from "../../../../provider/operations/resource";
import type { Run } from "../../../../provider/operations/run";
import type { Values } from "../../../../provider/planning/values";
import { testRun } from "../../../support/test-run";

const onGpu = { image: "nginx", gpu: { id: "A" } };
const placement = { gpu: { id: "A", count: 1 }, cloud: "SECURE", dataCenterId: "EU-RO-1" };
const hidden = { __provider: "exports.handler = …", __logicalName: "web" };

let printed: string[];
let gone: AbortController;

/** The real resource with its lifecycle taken out. */
function adapterOf(resource: unknown, lifecycle: Partial<Resource<Values>> = {}): DynamicAdapter {
  gone = new AbortController();
  return new DynamicAdapter({ ...(resource as Resource<Values>), ...lifecycle } as Resource<Values>, {
    session: () => testRun(),
    settingFaults: () => [],
    recorded: new SeenState(),
    lifeline: () => ({ signal: gone.signal, hold: (operation) => operation }),
    print: (line) => printed.push(line),
  });
}

beforeEach(() => {
  printed = [];
});

const failure = (work: Promise<unknown>) =>
  work.then(
    () => {
      throw new Error("it was expected to fail");
    },
    (error: Error & Record<string, unknown>) => error,
  );

describe("check", () => {
  const adapter = () => adapterOf(pod);

  test("generates a name from the logical name, marks it, and keeps it across updates", async () => {
    const first = (await adapter().check({}, { ...onGpu, ...hidden })).inputs;
    expect(first.name).toMatch(/^web-[0-9a-f]{7}$/);
    expect(first.__autoname).toBe(first.name);
    const second = (await adapter().check(first, { ...onGpu, ...hidden })).inputs;
    expect(second.name).toBe(first.name);
  });

  test("keeps the mark beside a name of the user's own, and goes back to it when that is taken away", async () => {
    const first = (await adapter().check({}, { ...onGpu, ...hidden, name: "mine" })).inputs;
    expect(first).toMatchObject({ name: "mine", __autoname: expect.stringMatching(/^web-/) });
    expect((await adapter().check(first, { ...onGpu, ...hidden })).inputs.name).toBe(first.__autoname);
  });

  test("does not take a name that was changed outside for the generated one", async () => {
    const first = (await adapter().check({}, { ...onGpu, ...hidden })).inputs;
    const drifted = { ...first, name: "renamed-outside" };
    expect((await adapter().check(drifted, { ...onGpu, ...hidden })).inputs.name).toBe(first.name);
  });

  test("makes another mark for each creation: a replacement is checked without the old inputs", async () => {
    const marks = await Promise.all([1, 2].map(() => adapter().check({}, { ...onGpu, ...hidden })));
    expect(marks[0]?.inputs.__autoname).not.toBe(marks[1]?.inputs.__autoname);
  });

  test("reports all problems in one failure that names no property and no value", async () => {
    const { failures } = await adapter().check({}, { ...hidden, env: { TOKEN: 12345678 }, disk: 0, bogus: "canary" });
    expect(failures).toHaveLength(1);
    expect(failures?.[0]?.property).toBe("");
    expect(failures?.[0]?.reason.split("\n")).toHaveLength(5);
    expect(JSON.stringify(failures)).not.toMatch(/12345678|canary/);
  });

  test("does not hold what is not known yet against the user", async () => {
    const mounts = { network: [{ volumeId: unknownValue, path: "/a" }] };
    const inputs = { ...onGpu, ...hidden, mounts, disk: unknownValue, env: { A: unknownValue } };
    const result = await adapter().check({}, inputs);
    expect(result.failures).toEqual([]);
    expect(result.inputs).toMatchObject({ mounts, disk: unknownValue });
  });

  test("takes hidden inputs for none of the user's", async () => {
    const result = await adapter().check({}, { ...onGpu, ...hidden, __timeouts: { create: "1m" } });
    expect(result).toMatchObject({ failures: [], inputs: { __timeouts: { create: "1m" } } });
  });
});

describe("diff", () => {
  const olds = { ...onGpu, name: "web-1", __autoname: "web-1", desiredStatus: "RUNNING", status: "RUNNING", placement };
  const inputsOf = ({ status: _, placement: __, ...inputs }: Values): Values => inputs;

  async function diffOf(
    news: Values,
    { oldOutputs = olds as Values, oldInputs = inputsOf(oldOutputs), resource = pod as unknown } = {},
  ) {
    const adapter = adapterOf(resource);
    const checked = await adapter.check(oldInputs, { ...news, ...hidden });
    return adapter.diff("id", oldOutputs, checked.inputs);
  }

  test("is none when nothing changed", async () => {
    expect(await diffOf(onGpu)).toMatchObject({ changes: false });
    expect(await diffOf(onGpu, { oldOutputs: { ...olds, ...hidden } })).toMatchObject({ changes: false });
  });

  test("leaves it to the engine which inputs differ, so that only those are shown", async () => {
    const diff = await diffOf({ ...onGpu, image: "nginx:2" });
    expect(diff).toEqual({ replaces: [], deleteBeforeReplace: false });
    expect(diff).not.toHaveProperty("changes");
  });

  test("says itself that there is a change where only the outputs show it", async () => {
    const stopped = { ...olds, status: "EXITED" };
    expect(await diffOf(onGpu, { oldOutputs: stopped, oldInputs: inputsOf(olds) })).toMatchObject({ changes: true });
  });

  test("names the inputs that replace, by their first part", async () => {
    const mounted = { ...olds, mounts: { network: [{ volumeId: "a", path: "/a" }] } };
    const diff = await diffOf(
      { ...onGpu, mounts: { network: [{ volumeId: "b", path: "/a" }] } },
      { oldOutputs: mounted },
    );
    expect(diff).toMatchObject({ replaces: ["mounts"], deleteBeforeReplace: false });
  });

  test("plans what is not known yet as a replacement where it could be one, and refuses nothing for it", async () => {
    const volume = { size: 20, dataCenter: "EU-RO-1", name: "v", __autoname: "v", tier: "STANDARD" };
    const news = { size: 20, dataCenter: unknownValue };
    expect(await diffOf(news, { oldOutputs: volume, resource: networkVolume })).toMatchObject({
      replaces: ["dataCenter"],
    });
  });

  test("is an update when only a time-out or the logical name changed, for the state to have it", async () => {
    expect(await diffOf({ ...onGpu, __timeouts: { delete: "1h" } })).toMatchObject({ changes: true });
    const renamed = { ...olds, __logicalName: "before" };
    expect(await diffOf(onGpu, { oldOutputs: renamed })).toMatchObject({ changes: true });
  });

  test("says beforehand what is reset, replaced and lost", async () => {
    await diffOf({ ...onGpu, image: "nginx:2" });
    expect(printed).toEqual([expect.stringMatching(/^web: changing image resets the running container/)]);
    printed = [];
    const mounts = { persistent: { size: 20, path: "/data" } };
    await diffOf({ ...onGpu, mounts, gpu: { id: "B" } }, { oldOutputs: { ...olds, mounts } });
    expect(printed).toEqual([
      "web: is replaced because of gpu.id (the platform assigns hardware and place when a pod is created)",
      expect.stringContaining("warning: replacing this pod loses data: the 20 GB of its persistent mount at /data"),
    ]);
  });

  test.each<[string, Values, Values, string]>([
    ["stopped", { desiredStatus: "EXITED" }, {}, "changing desiredStatus stops the pod: what its container wrote"],
    ["found stopped", {}, { status: "EXITED" }, "is EXITED, not RUNNING: it is started"],
    ["still on its way", {}, { status: "STARTING" }, "is STARTING, not RUNNING: this waits until it runs"],
    ["only recorded", { capacityTimeout: "1m" }, {}, "changing capacityTimeout is only recorded: nothing is sent"],
    [
      "timed otherwise",
      { __timeouts: { delete: "1h" } },
      {},
      "changing customTimeouts is only recorded: nothing is sent",
    ],
  ])("says beforehand what becomes of a pod that is %s", async (_, change, state, line) => {
    await diffOf({ ...onGpu, ...change }, { oldOutputs: { ...olds, ...state }, oldInputs: inputsOf(olds) });
    expect(printed).toEqual([expect.stringContaining(`web: ${line}`)]);
  });

  test("says which keys of the environment differ, and never a value", async () => {
    const env = { SAME: "canary-1", OTHER: "canary-2", "GONE-KEY": "canary-3" };
    const oldOutputs = { ...olds, env };
    await diffOf({ ...onGpu, env: { SAME: "canary-1", OTHER: "canary-4", NEW: "canary-5" } }, { oldOutputs });
    expect(printed).toEqual([
      expect.stringContaining("web: changing env resets the running container"),
      "web: env: changed OTHER; added NEW; removed GONE-KEY",
    ]);
    printed = [];
    await diffOf({ ...onGpu, env: unknownValue }, { oldOutputs });
    expect(printed).toEqual([expect.stringContaining("web: changing env resets")]);
  });

  test("says beforehand what goes first, and that the engine replaces what the program says it shall", async () => {
    const mounts = { network: [{ volumeId: "a", path: "/a" }] };
    const news = { ...onGpu, mounts, image: "nginx:2", __replaceOnChanges: ["image"] };
    const diff = await diffOf(news, { oldOutputs: { ...olds, mounts } });
    expect(diff).toEqual({ replaces: [], deleteBeforeReplace: true });
    expect(printed).toEqual([
      expect.stringContaining("web: is replaced although changing image does not need it: replaceOnChanges"),
      expect.stringContaining("web: the old one is deleted before the new one is created"),
    ]);
    printed = [];
    await diffOf({ ...news, __replaceOnChanges: ["env", "gpu.id", "ports[*]"] }, { oldOutputs: { ...olds, mounts } });
    expect(printed).toEqual([expect.stringContaining("web: changing image resets")]);
  });

  test("keeps no replaceOnChanges in the inputs", async () => {
    const { inputs } = await adapterOf(pod).check({}, { ...onGpu, ...hidden, __replaceOnChanges: ["image"] });
    expect(inputs).not.toHaveProperty("__replaceOnChanges");
  });

  describe("refuses what would lose data", () => {
    test("also where only the engine replaces", async () => {
      const mounted = { ...olds, mounts: { persistent: { size: 20, path: "/data" } } };
      const { mounts } = mounted;
      const news = { ...onGpu, mounts, allowDataLoss: false, image: "nginx:2", __replaceOnChanges: ["*"] };
      const error = await failure(diffOf(news, { oldOutputs: mounted }));
      expect(error.message).toMatch(
        /^replaceOnChanges makes a replacement of changing image\. .*allowDataLoss: true\.$/,
      );
    });

    const volume = { size: 20, dataCenter: "EU-RO-1", name: "v", __autoname: "v", tier: "STANDARD" };
    const elsewhere = { size: 20, dataCenter: "US-TX-3" };

    test("in one sentence without a JavaScript stack", async () => {
      const error = await failure(diffOf(elsewhere, { oldOutputs: volume, resource: networkVolume }));
      expect(error.message).toMatch(
        /^dataCenter is "EU-RO-1" on the platform and "US-TX-3" in the program; .* write dataCenter: "EU-RO-1" .*allowDataLoss: true\.$/,
      );
      expect(`${error}: ${error.stack}`).toBe("web: the change is refused");
    });
  });
});

describe("an operation", () => {
  const unfit = {
    fine: "yes",
    missing: undefined,
    many: [1, undefined, Number.NaN],
    at: new Date(0),
    big: 10n,
    f: () => 1,
  };
  const fit = { fine: "yes", many: [1, null, null], at: "1970-01-01T00:00:00.000Z", big: "10" };

  test("hands the lifecycle the inputs without the stored provider", async () => {
    const create = vi.fn(async () => ({ id: "pod1", outputs: {} }));
    await adapterOf(pod, { create }).create({ ...onGpu, ...hidden });
    expect(create).toHaveBeenCalledWith(expect.anything(), { ...onGpu, __logicalName: "web" });
  });

  test("never answers with anything the engine would choke on after the fact", async () => {
    const lifecycle = {
      create: async () => ({ id: "pod1", outputs: unfit }),
      update: async () => ({ outputs: unfit }),
      read: async () => ({ inputs: unfit, outputs: unfit }),
    };
    const adapter = adapterOf(pod, lifecycle);
    expect(await adapter.create(onGpu)).toEqual({ id: "pod1", outs: fit });
    expect(await adapter.update("pod1", onGpu, onGpu)).toEqual({ outs: fit });
    expect(await adapter.read("pod1", onGpu)).toEqual({ id: "pod1", props: fit, inputs: fit });
  });

  test("that leaves something unfinished behind keeps id, outputs, reasons and the stored provider", async () => {
    const unfinished = () =>
      Promise.reject(new InitError("pod1", { status: "ERROR", oops: undefined }, ["one", "two"]));
    const adapter = adapterOf(pod, { create: unfinished, update: unfinished });
    for (const work of [
      adapter.create({ ...onGpu, ...hidden }),
      adapter.update("pod1", onGpu, { ...onGpu, ...hidden }),
    ]) {
      const error = await failure(work);
      expect(error).toMatchObject({ id: "pod1", reasons: ["one", "two"], message: "one\ntwo" });
      expect(error.properties).toStrictEqual({ status: "ERROR", __provider: hidden.__provider });
    }
  });

  test("that leaves nothing behind fails with a sentence, without id and without a JavaScript stack", async () => {
    const create = () => Promise.reject(new OperationError("no capacity"));
    const error = await failure(adapterOf(pod, { create }).create({ ...onGpu, ...hidden }));
    expect(error.message).toBe("no capacity");
    expect(error.stack).not.toContain(" at ");
    expect(error).not.toHaveProperty("id");
  });

  test("has fifteen minutes, or what customTimeouts say for it", async () => {
    const seen: number[] = [];
    const remember = async (run: Run) => {
      seen.push(run.timeoutMs);
      return undefined;
    };
    const adapter = adapterOf(pod, { read: remember, delete: async (run) => void (await remember(run)) });
    await adapter.read("pod1", onGpu);
    await adapter.delete("pod1", { ...onGpu, __timeouts: { delete: "1h30m", create: "5s" } });
    expect(seen).toEqual([900_000, 5_400_000]);
  });

  test("reports its progress under the resource's name", async () => {
    const create = async (run: Run) => {
      run.report("pod pod1 is STARTING");
      return { id: "pod1", outputs: {} };
    };
    await adapterOf(pod, { create }).create({ ...onGpu, ...hidden });
    expect(printed).toEqual(["web: pod pod1 is STARTING"]);
  });

  test("is aborted when the engine is gone", async () => {
    const create = async (run: Run) => {
      gone.abort(new Error("the Pulumi engine is gone"));
      run.signal.throwIfAborted();
      return { id: "pod1", outputs: {} };
    };
    expect((await failure(adapterOf(pod, { create }).create(onGpu))).message).toBe("the Pulumi engine is gone");
  });

  test.each<[string, (adapter: DynamicAdapter) => Promise<unknown>]>([
    ["compared", (adapter) => adapter.diff("pod1", { ...onGpu, ...hidden }, { ...onGpu, ...hidden })],
    ["read", (adapter) => adapter.read("pod1", { ...onGpu, ...hidden })],
  ])("creates without advice on replacements, unless the resource was %s before and so exists", async (_, see) => {
    const mayReplace: (boolean | undefined)[] = [];
    const create = async (run: Run) => {
      mayReplace.push(run.mayReplace);
      return { id: "pod1", outputs: {} };
    };
    const adapter = adapterOf(pod, { create, read: async () => undefined });
    await adapter.create({ ...onGpu, ...hidden });
    await see(adapter);
    await adapter.create({ ...onGpu, ...hidden, __logicalName: "other" });
    await adapter.create({ ...onGpu, ...hidden });
    expect(mayReplace).toEqual([false, false, true]);
  });

  test("that finds nothing to read says so in the engine's way", async () => {
    expect(await adapterOf(pod, { read: async () => undefined }).read("pod1", onGpu)).toEqual({});
  });

  test("reads and deletes with what the state's outputs say was declared, beside what is recorded", async () => {
    const read = vi.fn(async () => undefined);
    const remove = vi.fn(async () => undefined);
    const adapter = adapterOf(pod, { read, delete: remove });
    const outputs = { ...onGpu, ...hidden, __autoname: "web-1", status: "RUNNING", placement };
    const declared = { ...onGpu, __autoname: "web-1", __logicalName: "web" };
    await adapter.read("pod1", outputs);
    await adapter.delete("pod1", outputs);
    const state = { ...onGpu, status: "RUNNING", placement };
    expect(read).toHaveBeenCalledWith(expect.anything(), { id: "pod1", declared, state });
    expect(remove).toHaveBeenCalledWith(expect.anything(), { id: "pod1", inputs: declared, state });
  });

  test("updates from the recorded outputs to the new inputs", async () => {
    const update = vi.fn(async () => ({ outputs: {} }));
    const olds = { ...onGpu, __autoname: "web-1", status: "RUNNING" };
    await adapterOf(pod, { update }).update("pod1", olds, { ...onGpu, image: "b", ...hidden });
    expect(update).toHaveBeenCalledWith(expect.anything(), {
      id: "pod1",
      olds: { ...onGpu, __autoname: "web-1" },
      news: { ...onGpu, image: "b", __logicalName: "web" },
      state: { ...onGpu, status: "RUNNING" },
    });
  });
});
