import { expect, test } from "vitest";
import type { Values } from "../../../kernel/values";
import { emulated } from "../harness/emulated";
import { StandIns } from "../harness/platform/stand-ins";
import type { EngineRun } from "../harness/stack/engine";
import type { Declared } from "../harness/stack/stack";
import {
  deploy,
  diffs,
  mustChangeNothing,
  mustDo,
  mustFail,
  mustSucceed,
  nameOf,
  stepMetadata,
  steps,
} from "../harness/stack/steps";

const base = { image: "nginx", gpu: { id: "NVIDIA L4" } };
const other = { ...base, gpu: { id: "NVIDIA A40" } };
const persistent = { mounts: { persistent: { size: 20, path: "/data" } } };
const network = { mounts: { network: [{ volumeId: "volume-a", path: "/workspace" }] } };
const elsewhere = { mounts: { network: [{ volumeId: "volume-b", path: "/workspace" }] } };

interface Replaced {
  readonly before: Values;
  readonly after: Values;
  readonly differs: readonly string[];
  readonly order: "create first" | "delete first";
  readonly options?: Values;
}

/** Unit tests show which changes of mounts replace a pod. These rows show the order of the engine's steps. */
const replaced: Readonly<Record<string, Replaced>> = {
  "another-volume": {
    before: { ...base, ...network },
    after: { ...base, ...elsewhere },
    differs: ["mounts"],
    order: "create first",
  },
  // Two pods must not write to one volume, unless the user allows it.
  "same-volume": {
    before: { ...base, ...network },
    after: { ...other, ...network },
    differs: ["gpu"],
    order: "delete first",
  },
  "same-volume-overlapping": {
    before: { ...base, ...network },
    after: { ...other, ...network },
    differs: ["gpu"],
    order: "create first",
    options: { deleteBeforeReplace: false },
  },
  // The change itself does not replace the pod, but the program's option makes the engine replace it.
  "same-volume-by-option": {
    before: { ...base, ...network },
    after: { ...base, image: "nginx:2", ...network },
    differs: ["image"],
    order: "delete first",
    options: { replaceOnChanges: ["image"] },
  },
  "same-persistent": {
    before: { ...base, ...persistent },
    after: { ...other, ...persistent },
    differs: ["gpu"],
    order: "create first",
  },
};

test("a replacement deletes the old pod first only if both pods use the same volume", async () => {
  const { emulator, stack } = await emulated();
  const standIns = await StandIns.on(emulator);
  const declared = (side: "before" | "after") =>
    Object.entries(replaced).map(
      ([name, one]): Declared => ({
        kind: "Pod",
        name,
        args: standIns.resolve(one[side]),
        ...(one.options === undefined ? {} : { options: one.options }),
      }),
    );
  await deploy(stack, declared("before"));
  const idsBefore = Object.keys(replaced).map((name) => stack.resource(name).id);

  stack.declare(declared("after"));
  const preview = await stack.preview();
  expect(steps(preview)).toEqual(each(() => "replace"));
  expect(diffs(preview)).toEqual(each(({ differs }) => differs));
  expect(warned(preview)).toEqual(
    Object.keys(replaced).filter((name) => "persistent" in ((replaced[name]?.before.mounts ?? {}) as object)),
  );

  const up = await mustSucceed(stack.up());
  expect(Object.fromEntries(Object.keys(replaced).map((name) => [name, orderOf(up, name)]))).toEqual(
    each(({ order }) => order),
  );
  const ids = Object.keys(replaced).map((name) => stack.resource(name).id);
  expect(emulator.state().pods.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
  expect(emulator.state().pods).toHaveLength(ids.length);
  expect(ids.filter((id) => idsBefore.includes(id))).toEqual([]);
});

function each<T>(of: (one: Replaced) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(replaced).map(([name, one]) => [name, of(one)]));
}

/** The pods whose preview warns of data loss, in the words of the dynamic host or of the engine. */
function warned(run: EngineRun): string[] {
  const loss = "replacing this pod loses data: the 20 GB of its persistent mount at /data";
  return Object.keys(replaced).filter(
    (name) => run.text.includes(`${name}: warning: ${loss}`) || run.text.includes(`warning: ${name}: ${loss}`),
  );
}

function orderOf(run: EngineRun, name: string): string {
  const order = stepMetadata(run)
    .filter(({ urn }) => nameOf(urn) === name)
    .map(({ op }) => op);
  return order.indexOf("delete-replaced") < order.indexOf("create-replacement") ? "delete first" : "create first";
}

test("pulumi up --replace recreates each resource with a new generated name", async () => {
  const { emulator, stack } = await emulated();
  await deploy(stack, [
    { kind: "Pod", name: "web", args: base },
    { kind: "Pod", name: "named", args: { ...base, name: "explicit" } },
    { kind: "Template", name: "worker", args: { image: "nginx" } },
    { kind: "NetworkVolume", name: "data", args: { size: 10, dataCenter: "EU-RO-1" } },
  ]);
  const before = stack.resources();

  await mustSucceed(stack.up({ replace: before.map(({ urn }) => urn) }));
  const after = stack.resources();
  expect(after.map(({ urn }) => urn).toSorted()).toEqual(before.map(({ urn }) => urn).toSorted());
  for (const { urn, id, outputs } of before) {
    const successor = after.find((one) => one.urn === urn);
    expect(successor?.id, urn).not.toBe(id);
    expect(successor?.outputs.name === outputs.name, urn).toBe(nameOf(urn) === "named");
  }
  const { pods, templates, networkVolumes } = emulator.state();
  expect([...pods, ...templates, ...networkVolumes].map(({ id }) => id).toSorted()).toEqual(
    after.map(({ id }) => id).toSorted(),
  );
  await mustChangeNothing(stack.preview());
});

test("a replacement succeeds even if an earlier replacement failed before it deleted its old pod", async () => {
  const { emulator, stack } = await emulated();
  const declare = (id: string) =>
    stack.declare([
      { kind: "Pod", name: "web", args: { ...base, gpu: { id } }, options: { customTimeouts: { create: "1s" } } },
    ]);
  declare("NVIDIA L4");
  await mustSucceed(stack.up());
  emulator.scriptPods({ outcome: "stuck" });
  declare("NVIDIA A40");
  await mustFail(stack.up());
  expect(emulator.state().pods).toHaveLength(2);
  emulator.scriptPods({});
  declare("NVIDIA H200");

  await mustSucceed(stack.up());
  expect(emulator.state().pods).toMatchObject([{ id: stack.resource("web").id, gpu: { id: "NVIDIA H200" } }]);
  expect(stack.resources()).toHaveLength(1);
});

test("the replacement of a volume with deleteBeforeReplace also replaces the pods that mount the volume", async () => {
  const { emulator, stack } = await emulated();
  const program = (dataCenter: string): Declared[] => [
    {
      kind: "NetworkVolume",
      name: "data",
      args: { size: 10, dataCenter, allowDataLoss: true },
      options: { deleteBeforeReplace: true },
    },
    {
      kind: "Pod",
      name: "mounting",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the harness's way to name another resource's output
      args: { ...base, mounts: { network: [{ volumeId: "${data.id}", path: "/workspace" }] } },
    },
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the harness's way to name another resource's output
    { kind: "Pod", name: "mentioning", args: { ...base, env: { VOLUME: "${data.id}" }, allowDataLoss: false } },
  ];
  await deploy(stack, program("EU-RO-1"));
  const mentioning = stack.resource("mentioning").id;

  stack.declare(program("US-TX-3"));
  await mustDo(stack.up(), { data: "replace", mounting: "replace", mentioning: "update" });
  expect(stack.resource("mentioning").id).toBe(mentioning);
  const { id: volumeId } = stack.resource("data");
  const { pods } = emulator.state();
  expect(pods.find(({ id }) => id === mentioning)?.env.VOLUME).toBe(volumeId);
  expect(pods.find(({ id }) => id !== mentioning)?.mounts.network).toEqual([{ volumeId, path: "/workspace" }]);
});

const idOf = (name: string) => `\${${name}.id}`;

const program = (password: string): Declared[] => [
  { kind: "RegistryCredential", name: "ghcr", args: { username: "robot", password } },
  {
    kind: "Pod",
    name: "web",
    args: { image: "ghcr.io/example/web:1", gpu: { id: "NVIDIA L4" }, registry: idOf("ghcr") },
  },
  { kind: "Template", name: "settings", args: { image: "ghcr.io/example/web:1", registry: idOf("ghcr") } },
];

test("pods use a registry's new credential before Pulumi deletes the old credential", async () => {
  // The emulator notices late that no resource uses the old credential.
  const { emulator, stack } = await emulated({ releaseLag: 200 });
  await deploy(stack, program("first"));
  const { id: old } = stack.resource("ghcr");
  const [pod] = emulator.state().pods;
  // Start times have whole seconds, and a restart within the same second would not show.
  emulator.advance(1_000);

  stack.declare(program("second"));
  const preview = await stack.preview();
  expect(preview.text).toContain("changing registry (not known yet) resets the running container");
  const rotated = await mustSucceed(stack.up());
  expect(steps(rotated)).toEqual({ ghcr: "replace", web: "update", settings: "update" });
  const { id } = stack.resource("ghcr");
  expect(id).not.toBe(old);
  const { registries, pods, templates } = emulator.state();
  expect(registries).toMatchObject([{ id }]);
  expect([...pods, ...templates].map(({ registry }) => registry)).toEqual([id, id]);
  expect(stack.resource("web")).toMatchObject({ id: pod?.id, outputs: { status: "RUNNING" } });
  expect(pods[0]?.startedAt).not.toBe(pod?.startedAt);

  await mustSucceed(stack.destroy());
  expect(emulator.state()).toMatchObject({ pods: [], templates: [], registries: [] });
});
