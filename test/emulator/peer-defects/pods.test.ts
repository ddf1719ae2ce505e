import { expect, test } from "vitest";
import { ResourceHost } from "../../../provider/hosts/plugin/resource-host";
import { pod } from "../../../provider/kinds/pod/lifecycle";
import type { Resource } from "../../../provider/operations/resource";
import { problemsOf } from "../../../provider/planning/check";
import type { Values } from "../../../provider/planning/values";
import { useLifecycles } from "../../provider/emulated/harness";
import { changesOf, preview } from "../../provider/emulated/preview";

const rtx4090 = "NVIDIA GeForce RTX 4090";
const onGpu = { image: "nginx", gpu: { id: rtx4090 } };
const onCpu = { image: "nginx", cpu: { id: "cpu3c", vcpuCount: 2 } };

const world = useLifecycles();
const aStack = () => world.stack(pod);
const livePod = (id: string) => world.platform.pods.get(id);
const nothingKnown = { values: {}, secrets: [], unknowns: [] };

/** What an import of the pod finds, without any inputs of a program. */
async function imported(id: string): Promise<Values> {
  const host = new ResourceHost(pod as unknown as Resource<Values>);
  const found = await host.read(world.run(), "urn", id, nothingKnown, nothingKnown);
  return found?.inputs.values ?? {};
}

test("a pod is recorded under the platform's id, so it can be read and imported (peer defect 2)", async () => {
  const { id } = await aStack().create({ ...onGpu, name: "web" });
  expect(id).not.toBe("web");
  expect(await livePod(id)).toMatchObject({ id, name: "web" });
  expect(await imported(id)).toMatchObject({ name: "web", image: "nginx" });
});

test("no change of an input passes silently: hardware, place, volume and name are all planned (peer defect 3)", async () => {
  const network = (volumeId: string) => ({ network: [{ volumeId, path: "/data" }] });
  const volume = await world.platform.networkVolumes.create({ name: "v", size: 10, dataCenter: "EU-RO-1" });
  const before = { ...onGpu, cloud: "SECURE", dataCenterIds: ["EU-RO-1"], mounts: network(volume.id) };
  const stack = await aStack().create(before);
  const replaced = (more: Values) => changesOf(preview(pod, stack, { ...before, ...more })).replaced;
  expect(replaced({ gpu: { id: "NVIDIA L4" } })).toEqual(["gpu.id"]);
  expect(replaced({ gpu: { id: rtx4090, count: 2 } })).toEqual(["gpu.count"]);
  expect(replaced({ cloud: "COMMUNITY" })).toEqual(["cloud"]);
  expect(replaced({ dataCenterIds: ["US-TX-3"] })).toEqual(["dataCenterIds"]);
  expect(replaced({ mounts: network("another") })).toEqual(["mounts.network[0].volumeId"]);
  expect(changesOf(preview(pod, stack, { ...before, name: "other" }))).toEqual({ changed: ["name"], replaced: [] });
});

test("arguments may be left out or empty, and what is required is reported before anything is sent (peer defect 7)", async () => {
  for (const args of [{}, { args: "" }]) {
    const { id } = await aStack().create({ ...onGpu, ...args });
    expect((await livePod(id)).args).toBe("");
  }
  const problems = problemsOf(pod.inputs, { gpu: { id: rtx4090 } }, []);
  expect(problems).toEqual([{ path: ["image"], message: "is required unless `templateId` is given" }]);
});

test("a change made outside is seen by a refresh and undone by the next update; an import knows every input (peer defect 11)", async () => {
  const inputs = { ...onGpu, args: "serve", ports: ["80/http"], env: { A: "1" } };
  const stack = await aStack().create(inputs);
  world.emulator.changePod(stack.id, { args: "drifted", env: { A: "2" } });
  await stack.refresh();
  expect(changesOf(preview(pod, stack, inputs)).changed).toEqual(["args", "env"]);
  await stack.update(inputs);
  expect(await livePod(stack.id)).toMatchObject({ args: "serve", env: { A: "1" } });
  expect(await imported(stack.id)).toMatchObject(inputs);
});

test("a variable that vanished outside is drift, and one the program never declared is not (peer defect 13)", async () => {
  world.emulator.addPlatformEnv({ PUBLIC_KEY: "ssh-ed25519 AAAA" });
  const inputs = { ...onGpu, env: { A: "1" } };
  const [untouched, emptied] = [await aStack().create(inputs), await aStack().create(inputs)];
  world.emulator.changePod(emptied.id, { env: {} });
  await Promise.all([untouched.refresh(), emptied.refresh()]);
  expect(changesOf(preview(pod, untouched, inputs)).changed).toEqual([]);
  expect(changesOf(preview(pod, emptied, inputs)).changed).toEqual(["env"]);
});

test("an update sends only what changed: image, disk and the platform's own variables stay (peer defect 17)", async () => {
  world.emulator.addPlatformEnv({ PUBLIC_KEY: "ssh-ed25519 AAAA" });
  const stack = await aStack().create({ ...onGpu, disk: 70, ports: ["80/http"], env: { A: "1" } });
  world.emulator.changePod(stack.id, { ports: ["81/http"] });
  await stack.update({ gpu: onGpu.gpu, ports: ["80/http"], env: { A: "2" } });
  expect(await livePod(stack.id)).toMatchObject({
    ...{ image: "nginx", disk: 70, ports: ["81/http"] },
    env: { A: "2", PUBLIC_KEY: "ssh-ed25519 AAAA" },
  });
});

test("every CPU choice is tried, what a CPU pod cannot have is refused by name, and a rename replaces nothing (peer defect 18)", async () => {
  world.emulator.setStock({ cpu: "cpu3c", count: 0 });
  const inputs = { ...onCpu, fallbacks: [{ cpu: { id: "cpu5c", vcpuCount: 4 } }] };
  const stack = await aStack().create(inputs);
  expect(stack.outputs.placement).toMatchObject({ cpu: { id: "cpu5c", vcpuCount: 4 } });
  const { id } = stack;
  expect(changesOf(preview(pod, stack, { ...inputs, name: "renamed" })).replaced).toEqual([]);
  await stack.update({ ...inputs, name: "renamed" });
  expect(await livePod(id)).toMatchObject({ name: "renamed" });
  const mounts = { persistent: { size: 20, path: "/data" } };
  const refused = problemsOf(pod.inputs, { ...onCpu, globalNetworking: true, mounts }, []);
  expect(refused.map(({ path }) => path.join("."))).toEqual(["mounts.persistent", "globalNetworking"]);
});

test("an update reaches the pod: the image changes, hardware replaces, and ports and variables can be cleared (peer defect 23)", async () => {
  const stack = await aStack().create({ ...onGpu, ports: ["80/http"], env: { A: "1" } });
  await stack.update({ ...onGpu, image: "nginx:2" });
  expect(await livePod(stack.id)).toMatchObject({ image: "nginx:2", ports: [] });
  expect((await livePod(stack.id)).env).not.toHaveProperty("A");
  const moved = preview(pod, stack, { image: "nginx:2", gpu: { id: "NVIDIA L4" } });
  expect(changesOf(moved).replaced).toEqual(["gpu.id"]);
});

test("pods are created with each kind of mount, from a template, with defaults, and on CPUs (peer defect 24)", async () => {
  const { platform } = world;
  const volume = await platform.networkVolumes.create({ name: "v", size: 10, dataCenter: "EU-RO-1" });
  const template = await platform.templates.create({ name: "t", image: "from-template", args: "serve" });
  const all = [
    { ...onGpu, mounts: { persistent: { size: 20, path: "/data" } } },
    { ...onGpu, dataCenterIds: ["EU-RO-1"], mounts: { network: [{ volumeId: volume.id, path: "/data" }] } },
    { gpu: onGpu.gpu, templateId: template.id },
    onCpu,
  ];
  const [persistent, network, templated, cpu] = await Promise.all(
    all.map(async (inputs) => await livePod((await aStack().create(inputs)).id)),
  );
  expect(persistent?.mounts.persistent).toEqual({ size: 20, path: "/data" });
  expect(network?.mounts.network).toEqual([{ volumeId: volume.id, path: "/data" }]);
  expect(templated).toMatchObject({ image: "from-template", args: "serve" });
  expect(cpu).toMatchObject({ cpu: { id: "cpu3c", vcpuCount: 2 }, cloud: "SECURE" });
});

test("destroying pods leaves the account's credentials and volumes that nobody uses alone (peer defect 32)", async () => {
  const { registries, networkVolumes } = world.platform;
  const mine = await registries.create({ name: "mine", username: "u", password: "p" });
  const other = await registries.create({ name: "other", username: "u", password: "p" });
  await networkVolumes.create({ name: "v", size: 10, dataCenter: "EU-RO-1" });
  const stack = await aStack().create({ ...onGpu, registry: mine.id });
  await stack.delete();
  expect((await registries.list()).map(({ id }) => id).sort()).toEqual([mine.id, other.id].sort());
  expect(await networkVolumes.list()).toHaveLength(1);
});

test("a CPU pod gets its registry credential, and an input it does not know is refused, not ignored (peer defect 34)", async () => {
  const { id: registry } = await world.platform.registries.create({ name: "mine", username: "u", password: "p" });
  const { id } = await aStack().create({ ...onCpu, registry });
  expect((await livePod(id)).registry).toBe(registry);
  const unknown = { ...onCpu, stopAfter: "1h", terminateAfter: "2h", countryCode: "RO" };
  const refused = problemsOf(pod.inputs, unknown, []).map(({ path, message }) => `${path.join(".")} ${message}`);
  expect(refused.sort()).toEqual(
    ["countryCode", "stopAfter", "terminateAfter"].map((name) => `${name} is not a property of this resource`),
  );
});
