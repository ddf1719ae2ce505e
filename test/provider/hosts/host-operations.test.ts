import { describe, expect, test, vi } from "vitest";
import type { Values } from "../../../kernel/values";
import { SeenState } from "../../../provider/hosts/engine/recorded-state";
import { HostOperations } from "../../../provider/hosts/host-operations";
import { networkVolume } from "../../../provider/kinds/network-volume/lifecycle";
import { pod } from "../../../provider/kinds/pod/lifecycle";
import { serverlessEndpoint } from "../../../provider/kinds/serverless-endpoint/lifecycle";
import { InitError } from "../../../provider/pulumi/errors";
import type { Resource } from "../../../provider/session/resource";
import { testRun } from "../../support/test-run";
import { VirtualClock } from "../../support/virtual-clock";

const name = "data";
const volume = { name: "data-1", size: 20, dataCenter: "EU-RO-1", __autoname: "data-1" };

/** The operations of a kind, of which a test replaces a part. */
function operationsOf(resource: unknown, replaced: object = {}, seen = new SeenState()) {
  const ours = { ...(resource as Resource<Values>), ...replaced } as Resource<Values>;
  const operations = new HostOperations(ours, seen, { hidden: ["__autoname", "__nonce"], hasPreviews: true });
  const lines: string[] = [];
  const caller = { runOf: () => testRun(), say: ({ text }: { text: string }) => lines.push(text) };
  const check = (olds: Values, news: Values, of = name) =>
    operations.check({ name: of, logicalName: of, olds, news, unknowns: [] }, caller);
  const diff = (outputs: Values, news: Values, of = name) =>
    operations.diff({ id: `${of}-id`, name: of, recorded: { outputs }, news, unknowns: [] }, caller);
  return { operations, lines, caller, check, diff };
}

test.each(["check", "read"])(
  "a resource that appears in a %s request of Pulumi does not count as a leftover of a killed run",
  async (call) => {
    const seen = new SeenState();
    const { operations, check } = operationsOf(networkVolume, { read: async () => undefined }, seen);
    if (call === "check") await check(volume, volume);
    else await operations.read(testRun(), { name, recorded: { outputs: volume }, id: "volume-1" });
    expect(seen.knows("data-1")).toBe(true);
    expect(seen.knows("data-2")).toBe(false);
  },
);

test("an import records every value that RunPod shows", async () => {
  const declared: unknown[] = [];
  const read: Resource<Values>["read"] = async (_run, request) => {
    declared.push(request.declared);
    return undefined;
  };
  const { operations } = operationsOf(networkVolume, { read });
  const [imported, refreshed] = [testRun(), testRun()];
  await operations.read(imported, { name, id: "volume-1", recorded: { inputs: {}, outputs: {} } });
  await operations.read(refreshed, { name, id: "volume-1", recorded: { outputs: volume } });
  expect(declared).toEqual([undefined, volume]);
  // With a wrong key, every resource would leave the state, and the next run would create duplicates.
  expect(imported.lines).toEqual([]);
  expect(refreshed.lines).toEqual([
    expect.stringMatching(
      /^warning: RunPod has no \w+ volume-1 for this API key, so Pulumi removes it from the state\. Check the key: /,
    ),
  ]);
});

test("a read and a delete receive the markers of the create and the recorded outputs", async () => {
  const inputs = { name: "web-1", __autoname: "web-1", __nonce: "0123", image: "nginx", gpu: { id: "A" } };
  const known: unknown[] = [];
  const keep = async (_run: unknown, { declared, inputs: deleted }: { declared?: Values; inputs?: Values }) => {
    known.push(declared ?? deleted);
    return { inputs: declared ?? {}, outputs: declared ?? {} };
  };
  const { operations } = operationsOf(pod, { read: keep, delete: keep });
  const outputs = { ...inputs, status: "RUNNING", locked: false, __undeclared: ["locked"] };
  const found = await operations.read(testRun(), { id: "pod1", name, recorded: { inputs, outputs } });
  await operations.delete(testRun(), "pod1", { inputs, outputs });
  expect(found?.inputs).toEqual(inputs);
  expect(known).toEqual([inputs, inputs]);
});

test("two resources of one logical name have separate conversations", async () => {
  const { check, diff, operations } = operationsOf(networkVolume, { read: async () => undefined });
  const [one, other] = [volume, { ...volume, name: "data-2", __autoname: "data-2" }];
  await check(one, { ...one, size: 10 });
  await check(other, { ...other, size: 10 });
  await operations.read(testRun(), { id: "other", name, recorded: { outputs: other } });
  expect((await diff(one, { ...one, size: 10 })).isOwn).toBe(true);
  expect((await diff(other, { ...other, size: 10 })).isOwn).toBe(false);
});

test("a check of an earlier run of Pulumi announces no replacement", async () => {
  const seen = new SeenState();
  const { check, lines } = operationsOf(networkVolume, {}, seen);
  const kept = { ...volume, allowDataLoss: true };
  await check(kept, kept);
  seen.forget();
  expect((await check({}, kept)).failures).toEqual([]);
  expect(lines).toEqual([]);
  await check(kept, kept);
  await check({}, kept);
  expect(lines).toContainEqual(expect.stringMatching(/^is replaced because the option replacementTrigger/));
});

test("a preview warns of lost data even if RunPod does not respond", async () => {
  let asked = 0;
  const clock = new VirtualClock();
  const foreseeDelete: Resource<Values>["foreseeDelete"] = async (reading, { id }) => {
    if (reading === undefined) return [`${id}: uncounted`];
    asked += 1;
    await clock.sleep(60_000, reading.signal);
    return [`${id}: counted`];
  };
  const { operations, lines, check } = operationsOf(networkVolume, { foreseeDelete });
  const [olds, news] = [
    { ...volume, allowDataLoss: true },
    { ...volume, dataCenter: "US-KS-2", allowDataLoss: true },
  ];
  const say = ({ text }: { text: string }) => lines.push(text);
  const began = clock.now();
  for (const of of ["one", "two"]) {
    await check(olds, news, of);
    const request = { id: of, name: of, recorded: { outputs: olds }, news, unknowns: [] };
    await clock.run(operations.diff(request, { runOf: () => testRun({ clock }), say }));
  }
  expect(lines).toEqual(expect.arrayContaining(["one: uncounted", "two: uncounted"]));
  expect({ asked, ms: clock.now() - began }).toEqual({ asked: 1, ms: 5_000 });
});

test.each([
  ["succeeds", async (outputs: Values) => ({ outputs })],
  ["fails after its request", (outputs: Values) => Promise.reject(new InitError("endpoint1", outputs, ["not ready"]))],
])("after an update that %s, the state keeps the program's value of an unchanged input", async (_, end) => {
  const update = () => end({ name: "jobs", idleTimeout: 99, workersMax: 5 });
  const { operations, caller } = operationsOf(serverlessEndpoint, { update });
  const olds = { name: "jobs", idleTimeout: 10, workersMax: 3 };
  const request = {
    id: "endpoint1",
    name,
    recorded: { outputs: olds },
    news: { ...olds, workersMax: 5 },
    unknowns: [],
  };
  const updating = operations.update(testRun(), request, caller.say);
  const recordedNow = await updating.catch(({ outputs }: InitError) => outputs);
  expect(recordedNow).toMatchObject({ idleTimeout: 10, workersMax: 5 });
});

describe("the search for an interrupted drain", () => {
  const facts = { unfinishedDrain: "its workers are restored" };
  const inputs = { name: "jobs-1", __autoname: "jobs-1", gpuIds: "ADA_24", templateId: "template1" };

  /** Compares twice, as in a preview and the update that follows, and returns the notices of the last plan. */
  async function differences({
    news = inputs as Values,
    look = async (): Promise<Values> => facts,
    isRefresh = false,
  }) {
    const lookAgain = vi.fn(look);
    const read = async () => ({ inputs, outputs: inputs });
    const { operations, check, diff } = operationsOf(serverlessEndpoint, { lookAgain, read });
    await check(inputs, news);
    if (isRefresh) await operations.read(testRun(), { id: "endpoint1", name, recorded: { outputs: inputs } });
    await diff(inputs, news);
    const { plan } = await diff(inputs, news);
    return { asked: lookAgain.mock.calls.length, shown: plan.differences.map(({ stateNotice }) => stateNotice) };
  }

  test("leads to an update if the search finds a drain, even if the program has not changed", async () => {
    expect(await differences({})).toEqual({ asked: 2, shown: ["its workers are restored"] });
  });

  test("sends no request for a changed program", async () => {
    expect(await differences({ news: { ...inputs, workersMax: 2 } })).toEqual({ asked: 0, shown: [undefined] });
  });

  test("sends no request in a refresh", async () => {
    expect(await differences({ isRefresh: true })).toEqual({ asked: 0, shown: [] });
  });

  test("is not repeated if RunPod does not respond", async () => {
    const look = () => Promise.reject(new Error("no key"));
    expect(await differences({ look })).toEqual({ asked: 1, shown: [] });
  });
});
