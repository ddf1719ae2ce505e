import { describe, expect, test, vi } from "vitest";
import { SeenState } from "../../../provider/hosts/engine/recorded-state";
import { HostOperations } from "../../../provider/hosts/host-operations";
import { networkVolume } from "../../../provider/kinds/network-volume/lifecycle";
import { pod } from "../../../provider/kinds/pod/lifecycle";
import { registryCredential } from "../../../provider/kinds/registry-credential/lifecycle";
import { secret } from "../../../provider/kinds/secret/lifecycle";
import { serverlessEndpoint } from "../../../provider/kinds/serverless-endpoint/lifecycle";
import { template } from "../../../provider/kinds/template/lifecycle";
import type { Resource } from "../../../provider/session/resource";
import { InitError } from "../../../provider/values/errors";
import type { Values } from "../../../provider/values/values";
import { testRun } from "../../support/test-run";
import { VirtualClock } from "../../support/virtual-clock";

type Call = "check" | "diff" | "read" | "create" | "delete";

const plain = (resource: unknown) => resource as Resource<Values>;
const recorded = { name: "data-1", __autoname: "data-1", size: 20, dataCenter: "EU-RO-1" };
const key = "data";

/** Sends the engine's calls, and returns the purpose of each `diff` and whether the `create` replaces. */
async function flow(calls: readonly Call[]): Promise<string[]> {
  const seen: string[] = [];
  const resource = {
    ...plain(networkVolume),
    read: async () => ({ inputs: recorded, outputs: recorded }),
    delete: async () => undefined,
    create: async (run: { mayReplace?: boolean }) => {
      seen.push(run.mayReplace === true ? "replacement" : "creation");
      return { id: "volume-1", outputs: {} };
    },
  } as Resource<Values>;
  const operations = new HostOperations<true>(resource, new SeenState(), ["__autoname"]);
  const sides = { key, recorded: { outputs: recorded } };
  for (const call of calls) {
    if (call === "check") {
      operations.check({ key, logicalName: key, olds: {}, news: recorded, unknowns: [], note: true });
    } else if (call === "diff") {
      const { note } = operations.plan({ ...sides, news: { ...recorded, size: 30 }, unknowns: [] });
      seen.push(note === true ? "own change" : "refresh");
    } else if (call === "read") await operations.read(testRun(), { ...sides, id: "volume-1" });
    else if (call === "create") await operations.create(testRun(), key, recorded);
    else await operations.delete(testRun(), "volume-1", sides.recorded);
  }
  return seen;
}

test.each<[string, readonly Call[], readonly string[]]>([
  ["the first pulumi up does not treat its create as a replacement", ["check", "create"], ["creation"]],
  ["pulumi up announces its changes", ["check", "diff"], ["own change"]],
  [
    "pulumi up recognises the create of a replacement",
    ["check", "diff", "check", "create"],
    ["own change", "replacement"],
  ],
  ["pulumi refresh refuses no change", ["read", "diff"], ["refresh"]],
  ["pulumi refresh --run-program refuses no change", ["check", "read", "diff"], ["refresh"]],
  [
    "pulumi up --refresh refuses changes only after the refresh",
    ["read", "diff", "check", "diff"],
    ["refresh", "own change"],
  ],
  [
    "pulumi preview --refresh refuses changes only after the refresh",
    ["read", "diff", "check", "diff"],
    ["refresh", "own change"],
  ],
  ["pulumi import compares the program with the imported resource", ["read", "check", "diff"], ["own change"]],
  ["pulumi destroy --run-program compares nothing", ["check", "delete"], []],
])("%s", async (_, calls, expected) => {
  expect(await flow(calls)).toEqual(expected);
});

test.each<Call>(["check", "read"])(
  "a resource that appears in a %s request of Pulumi does not count as a leftover of a killed run",
  async (call) => {
    const seen = new SeenState();
    const operations = new HostOperations<true>(plain(networkVolume), seen, ["__autoname"]);
    if (call === "check") {
      operations.check({ key, logicalName: key, olds: recorded, news: recorded, unknowns: [], note: true });
    } else await operations.read(testRun(), { key, recorded: { outputs: recorded }, id: "volume-1" }).catch(() => {});
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
  const operations = new HostOperations<true>({ ...plain(networkVolume), read }, new SeenState(), ["__autoname"]);
  const [imported, refreshed] = [testRun(), testRun()];
  await operations.read(imported, { key, id: "volume-1", recorded: { inputs: {}, outputs: {} } });
  await operations.read(refreshed, { key, id: "volume-1", recorded: { outputs: recorded } });
  expect(declared).toEqual([undefined, recorded]);
  // With a wrong key, every resource would leave the state, and the next run would create duplicates.
  expect(imported.lines).toEqual([]);
  expect(refreshed.lines).toEqual([
    expect.stringMatching(
      /^warning: RunPod has no \w+ volume-1 for this API key, so Pulumi removes it from the state\. Check the key: /,
    ),
  ]);
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
  const operations = new HostOperations<true>({ ...plain(pod), foreseeDelete }, new SeenState(), []);
  const foreseen = (id: string) => clock.run(operations.foreseeDelete(() => testRun({ clock }), id, { outputs: {} }));
  const began = clock.now();
  expect([await foreseen("one"), await foreseen("two")]).toEqual([["one: uncounted"], ["two: uncounted"]]);
  expect({ asked, ms: clock.now() - began }).toEqual({ asked: 1, ms: 5_000 });
});

describe("the check of a resource", () => {
  const check = (resource: unknown, naming: object = {}, olds: Values = {}, news: Values = {}) =>
    new HostOperations<true>(plain(resource), new SeenState(), ["__autoname", "__nonce"]).check({
      ...{ logicalName: "web", olds, news, unknowns: [], note: true },
      ...naming,
    });
  const marks = (...given: Parameters<typeof check>) => {
    const { name, __autoname, __nonce } = check(...given).inputs;
    return { name, __autoname, __nonce };
  };
  const seed = new TextEncoder().encode("of this update");
  const generated = expect.stringMatching(/^web-[0-9a-f]{7}$/);
  const strong = expect.stringMatching(/^[0-9a-f]{32}$/);
  const named = (proposedName: string, mode = "propose") => ({ seed, autonaming: { mode, proposedName } });

  test.each<[string, unknown, object, object]>([
    ["for a pod", pod, {}, { name: generated, __autoname: generated, __nonce: strong }],
    ["for a pod, from the engine's seed", pod, { seed }, { name: generated, __autoname: generated, __nonce: strong }],
    ["for a template, whose name is its marker", template, { seed }, { name: generated, __autoname: generated }],
    ["for a pod that the project names", pod, named("p"), { name: "p", __autoname: "p", __nonce: strong }],
    ["for a template that the project names", template, named("t"), { name: "t", __autoname: "t", __nonce: generated }],
    ["for a template without a proposed name", template, named(""), { name: generated, __autoname: generated }],
    ["for a template without automatic names", template, named("t", "disable"), { __autoname: generated }],
  ])("chooses a generated name and a marker %s", (_, resource, naming, expected) => {
    expect(marks(resource, naming)).toEqual({ name: undefined, __nonce: undefined, ...expected });
  });

  test("chooses the same name and marker in pulumi preview and in the pulumi up that follows", () => {
    const [preview, up, other] = [seed, seed, new Uint8Array([7])].map((of) => marks(pod, { seed: of }));
    expect(up).toEqual(preview);
    expect([other?.__autoname, other?.__nonce]).not.toEqual([preview?.__autoname, preview?.__nonce]);
    expect(other?.__nonce).not.toBe(preview?.__nonce);
    expect(preview?.__nonce).not.toContain(String(preview?.name).slice("web-".length));
    expect(marks(pod).__nonce).not.toBe(marks(pod).__nonce);
  });

  test("shortens a long logical name to RunPod's limit", () => {
    const naming = { logicalName: "registry-".repeat(30), seed };
    const { inputs, problems } = check(registryCredential, naming, {}, { username: "u", password: "p" });
    expect(problems).toEqual([]);
    expect(inputs.name).toMatch(/^registry-.*-[0-9a-f]{7}$/);
  });

  test("keeps the recorded name and marker", () => {
    const olds = { __autoname: "web-1", __nonce: "n" };
    expect(marks(pod, { seed }, olds)).toEqual({ name: "web-1", ...olds });
    expect(marks(pod, named("p"), olds, { name: "mine" })).toEqual({ name: "mine", ...olds });
  });

  test("fails if the project disables automatic names and the program gives no name", () => {
    const problem = { path: ["name"], message: expect.stringContaining("automatic naming is disabled") };
    expect(check(template, named("", "disable"), {}, { image: "x" }).problems).toContainEqual(problem);
    expect(check(template, named("", "disable"), {}, { image: "x", name: "mine" }).problems).toEqual([]);
  });
});

describe("the check of a secret", () => {
  const check = (logicalName: string, olds: Values, news: Values) => {
    const operations = new HostOperations<true>(plain(secret), new SeenState(), ["__autoname"]);
    return operations.check({ logicalName, seed: new Uint8Array(3), olds, news, unknowns: [], note: true });
  };

  test.each([
    ["token", "token"],
    ["hf token (eu)", "hf-token--eu-"],
    ["1st", "_1st"],
    ["RunPod", "_RunPod"],
    ["\u00fcber/a", "_-ber/a"],
    ["x".repeat(300), "x".repeat(177)],
  ])("turns %s into a name that RunPod accepts", (logicalName, begins) => {
    const { inputs, problems } = check(logicalName, {}, { value: "v" });
    expect(String(inputs.name).replace(/-\w{7}$/, "")).toBe(begins);
    expect(problems).toEqual([]);
  });

  test("requires a value only for the create of the secret", () => {
    const missing = {
      path: ["value"],
      message: "is required for a new resource; only an existing resource may omit it",
    };
    expect(check("token", {}, {}).problems).toEqual([missing]);
    expect(check("token", { name: "token", __autoname: "token-1" }, {}).problems).toEqual([]);
  });

  test("refuses a proposed name that RunPod does not accept", () => {
    const operations = new HostOperations<true>(plain(secret), new SeenState(), ["__autoname"]);
    const autonaming = { mode: "enforce", proposedName: "7 up" } as const;
    const request = { logicalName: "a", olds: {}, news: { value: "v" }, unknowns: [], note: true, autonaming } as const;
    expect(operations.check(request).problems.map(({ path }) => path)).toEqual([["name"]]);
  });
});

test.each([
  ["succeeds", async (outputs: Values) => ({ outputs })],
  ["fails after its request", (outputs: Values) => Promise.reject(new InitError("endpoint1", outputs, ["not ready"]))],
])("after an update that %s, the state keeps the program's value of an unchanged input", async (_, end) => {
  const update: Resource<Values>["update"] = async () => await end({ name: "jobs", idleTimeout: 99, workersMax: 5 });
  const operations = new HostOperations<true>({ ...plain(serverlessEndpoint), update }, new SeenState(), []);
  const olds = { name: "jobs", idleTimeout: 10, workersMax: 3 };
  const updating = operations.update(testRun(), "endpoint1", { outputs: olds }, { ...olds, workersMax: 5 });
  const recordedNow = await updating.catch(({ outputs }: InitError) => outputs);
  expect(recordedNow).toMatchObject({ idleTimeout: 10, workersMax: 5 });
});

describe("the search for an interrupted drain", () => {
  const facts = { unfinishedDrain: "its workers are restored" };
  const inputs = { name: "jobs-1", __autoname: "jobs-1", gpuIds: "ADA_24", templateId: "template1" };

  /** Reads the fact as a diff does, and returns the notices of the plan. */
  async function differences({
    calls = ["check"] as readonly Call[],
    news = inputs as Values,
    look = async (): Promise<Values> => facts,
    times = 1,
  } = {}) {
    const lookAgain = vi.fn(look);
    const operations = new HostOperations<true>(
      { ...plain(serverlessEndpoint), lookAgain, read: async () => ({ inputs, outputs: inputs }) },
      new SeenState(),
      ["__autoname"],
    );
    const request = { id: "endpoint1", key, recorded: { outputs: inputs }, news, unknowns: [] };
    for (const call of calls) {
      if (call === "check") operations.check({ key, logicalName: key, olds: inputs, news, unknowns: [], note: true });
      else await operations.read(testRun(), request);
    }
    for (let time = 0; time < times; time += 1) await operations.lookAgain(() => testRun(), request);
    const { plan } = operations.plan(request);
    return { asked: lookAgain.mock.calls.length, shown: plan.differences.map(({ stateNotice }) => stateNotice) };
  }

  test("leads to an update if the search finds a drain, even if the program has not changed", async () => {
    expect(await differences()).toEqual({ asked: 1, shown: ["its workers are restored"] });
  });

  test("sends no request for a changed program", async () => {
    expect(await differences({ news: { ...inputs, workersMax: 2 } })).toEqual({ asked: 0, shown: [undefined] });
  });

  test("sends no request in a refresh", async () => {
    expect(await differences({ calls: ["check", "read"] })).toEqual({ asked: 0, shown: [] });
  });

  test("is not repeated if RunPod does not respond", async () => {
    const look = () => Promise.reject(new Error("no key"));
    expect(await differences({ look, times: 2 })).toEqual({ asked: 1, shown: [] });
  });
});

test("a check without old inputs is a replacement only directly after a check with old inputs", () => {
  const seen = new SeenState();
  const operations = new HostOperations<true>(plain(pod), seen, []);
  const mounts = { network: [{ volumeId: "vol1", path: "/data" }] };
  const request = { name: "web", news: { mounts }, unknowns: [] };
  const check = (olds: Values) => operations.replacedWithoutDiff({ ...request, olds });
  expect(check({})).toBeUndefined();
  expect(check({ mounts })).toBeUndefined();
  expect(check({})?.terms).toMatchObject({ deleteFirst: expect.stringContaining("one network volume") });
  expect(check({})).toBeUndefined();
  check({ mounts });
  operations.plan({ key: "web", recorded: { outputs: { mounts } }, news: { mounts }, unknowns: [] });
  expect(check({})).toBeUndefined();
  check({ mounts });
  seen.forget();
  expect(check({})).toBeUndefined();
});
