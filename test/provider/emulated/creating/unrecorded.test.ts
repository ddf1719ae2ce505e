import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { connect, type Platform, systemClock } from "../../../../client";
import { type Emulator, startEmulator } from "../../../../emulator";
import { creatorKey, creatorOf } from "../../../../provider/creating/creator";
import { markersFor } from "../../../../provider/hosts/naming";
import { cluster } from "../../../../provider/kinds/cluster/lifecycle";
import { networkVolume } from "../../../../provider/kinds/network-volume/lifecycle";
import { pod } from "../../../../provider/kinds/pod/lifecycle";
import { serverlessEndpoint } from "../../../../provider/kinds/serverless-endpoint/lifecycle";
import { EngineGoneError } from "../../../../provider/operations/errors";
import type { Resource } from "../../../../provider/operations/resource";
import type { Run, Session } from "../../../../provider/operations/run";
import { openSession } from "../../../../provider/operations/session";
import type { Values } from "../../../../provider/planning/values";
import { testRun } from "../../../support/test-run";
import { failure, OneResource } from "../harness";

const timeScale = 0.01;

let emulator: Emulator;
let platform: Platform;
let transport: "graphql" | "rest" = "graphql";

beforeAll(async () => {
  emulator = await startEmulator({ provision: 5, start: 5, workerStart: 5, strict: true });
});
beforeEach(() => {
  emulator.reset();
  open("graphql");
});
afterEach(() => platform.close());
afterAll(() => emulator.close());

function open(endpointTransport: typeof transport): void {
  const { apiKey, url } = emulator;
  transport = endpointTransport;
  platform = connect({ apiKey, baseUrl: url, serverlessUrl: url, timeScale, endpointTransport });
}

interface Process {
  readonly allowUnrecorded?: boolean;
  readonly stack?: NonNullable<Run["stack"]>;
  readonly recorded?: NonNullable<Run["recorded"]>;
  readonly importSentence?: NonNullable<Run["importSentence"]>;
}

const prod = { organization: "-", project: "shop", stack: "prod" };

/** What the state holds, for a process that the engine has shown these markers. */
const state = (ids: readonly string[], markers: readonly unknown[] = []): NonNullable<Run["recorded"]> => ({
  knows: (marker) => markers.includes(marker),
  ids: async () => new Set(ids),
  providers: async () => new Map(ids.map((id) => [id, ""])),
  followed: new Map(),
});

interface Kind {
  readonly what: string;
  readonly resource: Resource<never>;
  readonly inputs: Values;
  readonly creates: string;
  readonly lists: string;
  /** Of its refusal. */
  readonly facts: string;
  readonly transport?: "rest";
  readonly idsOn: (platform: Platform) => Promise<readonly { readonly id: string }[]>;
}

const endpoint = {
  resource: serverlessEndpoint,
  inputs: { gpuIds: "AMPERE_16", workersMin: 1, workersMax: 1 },
  idsOn: ({ endpoints }: Platform) => endpoints.list(),
};

const kinds: readonly Kind[] = [
  {
    what: "pod",
    resource: pod,
    inputs: { image: "nginx", gpu: { id: "NVIDIA L4" }, skipAwait: true },
    creates: "createPod",
    lists: "listPods",
    facts: "\\w+ old, \\$[\\d.]+ an hour",
    idsOn: ({ pods }) => pods.list(),
  },
  {
    what: "cluster",
    resource: cluster,
    inputs: {
      type: "TRAINING",
      compute: { gpuTypeId: "NVIDIA L4", gpuCountPerPod: 1, podCount: 2 },
      image: "trainer",
      skipAwait: true,
    },
    creates: "createCluster",
    lists: "listClusters",
    facts: "\\w+ old, \\$[\\d.]+ an hour",
    idsOn: ({ clusters }) => clusters.list(),
  },
  {
    what: "network volume",
    resource: networkVolume,
    inputs: { size: 10, dataCenter: "US-TX-3" },
    creates: "createNetworkVolume",
    lists: "listNetworkVolumes",
    facts: "10 GB in US-TX-3, which RunPod bills until you delete it",
    idsOn: ({ networkVolumes }) => networkVolumes.list(),
  },
  {
    what: "endpoint",
    ...endpoint,
    creates: "saveEndpoint",
    lists: "myself",
    facts: "workersMin 1, \\$[\\d.]+ an hour now",
  },
  {
    what: "endpoint",
    ...endpoint,
    creates: "createEndpoint",
    lists: "listEndpoints",
    facts: "\\w+ old, workersMin 1, \\$[\\d.]+ an hour now",
    transport: "rest",
  },
];

const thePod = kinds[0] as Kind;
const onEndpoint = kinds[3] as Kind;
const { inputs } = thePod;

/** The resource "web" as another process of the provider would create it, with the state it can read. */
function inAnotherProcess({ allowUnrecorded = false, ...options }: Process = {}, { resource }: Kind = thePod) {
  const settingNames = {
    allowUnrecorded: "the provider argument allowUnrecorded",
    checkCatalog: "",
    endpointTransport: "",
  };
  const session: Session = openSession({
    ...{ platform, timeScale, allowUnrecorded, settingNames },
    transport: { name: transport, wayTo: () => "" },
  });
  const run = () => ({
    ...testRun({ platform, session, clock: systemClock, timeScale }),
    recorded: state([]),
    ...options,
  });
  return new Program(resource as unknown as Resource<Values>, run, options.stack ?? prod);
}

/** With names and markers as a host makes them. */
class Program extends OneResource {
  readonly #resource: Resource<Values>;
  readonly #stack: NonNullable<Run["stack"]>;

  constructor(resource: Resource<Values>, run: () => ReturnType<typeof testRun>, stack: NonNullable<Run["stack"]>) {
    super(resource, run);
    this.#resource = resource;
    this.#stack = stack;
  }

  override checked(given: Values): Values {
    const markers = this.recorded ?? {
      inputs: markersFor({}, this.#resource, { logicalName: "web", stack: this.#stack }),
    };
    const { __autoname, __nonce } = markers.inputs as Values;
    return {
      ...super.checked({ name: __autoname, ...given }),
      __autoname,
      ...(__nonce === undefined ? {} : { __nonce }),
    };
  }
}

const creates = () => emulator.counts().createPod;

async function aTemplate(): Promise<string> {
  return (await platform.templates.create({ name: `t-${Math.random()}`, image: "worker", serverless: true })).id;
}

describe.each(kinds)("a create that finds an unrecorded $what of the same resource ($creates)", (kind) => {
  beforeEach(async () => {
    if (kind.transport !== undefined) {
      await platform.close();
      open(kind.transport);
    }
  });
  const given = async (more: Values = {}): Promise<Values> =>
    kind.resource === endpoint.resource
      ? { ...kind.inputs, templateId: await aTemplate(), ...more }
      : { ...kind.inputs, ...more };
  const ids = async () => (await kind.idsOn(platform)).map(({ id }) => id);

  test("stops before it sends anything, with what it is, what it costs and the ways on", async () => {
    const wanted = await given();
    const killed = await inAnotherProcess({}, kind).create(wanted);
    emulator.advance(125_000);
    emulator.clearRequests();

    const importSentence = (id: string) => `With Pulumi alone, import ${id}`;
    const { message } = await failure(inAnotherProcess({ importSentence }, kind).create({ ...wanted, name: "mine" }));

    expect(message).toMatch(
      new RegExp(
        `^${kind.what} "mine" was not created, and Podwright sent nothing\\. RunPod already has ${kind.what} ${killed.id} ` +
          `\\(${kind.facts}\\) for the same resource, and the state does not hold it\\. ` +
          `If a killed run created it, run "podwright recover", which writes it into the state or says how\\. With Pulumi alone, import ${killed.id}\\n` +
          `If nothing needs it, delete ${killed.id} on RunPod\\. Then run "pulumi up"\\. If the ${kind.what} is to stay, .* set the provider argument allowUnrecorded to true$`,
      ),
    );
    expect(emulator.counts()[kind.creates]).toBeUndefined();
    expect(await ids()).toEqual([killed.id]);
  });

  test("is shown whose it is, also where nothing is pending", async () => {
    const made = await inAnotherProcess({}, kind).create(await given());
    const found = async (stack: NonNullable<Run["stack"]>) =>
      kind.resource.createdByStack?.({ ...testRun({ platform }), stack });
    const marker = made.state.inputs.__nonce ?? made.state.inputs.__autoname;
    expect(await found(prod)).toEqual([{ id: made.id, name: "web", marker }]);
    expect(await found({ ...prod, stack: "dev" })).toEqual([]);
  });

  test("goes on beside one of another stack, and beside one that its state holds", async () => {
    const old = await inAnotherProcess({ stack: { ...prod, stack: "dev" } }, kind).create(await given());
    const own = await inAnotherProcess({}, kind).create(await given());
    const next = await inAnotherProcess({ recorded: state([own.id]) }, kind).create(await given());
    expect((await ids()).toSorted()).toEqual([old.id, own.id, next.id].toSorted());
  });

  test("lists the account once for a burst of creates", async () => {
    const wanted = [await given(), await given(), await given()];
    const session = openSession({ platform, timeScale });
    const runOf = (name: string) => () => ({
      ...testRun({ platform, session, clock: systemClock, timeScale }),
      name,
    });
    emulator.clearRequests();
    await Promise.all(
      wanted.map((one, index) =>
        new Program(kind.resource as unknown as Resource<Values>, runOf(`web-${index}`), prod).create(one),
      ),
    );
    expect(emulator.counts()).toMatchObject({ [kind.lists]: 1, [kind.creates]: 3 });
  });
});

describe("an endpoint with a name of its own", () => {
  const inputsOn = (templateId: string) => ({ ...endpoint.inputs, templateId, name: "answers" });

  test("stops beside one of its name on its template, over GraphQL", async () => {
    const wanted = inputsOn(await aTemplate());
    const killed = await inAnotherProcess({}, onEndpoint).create(wanted);
    const { message } = await failure(inAnotherProcess({}, onEndpoint).create(wanted));
    expect(message).toContain(`RunPod already has endpoint ${killed.id} (`);
  });

  test("stops beside its own over REST, and beside no other that shares name and template", async () => {
    await platform.close();
    open("rest");
    const wanted = inputsOn(await aTemplate());
    const killed = await inAnotherProcess({}, onEndpoint).create(wanted);
    expect((await failure(inAnotherProcess({}, onEndpoint).create(wanted))).message).toContain(killed.id);
    await inAnotherProcess({ stack: { ...prod, stack: "dev" } }, onEndpoint).create(wanted);
    expect(await platform.endpoints.list()).toHaveLength(2);
  });

  test("is imported and refreshed without the variable that says who created it", async () => {
    await platform.close();
    open("rest");
    const made = await inAnotherProcess({}, onEndpoint).create({
      ...inputsOn(await aTemplate()),
      env: { MODE: "slow" },
    });
    expect((await platform.endpoints.get(made.id)).env).toMatchObject({
      MODE: "slow",
      [creatorKey]: expect.anything(),
    });
    const imported = await serverlessEndpoint.read(testRun({ platform }), { id: made.id, declared: undefined });
    expect(imported?.inputs.env).toEqual({ MODE: "slow" });
    await made.refresh();
    expect(made.outputs.env).toEqual({ MODE: "slow" });
    await made.update({ ...inputsOn(String(made.outputs.templateId)), env: { MODE: "fast" } });
    expect(made.outputs.env).toEqual({ MODE: "fast" });
  });
});

test.each(["graphql", "rest"] as const)(
  "another's endpoint of the same name on another template, which appears meanwhile, is not taken for a lost one over %s",
  async (surface) => {
    await platform.close();
    open(surface);
    const [wanted, others] = [await aTemplate(), await aTemplate()];
    const [creates, lists] = surface === "rest" ? ["createEndpoint", "listEndpoints"] : ["saveEndpoint", "myself"];
    emulator.addFault({ operation: creates, effect: { dropRequest: true } });
    // The look at the account and at the name come before the create, and this list after it.
    emulator.addFault({ operation: lists, skip: 2, effect: { delayMs: 200 } });
    emulator.clearRequests();
    const process = inAnotherProcess({}, onEndpoint);
    const creation = process.create({ ...endpoint.inputs, templateId: wanted, name: "answers" });
    await expect.poll(() => emulator.counts()[lists]).toBe(3);
    const other = await platform.endpoints.create({ gpuIds: "AMPERE_16", name: "answers", templateId: others });
    await creation;
    expect(process.id).not.toBe(other.id);
    expect(process.outputs.templateId).toBe(wanted);
  },
);

describe("an endpoint whose template is bound already", () => {
  const refusal = async (recorded: Run["recorded"]) => {
    const templateId = await aTemplate();
    const bound = await inAnotherProcess({}, onEndpoint).create({ ...endpoint.inputs, templateId, name: "first" });
    const importSentence = (id: string) => `With Pulumi alone, import ${id}`;
    const process = inAnotherProcess({ importSentence, recorded: recorded ?? state([bound.id]) }, onEndpoint);
    const { message } = await failure(process.create({ ...endpoint.inputs, templateId, name: "second" }));
    return { message, templateId, id: bound.id };
  };

  test("names the one that no state holds, with its cost and the ways back", async () => {
    const { message, templateId, id } = await refusal(state([]));
    expect(message).toMatch(
      new RegExp(
        `template is already bound to another endpoint.* Template ${templateId} carries endpoint ${id} \\(workersMin 1, \\$[\\d.]+ an hour now\\), and the state does not hold that endpoint\\. ` +
          `If a killed run created it, run "podwright recover", which writes it into the state or says how\\. With Pulumi alone, import ${id}\\nIf nothing needs it, delete ${id} on RunPod\\. Then run "pulumi up"\\. ` +
          `If another stack or another program created it, give this endpoint a template of its own$`,
      ),
    );
  });

  test("says what makes the replacement of a recorded one possible", async () => {
    const { message, id } = await refusal(undefined);
    expect(message).toContain(
      "give the endpoint the resource option deleteBeforeReplace: true. Otherwise give it a template of its own.",
    );
    expect(message).not.toContain(id);
  });
});

test("a cluster gets its own name once its pods run, so that a kill before that leaves one that shows whose it is", async () => {
  const slow = await startEmulator({ provision: 60_000, strict: true });
  const { apiKey, url } = slow;
  const remote = connect({ apiKey, baseUrl: url, serverlessUrl: url, timeScale });
  try {
    const session = openSession({ platform: remote, timeScale });
    const run = { ...testRun({ platform: remote, session, clock: systemClock, timeScale }), recorded: state([]) };
    const { skipAwait: _, ...training } = (kinds[1] as Kind).inputs;
    const killed = new Program(cluster as unknown as Resource<Values>, () => run, prod);
    const creation = killed.create({ ...training, name: "training" });
    await expect.poll(() => slow.counts().createCluster).toBe(1);
    run.cancel(new EngineGoneError("the engine is gone"));
    await failure(creation);

    const next = new Program(
      cluster as unknown as Resource<Values>,
      () => ({ ...run, ...testRun({ platform: remote }), name: "web" }),
      prod,
    );
    const { message } = await failure(next.create({ ...training, name: "training" }));
    expect(message).toContain("RunPod already has cluster");
  } finally {
    await remote.close();
    await slow.close();
  }
});

describe("a create that finds a pod of the same resource", () => {
  test("goes on once that pod is deleted, however old the list is that shows it", async () => {
    const killed = await inAnotherProcess().create(inputs);
    const next = inAnotherProcess();
    await failure(next.create(inputs));
    await platform.pods.delete(killed.id);
    await next.create(inputs);
    expect(emulator.state().pods.map(({ id }) => id)).toEqual([next.id]);
  });

  test("goes on where the switch says so", async () => {
    await inAnotherProcess().create(inputs);
    await inAnotherProcess({ allowUnrecorded: true }).create(inputs);
    expect(creates()).toBe(2);
  });

  test.each<[string, (old: OneResource) => ReturnType<typeof state>]>([
    ["the engine has shown as recorded: it is being replaced", ({ state: old }) => state([], [old.inputs.__nonce])],
    ["only the state tells of: `up --replace`, or one that waits for its deletion", ({ id }) => state([id])],
  ])("goes on beside one that %s", async (_, recorded) => {
    const old = await inAnotherProcess().create(inputs);
    await inAnotherProcess({ recorded: recorded(old) }).create(inputs);
    expect(creates()).toBe(2);
  });

  test("stops beside an unrecorded one also while it replaces another", async () => {
    const old = await inAnotherProcess().create(inputs);
    const killed = await inAnotherProcess({ recorded: state([old.id]) }).create(inputs);
    const { message } = await failure(inAnotherProcess({ recorded: state([old.id]) }).create(inputs));
    expect(message).toContain(killed.id);
    expect(message).not.toContain(old.id);
  });

  test("says what to do where the state cannot be read", async () => {
    await inAnotherProcess().create(inputs);
    const recorded = { ...state([]), ids: () => Promise.reject(new Error("there is no `pulumi` on the PATH.")) };
    const { message } = await failure(inAnotherProcess({ recorded }).create(inputs));
    expect(message).toContain(
      "Podwright could not read whether the state holds it (there is no `pulumi` on the PATH): if this run is to replace it, add --refresh. If a killed run",
    );
    expect(creates()).toBe(1);
  });

  test.each([
    [{ organization: "-", project: "shop", stack: "dev" }, 2],
    [{ organization: "-", project: "other", stack: "prod" }, 2],
    [{ organization: "acme", project: "shop", stack: "prod" }, 1],
  ])("of %o takes only what may be its own: an organization it does not know is no difference", async (stack, made) => {
    await inAnotherProcess().create(inputs);
    await inAnotherProcess({ stack })
      .create(inputs)
      .catch(() => undefined);
    expect(creates()).toBe(made);
  });
});

test("every pod says who created it, with any character in the names, also after its env was changed", async () => {
  const stack = { organization: "acme/eu", project: "shop 1", stack: "prod%2F" };
  const made = await inAnotherProcess({ stack }).create({ ...inputs, env: { MODE: "slow" } });
  const creator = async () => creatorOf(await platform.pods.get(made.id));
  expect(await creator()).toEqual({ ...stack, name: "web", marker: made.state.inputs.__nonce });
  expect(made.state.inputs.__nonce).toMatch(/^[0-9a-f]{32}$/);

  await made.update({ ...inputs, env: { MODE: "fast" } });

  expect((await platform.pods.get(made.id)).env).toMatchObject({ MODE: "fast" });
  expect(await creator()).toMatchObject(stack);
  expect(made.outputs.env).toEqual({ MODE: "fast" });
});
