import { describe, expect, test, vi } from "vitest";
import { secretMark, secretSignature, wrapWithEntries } from "../../../../provider/hosts/properties/secret-mark";
import { unknownValue } from "../../../../provider/hosts/properties/unknowns";
import { job } from "../../../../provider/kinds/job/lifecycle";
import { pod } from "../../../../provider/kinds/pod/lifecycle";
import { InitError, OperationError } from "../../../../provider/pulumi/errors";
import type { Run } from "../../../../provider/session/run";
import { adapterOf, engine, failure, hidden, onGpu, placement } from "./support/adapter";

describe("the check of the dynamic host", () => {
  const adapter = () => adapterOf(pod);

  test("reports all problems in one failure and shows no values", async () => {
    const { failures } = await adapter().check({}, { ...hidden, env: { TOKEN: 12345678 }, disk: 0, bogus: "canary" });
    expect(failures).toHaveLength(1);
    expect(failures?.[0]?.property).toBe("");
    expect(failures?.[0]?.reason.split("\n")).toHaveLength(5);
    expect(JSON.stringify(failures)).not.toMatch(/12345678|canary/);
  });

  test("reports no problem for unknown values", async () => {
    const mounts = { network: [{ volumeId: unknownValue, path: "/a" }] };
    const inputs = { ...onGpu, ...hidden, mounts, disk: unknownValue, env: { A: unknownValue } };
    const result = await adapter().check({}, inputs);
    expect(result.failures).toEqual([]);
    expect(result.inputs).toMatchObject({ mounts, disk: unknownValue });
  });

  test("accepts Podwright's hidden inputs", async () => {
    const result = await adapter().check({}, { ...onGpu, ...hidden, __timeouts: { create: "1m" } });
    expect(result).toMatchObject({ failures: [], inputs: { __timeouts: { create: "1m" } } });
  });
});

describe("secrets under the dynamic host", () => {
  const secret = wrapWithEntries;
  const env = { TOKEN: "canary" };

  test("stay secret in the state, even if a transform adds the secrets in clear", async () => {
    const outputs = { image: "nginx", env };
    const failed = async () => {
      throw new InitError("pod1", outputs, ["it does not run"]);
    };
    const adapter = adapterOf(pod, {
      create: async () => ({ id: "pod1", outputs }),
      read: async () => ({ inputs: { env }, outputs }),
      update: failed,
    });
    const marked = { image: "nginx", env: secret(env) };
    expect((await adapter.check({}, { ...onGpu, ...hidden, env })).inputs).toMatchObject({ env: secret(env) });
    expect((await adapter.create({ ...onGpu, ...hidden, env })).outs).toEqual(marked);
    expect(await adapter.read("pod1", hidden)).toMatchObject({ props: marked, inputs: { env: secret(env) } });
    expect(await failure(adapter.update("pod1", {}, { ...onGpu, ...hidden }))).toMatchObject({
      properties: marked,
    });
  });

  test("carry a mark inside an object as well, because the engine can remove the outer mark", async () => {
    const { inputs } = await adapterOf(pod).check({}, { ...onGpu, ...hidden, env });
    expect(inputs).toHaveProperty("env.value.TOKEN", { [secretMark]: secretSignature, value: "canary" });
  });

  test("stay secret in the baseline if the program marks the output of an input that it leaves out", async () => {
    const outputs = { image: "nginx", args: "canary-new", __baseline: { former: { args: "canary-old" } } };
    const adapter = adapterOf(pod, { read: async () => ({ inputs: {}, outputs }) });
    const { props } = await adapter.read("pod1", { ...hidden, __secretOutputs: ["args"] });
    expect(props).toMatchObject({
      args: secret("canary-new"),
      __baseline: { former: { args: secret("canary-old") } },
    });
  });

  test("stay secret in the baseline of a state that does not tell which outputs the program marks", async () => {
    const outputs = { image: "nginx", disk: 80, __baseline: { changed: ["disk"], former: { disk: 50 } } };
    const adapter = adapterOf(pod, { read: async () => ({ inputs: {}, outputs }) });
    const formerFor = async (given: object) => (await adapter.read("pod1", { ...hidden, ...given })).props?.__baseline;
    expect(await formerFor({})).toEqual({ changed: ["disk"], former: secret({ disk: 50 }) });
    expect(await formerFor({ __secretOutputs: [] })).toEqual(outputs.__baseline);
  });

  test("stay secret if the engine sends an input in clear that the program marked", async () => {
    const args = "serve --token canary";
    const { inputs } = await adapterOf(pod).check({}, { ...onGpu, ...hidden, args, __secretInputs: ["args"] });
    expect(inputs).toMatchObject({ image: "nginx", args: secret(args) });
  });

  test("make the whole input and output of a job secret", async () => {
    const outputs = { output: { said: "canary" } };
    const adapter = adapterOf(job, { create: async () => ({ id: "job1", outputs }) });
    const inputs = { endpointId: "e", input: { prompt: "canary" }, ...hidden };
    const checked = await adapter.check({}, { ...inputs, __secretInputs: ["input"] });
    expect(checked.inputs).toMatchObject({ endpointId: "e", input: secret(inputs.input) });
    expect((await adapter.check({}, inputs)).inputs).toMatchObject({ input: inputs.input });
    expect((await adapter.create({ ...inputs, __secretInputs: ["input"] })).outs).toEqual({
      output: secret(outputs.output),
    });
    expect((await adapter.create({ ...inputs, __secretInputs: ["endpointId"] })).outs).toEqual(outputs);
  });
});

test("a command that a pod copies from its template is secret in the state", async () => {
  const outputs = { args: "serve --token canary", __undeclared: ["args"] };
  const adapter = adapterOf(pod, {
    create: async () => ({ id: "pod1", outputs }),
    read: async () => ({ inputs: {}, outputs }),
  });
  const inputs = { templateId: "t", ...hidden };
  const marked = { args: { [secretMark]: secretSignature, value: outputs.args } };
  expect((await adapter.create(inputs)).outs).toMatchObject(marked);
  expect((await adapter.read("pod1", { ...inputs, ...outputs })).props).toMatchObject(marked);
});

describe("an operation of the dynamic host", () => {
  const unfit = {
    fine: "yes",
    missing: undefined,
    many: [1, undefined, Number.NaN],
    at: new Date(0),
    big: 10n,
    f: () => 1,
  };
  const fit = { fine: "yes", many: [1, null, null], at: "1970-01-01T00:00:00.000Z", big: "10" };

  test("does not treat the stored provider as an input", async () => {
    const create = vi.fn(async () => ({ id: "pod1", outputs: {} }));
    await adapterOf(pod, { create }).create({ ...onGpu, ...hidden });
    expect(create).toHaveBeenCalledWith(expect.anything(), { ...onGpu, __logicalName: "web" });
  });

  test("never returns values that the engine cannot record", async () => {
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

  test("keeps the id and outputs of an unfinished resource in the error", async () => {
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

  test("fails with one sentence if it leaves no resource", async () => {
    const create = () => Promise.reject(new OperationError("no capacity"));
    const error = await failure(adapterOf(pod, { create }).create({ ...onGpu, ...hidden }));
    expect(error.message).toBe("no capacity");
    expect(error.stack).not.toContain(" at ");
    expect(error).not.toHaveProperty("id");
  });

  test("may take fifteen minutes if customTimeouts sets no other time", async () => {
    const seen: number[] = [];
    const remember = async (run: Run) => {
      seen.push(run.timeoutMs);
      throw new Error("seen");
    };
    const adapter = adapterOf(pod, { create: remember, read: remember, update: remember, delete: remember });
    const __timeouts = { create: "5s", read: "6s", update: "7s", delete: "1h30m" };
    // The engine accepts these time-outs, too. It passes seconds to a plugin, where 0 sets no time-out.
    const odd = { create: "0", read: "-5m", update: ".5h", delete: "1500µs" };
    for (const props of [onGpu, { ...onGpu, __timeouts }, { ...onGpu, __timeouts: odd }]) {
      await failure(adapter.create(props));
      await failure(adapter.read("pod1", props));
      await failure(adapter.update("pod1", onGpu, props));
      await failure(adapter.delete("pod1", props));
    }
    expect(seen.slice(0, 8)).toEqual([...Array(4).fill(900_000), 5_000, 6_000, 7_000, 5_400_000]);
    expect(seen.slice(8)).toEqual([900_000, 900_000, 1_800_000, 1.5]);
  });

  test("reports its progress under the resource's name", async () => {
    const create = async (run: Run) => {
      run.report("pod pod1 is STARTING");
      return { id: "pod1", outputs: {} };
    };
    await adapterOf(pod, { create }).create({ ...onGpu, ...hidden });
    expect(engine.printed).toEqual(["web: pod pod1 is STARTING"]);
  });

  test("can finish its work after the engine has ended", async () => {
    let isPutBack = false;
    const create = async (run: Run) => {
      engine.gone.abort(new Error("the Pulumi engine is gone"));
      await new Promise((done) => setImmediate(done));
      isPutBack = true;
      run.signal.throwIfAborted();
      return { id: "pod1", outputs: {} };
    };
    const creating = failure(adapterOf(pod, { create }).create(onGpu));
    await Promise.allSettled(engine.held);
    expect(isPutBack).toBe(true);
    expect((await creating).message).toBe("the Pulumi engine is gone");
  });

  test("returns an empty answer for a read that finds no resource", async () => {
    expect(await adapterOf(pod, { read: async () => undefined }).read("pod1", onGpu)).toEqual({});
  });

  test("passes the declared inputs and the recorded outputs to a read or delete", async () => {
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

  test("passes the recorded outputs and the new inputs to an update", async () => {
    const update = vi.fn(async () => ({ outputs: {} }));
    const olds = { ...onGpu, __autoname: "web-1", status: "RUNNING" };
    await adapterOf(pod, { update }).update("pod1", olds, { ...onGpu, image: "b", ...hidden });
    expect(update).toHaveBeenCalledWith(expect.anything(), {
      id: "pod1",
      olds: { ...onGpu, __autoname: "web-1" },
      news: { ...onGpu, image: "b", __logicalName: "web" },
      state: { ...onGpu, status: "RUNNING" },
      found: expect.any(Function),
    });
  });
});

test("an update never prints a former secret value", async () => {
  const former = { ...onGpu, args: "serve --token former-canary", __secretInputs: ["args"] };
  const update = async ({ warn }: Run) => {
    warn("the pod still runs former-canary");
    throw new Error("serve --token former-canary failed");
  };
  const error = await failure(adapterOf(pod, { update }).update("pod1", former, { ...onGpu, ...hidden }));
  expect(`${error.message} ${engine.printed}`).not.toContain("former-canary");
});
