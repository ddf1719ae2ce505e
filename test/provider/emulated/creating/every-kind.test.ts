import { describe, expect, test } from "vitest";
import type { Platform } from "../../../../client";
import { cluster } from "../../../../provider/kinds/cluster/lifecycle";
import { allResources } from "../../../../provider/kinds/kinds";
import { networkVolume } from "../../../../provider/kinds/network-volume/lifecycle";
import { pod } from "../../../../provider/kinds/pod/lifecycle";
import { registryCredential } from "../../../../provider/kinds/registry-credential/lifecycle";
import { secret } from "../../../../provider/kinds/secret/lifecycle";
import { serverlessEndpoint } from "../../../../provider/kinds/serverless-endpoint/lifecycle";
import { template } from "../../../../provider/kinds/template/lifecycle";
import type { Resource } from "../../../../provider/operations/resource";
import type { Values } from "../../../../provider/planning/values";
import { failure, useLifecycles } from "../harness";

interface Kind {
  readonly what: string;
  readonly resource: Resource<never>;
  readonly inputs: Values;
  /** The operation that creates one. */
  readonly creates: string;
  readonly collection: (platform: Platform) => {
    list(): Promise<readonly { readonly id: string }[]>;
    delete(id: string): Promise<void>;
  };
  /** Whether the platform refuses a second one of the same name. */
  readonly namesAreUnique?: true;
  readonly endpointTransport?: "rest";
}

const endpoint = {
  resource: serverlessEndpoint,
  inputs: { gpuIds: "AMPERE_16", workersMax: 0 },
  collection: ({ endpoints }: Platform) => endpoints,
} as const;

const kinds: readonly Kind[] = [
  {
    what: "pod",
    resource: pod,
    inputs: { image: "nginx", gpu: { id: "NVIDIA L4" } },
    creates: "createPod",
    collection: ({ pods }) => pods,
  },
  {
    what: "cluster",
    resource: cluster,
    inputs: {
      type: "TRAINING",
      compute: { gpuTypeId: "NVIDIA L4", gpuCountPerPod: 1, podCount: 2 },
      image: "trainer",
    },
    creates: "createCluster",
    collection: ({ clusters }) => clusters,
  },
  {
    what: "network volume",
    resource: networkVolume,
    inputs: { size: 10, dataCenter: "US-TX-3" },
    creates: "createNetworkVolume",
    collection: ({ networkVolumes }) => networkVolumes,
  },
  {
    what: "template",
    resource: template,
    inputs: { image: "worker", serverless: true },
    creates: "createTemplate",
    collection: ({ templates }) => templates,
    namesAreUnique: true,
  },
  {
    what: "registry credential",
    resource: registryCredential,
    inputs: { username: "me", password: "canary-91b" },
    creates: "createRegistry",
    collection: ({ registries }) => registries,
  },
  {
    what: "secret",
    resource: secret,
    inputs: { value: "canary-91b" },
    creates: "createSecret",
    collection: ({ secrets }) => secrets,
    namesAreUnique: true,
  },
  { what: "serverless endpoint", ...endpoint, creates: "saveEndpoint" },
  { what: "serverless endpoint over REST", ...endpoint, creates: "createEndpoint", endpointTransport: "rest" },
];

test("every kind is tried here but jobs, which end by themselves", () => {
  const tried = new Set(["Job", ...kinds.map(({ resource }) => resource.kind)]);
  expect([...tried].toSorted()).toEqual(allResources.map(({ kind }) => kind).toSorted());
});

describe.each(kinds)("a $what", ({ resource, inputs, creates, collection, namesAreUnique, endpointTransport }) => {
  const world = useLifecycles({}, endpointTransport === undefined ? {} : { endpointTransport });
  const items = () => collection(world.platform);
  const ids = async () => (await items().list()).map(({ id }) => id).sort();
  /** A serverless template carries one endpoint at a time, so each gets its own. */
  const given = async (more: Values = {}): Promise<Values> => {
    if (resource.kind !== "ServerlessEndpoint") return { ...inputs, ...more };
    const { id } = await world.stack(template).create({ image: "worker", serverless: true });
    return { ...inputs, templateId: id, ...more };
  };
  const created = async (more?: Values) => await world.stack(resource).create(await given(more));

  test.each([
    ["response is lost", { dropResponse: true }],
    ["request never arrives", { dropRequest: true }],
    ["response cannot be read", { malformed: true }],
  ] as const)("whose create's %s is there exactly once, and recorded", async (_, effect) => {
    const others = namesAreUnique ? [] : [(await created({ name: "mine" })).id];
    for (const name of [{}, { name: "mine" }]) {
      const wanted = await given(name);
      world.emulator.addFault({ operation: creates, effect });
      const stack = await world.stack(resource).create(wanted);
      expect(await ids()).toEqual([...others, stack.id].sort());
      expect(others).not.toContain(stack.id);
      await stack.delete();
    }
  });

  test("whose creation is cancelled while the request is on its way is recorded", async () => {
    const wanted = await given({ skipAwait: true });
    world.emulator.addFault({ operation: creates, effect: { delayMs: 200 } });
    const run = world.run();
    const stack = world.stack(resource);
    const creation = stack.create(wanted, { run });
    await expect.poll(() => world.emulator.counts()[creates] ?? 0, { interval: 5 }).toBe(1);
    run.cancel();
    await creation;
    expect(await ids()).toEqual([stack.id]);
  });

  test("stays in the state while lists leave it out, and as it was after a refresh", async () => {
    const stack = await created();
    const before = stack.state;
    world.emulator.addFault({ operation: "*", times: 3, effect: { absent: stack.id } });
    expect(await stack.refresh()).toBe(true);
    expect(stack.state).toEqual(before);
  });

  test("that is gone says so in an update, is no obstacle to a delete, and leaves the state with a refresh", async () => {
    const stack = await created();
    await items().delete(stack.id);
    expect((await failure(stack.update(await given({ allowDataLoss: true })))).message).toContain(
      'is gone from the platform: run "pulumi up --refresh"',
    );
    const { state } = stack;
    await stack.delete();
    // The key may be the wrong one, and then the state is about to forget what costs money.
    expect(stack.lines.at(-1)).toMatch(
      /^warning: .* was not found, and nothing was deleted\. If this key is of another account/,
    );
    stack.recorded = state;
    expect(await stack.refresh()).toBe(false);
  });
});

describe("while lists leave one of them out,", () => {
  const world = useLifecycles();

  test("awaited pods are not taken for terminated", async () => {
    const stacks = [world.stack(pod), world.stack(pod)];
    world.emulator.scriptPods({ outcome: "stuck" });
    const creations = Promise.all(stacks.map((stack) => stack.create({ image: "nginx", gpu: { id: "NVIDIA L4" } })));
    await expect.poll(() => world.emulator.state().pods.length).toBe(2);
    const [first] = world.emulator.state().pods;
    world.emulator.addFault({ operation: "listPods", times: 3, effect: { absent: first?.id ?? "" } });
    world.emulator.clearRequests();
    await expect.poll(() => world.emulator.counts().getPod ?? 0).toBe(3);
    for (const { id } of world.emulator.state().pods) world.emulator.changePod(id, { status: "RUNNING" });
    await creations;
    expect(stacks.map(({ outputs }) => outputs.status)).toEqual(["RUNNING", "RUNNING"]);
  });
});
