import { describe, expect, test } from "vitest";
import { pod } from "../../../../provider/kinds/pod/lifecycle";
import { importedInputs, liveInputs, podOutputs } from "../../../../provider/kinds/pod/wire";
import { formatProblems, problemsOf } from "../../../../provider/planning/check";
import { separate } from "../../../../provider/planning/projection";
import { InitError } from "../../../../provider/pulumi/errors";
import { failure, isEarly, newerTest, starting, useLifecycles } from "../harness";

const rtx4090 = "NVIDIA GeForce RTX 4090";

const h200 = "NVIDIA H200";

const onGpu = { image: "nginx", gpu: { id: rtx4090 } };

const world = useLifecycles();

const aStack = () => world.stackOf(pod);

const counts = () => world.emulator.counts();

const livePod = (id: string) => world.platform.pods.get(id);

describe("the create of a pod", () => {
  test("prints the pod's states and cost until the pod runs", async () => {
    const stack = await aStack().up({ ...onGpu, ports: ["80/http"] });
    expect(stack.outputs).toMatchObject({
      status: "RUNNING",
      placement: { gpu: { id: rtx4090, count: 1 }, cloud: "SECURE" },
      desiredStatus: "RUNNING",
      ports: ["80/http"],
    });
    const { cost, dataCenterId, createdAt } = await livePod(stack.id);
    expect(cost).toBeGreaterThan(0);
    expect(stack.outputs).toMatchObject({ cost, dataCenterId, createdAt });
    const first = isEarly ? starting : "PROVISIONING";
    expect(stack.lines[0]).toMatch(new RegExp(`^pod \\w+ is ${first} \\(\\d+m?s, \\$[\\d.]+ an hour\\)$`));
    expect(stack.lines.at(-1)).toBe(`pod ${stack.id} is RUNNING`);
    expect(counts().createPod).toBe(1);
  });

  test("distinguishes the declared inputs from the values that RunPod chose", async () => {
    world.emulator.addPlatformEnv({ PUBLIC_KEY: "ssh-ed25519 AAAA" });
    const { outputs } = await aStack().up({ ...onGpu, env: { MODE: "fast" } });
    expect(outputs.env).toEqual({ MODE: "fast" });
    expect(separate(outputs)).toMatchObject({
      declared: { env: { MODE: "fast" } },
      undeclared: {
        args: "",
        cloud: "SECURE",
        disk: 50,
        globalNetworking: false,
        locked: false,
        mounts: {},
        ports: [],
      },
    });
  });

  test("does not wait for the pod if skipAwait is set", async () => {
    const { outputs } = await aStack().up({ ...onGpu, skipAwait: true });
    expect(outputs.status).toBe(isEarly ? "STARTING" : "PROVISIONING");
  });

  test("stops the new pod if desiredStatus is EXITED", async () => {
    const { outputs } = await aStack().up({ ...onGpu, desiredStatus: "EXITED" });
    expect(outputs).toMatchObject({ status: "EXITED", desiredStatus: "EXITED" });
  });

  test("locks a pod with desiredStatus EXITED only after the stop of the pod", async () => {
    const { id, outputs } = await aStack().up({ ...onGpu, locked: true, desiredStatus: "EXITED" });
    expect(outputs).toMatchObject({ status: "EXITED", locked: true });
    expect((await livePod(id)).locked).toBe(true);
  });
});

const ssh = { ...onGpu, ports: ["22/tcp"] };
const warnedOfLogin = (stack: { readonly lines: readonly string[] }) =>
  stack.lines.filter((line) => line.includes("got no public SSH key")).join();

newerTest("a new pod with port 22 causes a warning if it got no key, with the next step", async () => {
  expect(warnedOfLogin(await aStack().up(ssh))).toContain("startSsh: true gives a new pod the account's public SSH");
  const keyless = await aStack().up({ ...ssh, startSsh: true });
  expect(warnedOfLogin(keyless)).toContain(
    "may have none: add a key with an SshKey or in RunPod's console. Then \"pulumi up --re",
  );
  expect(warnedOfLogin(await aStack().up(onGpu))).toBe("");
});

newerTest("a new pod with port 22 causes no warning if it got a key", async () => {
  await world.platform.sshKeys.set(["ssh-ed25519 AAAA me"]);
  expect(warnedOfLogin(await aStack().up({ ...ssh, startSsh: true }))).toBe("");
});

describe("the error about a failed pod", () => {
  const canary = "canary-Tb6/value";

  test("shows the pod's state, cost and log, but no secret", async () => {
    world.emulator.scriptPods({ outcome: "error", log: ["boom: no such file"], echoEnv: true });
    const stack = aStack();
    const error = await failure(stack.up({ ...onGpu, env: { TOKEN: canary } }));
    expect(error).toBeInstanceOf(InitError);
    const text = error.reasons.join("\n");
    expect(text).toContain(`pod ${stack.id} (`);
    expect(text).toContain("its container is in an error state. Its last state is ERROR.");
    expect(text).toContain("container: boom: no such file");
    expect(text).toContain("TOKEN=[secret]");
    expect(text).not.toContain(canary);
    expect(text).toContain("The pod costs nothing at present.");
    expect(text).toMatch(/"pulumi up" continues with this pod\. "pulumi destroy" deletes the pod/);
    expect(error.outputs).toMatchObject({ status: "ERROR", env: { TOKEN: canary } });
  });

  test("says that the volume disk of a pod that does not run still costs money", async () => {
    world.emulator.scriptPods({ outcome: "error" });
    const mounts = { persistent: { size: 40, path: "/workspace" } };
    const error = await failure(aStack().up({ ...onGpu, mounts }));
    const text = error.reasons.join("\n");
    expect(text).toContain("its volume disk of 40 GB costs money until you remove the pod");
    expect(text).not.toContain("costs nothing");
  });

  test("suggests a longer timeout if the pod is too slow", async () => {
    world.emulator.scriptPods({ outcome: "stuck" });
    const stack = aStack();
    const creation = failure(stack.up(onGpu));
    await expect.poll(() => stack.lines.join("\n")).toContain(`is ${starting}`);
    world.timesOut();
    const text = (await creation).reasons.join("\n");
    expect(text).toMatch(/gave up after 10m waiting for the (pod|container of pod \w+) to run\. Its last state is/);
    expect(text).toMatch(/The pod costs \$[\d.]+ an hour until you stop or remove it/);
    expect(text).toContain("customTimeouts.create");
    expect(text).toContain('(for the next "pulumi up": customTimeouts.update)');
  });

  test("gives advice about replacements only during a replacement", async () => {
    const stack = await aStack().up(onGpu);
    world.emulator.scriptPods({ outcome: "error" });
    const replacement = await failure(stack.up({ ...onGpu, gpu: { id: h200 } }));
    expect(replacement.reasons.at(-1)).toContain("If this pod is a replacement, correct the program");
    const first = await failure(aStack().up(onGpu));
    expect(first.reasons.at(-1)).not.toMatch(/replace|old pod/);
  });
});

describe("the search for free hardware", () => {
  test("names the requested hardware in the error if RunPod has no capacity for it", async () => {
    world.emulator.setStock({ gpu: h200, count: 0 });
    const inputs = { image: "nginx", gpu: { id: h200 }, fallbacks: [{ gpu: { id: h200, count: 2 } }] };
    const error = await failure(aStack().up(inputs));
    expect(error).not.toBeInstanceOf(InitError);
    expect(error.message).toMatch(
      /no capacity for 1 × NVIDIA H200, nor for 2 × NVIDIA H200, and Podwright created nothing/,
    );
    expect(error.message).toContain("capacityTimeout");
    expect(counts().createPod).toBe(2);
  });

  test.each([400, 500])("tries a fallback after a lack of hardware in other words, with status %i", async (status) => {
    const detail = "could not find any pods with required specifications";
    world.emulator.addFault({ operation: "createPod", effect: { status, body: { status, detail } } });
    const stack = await aStack().up({ image: "nginx", gpu: { id: h200 }, fallbacks: [{ gpu: { id: rtx4090 } }] });
    expect(stack.outputs).toMatchObject({ placement: { gpu: { id: rtx4090 } } });
  });

  test("ends at RunPod's refusal of an image that no registry has", async () => {
    const detail = "the image acme/web:1 is not in its registry";
    world.emulator.addFault({ operation: "createPod", effect: { status: 422, body: { status: 422, detail } } });
    const error = await failure(aStack().up({ ...onGpu, image: "acme/web:1", fallbacks: [{ gpu: { id: rtx4090 } }] }));
    expect(error.message).toContain(detail);
    expect(counts().createPod).toBe(1);
  });

  test("tries the fallbacks in order and records the fallback with capacity as the placement", async () => {
    world.emulator.setStock({ gpu: h200, count: 0 });
    const fallbacks = [{ gpu: { id: h200, count: 2 } }, { gpu: { id: rtx4090 } }];
    const stack = await aStack().up({ image: "nginx", gpu: { id: h200 }, fallbacks });
    expect(stack.outputs).toMatchObject({ placement: { gpu: { id: rtx4090, count: 1 } }, gpu: { id: h200 } });
    await stack.refresh();
    expect(stack.inputs).toMatchObject({ gpu: { id: h200 }, fallbacks });
  });

  newerTest("suggests changes only to inputs that the program sets", async () => {
    world.emulator.addFault({ operation: "createPod", times: 2, effect: { noCapacity: true } });
    const { message } = await failure(aStack().up(onGpu));
    expect(message).not.toMatch(/dataCenterIds|leave out gpu|disk/);
    const gpu = { id: rtx4090, minCudaVersion: "12.4" };
    const narrow = await failure(aStack().up({ image: "nginx", gpu, disk: 10, dataCenterIds: ["EU-RO-1"] }));
    expect(narrow.message).toContain(
      "Add fallbacks with other hardware; or widen dataCenterIds; or leave out gpu.minCudaVersion; or give the pod a disk of 20 GB or more; or set capacityTimeout to keep trying",
    );
  });
});

describe("a pod with an oversized environment", () => {
  const long = { TOKEN: "x".repeat(102_400) };

  test("is refused at preview in an error that names the inputs to shorten", () => {
    const [problem, ...others] = problemsOf(pod.inputs, { ...onGpu, env: long });
    expect(formatProblems(problem === undefined ? [] : [problem])).toMatch(
      /^inputs: are longer than the 102400 bytes .+ shorten env or the command/,
    );
    expect(problem?.message).not.toContain("xxx");
    expect(others).toEqual([]);
    expect(problemsOf(pod.inputs, { ...onGpu, env: { TOKEN: "x".repeat(100_000) } })).toEqual([]);
  });

  newerTest("is refused by RunPod after one request if the environment comes from a template", async () => {
    const { id: templateId } = await world.platform.templates.create({ name: "long", image: "nginx", env: long });
    const { message } = await failure(aStack().up({ ...onGpu, templateId }));
    expect(message).toMatch(
      /refused createPod \(413\): request exceeds 102400 bytes\. Shorten the environment or the command/,
    );
    expect(counts().createPod).toBe(1);
  });
});

const filters = { minRamPerGpu: 16, minVcpuCountPerGpu: 8 };

newerTest("a refresh keeps the declared RAM and vCPUs per GPU", async () => {
  const gpu = { id: rtx4090, count: 2, ...filters };
  const stack = await aStack().up({ image: "nginx", gpu });
  expect(stack.outputs.placement).toMatchObject({ gpu: { id: rtx4090, count: 2, vcpuCount: 16, memory: 96 } });
  await stack.refresh();
  expect(stack.inputs.gpu).toEqual(gpu);
});

newerTest("the error of a create suggests removing RAM and vCPU filters that no host satisfies", async () => {
  const gpu = { id: rtx4090, ...filters, minVcpuCountPerGpu: 64 };
  const { message } = await failure(aStack().up({ image: "nginx", gpu }));
  expect(message).toMatch(/no capacity for 1 × NVIDIA GeForce RTX 4090 with 64 vCPUs and 16 GB of memory a GPU/);
  expect(message).toContain("leave out gpu.minRamPerGpu and gpu.minVcpuCountPerGpu");
});

test("a refresh shows zero GPUs for a pod that lost its GPUs", async () => {
  const stack = await aStack().up(onGpu);
  const live = await livePod(stack.id);
  const withoutGpus = { ...live, gpu: { id: rtx4090, count: 0 } };
  expect(podOutputs(world.platform, withoutGpus, onGpu)).toMatchObject({
    placement: { gpu: { id: rtx4090, count: 0 } },
  });
  expect(liveInputs(withoutGpus, onGpu).gpu).toEqual({ id: rtx4090, count: 0 });
  expect(importedInputs(withoutGpus).gpu).toEqual({ id: rtx4090, count: 1 });
});

describe("the refresh of a pod", () => {
  test("shows only outside changes of declared inputs", async () => {
    const stack = await aStack().up({ ...onGpu, env: { A: "1" } });
    const { inputs } = stack.state;
    world.emulator.changePod(stack.id, { env: { A: "2", OTHER: "3" }, status: "EXITED" });
    await stack.refresh();
    expect(stack.inputs).toEqual({ ...inputs, env: { A: "2" }, desiredStatus: "EXITED" });
  });

  test("shows the pod's actual data center if it differs from the declared data centers", async () => {
    const stack = await aStack().up({ ...onGpu, dataCenterIds: ["EU-RO-1"] });
    world.emulator.changePod(stack.id, { dataCenterId: "US-TX-3" });
    await stack.refresh();
    expect(stack.inputs.dataCenterIds).toEqual(["US-TX-3"]);
    expect(stack.outputs).toMatchObject({ dataCenterId: "US-TX-3", placement: { dataCenterId: "US-TX-3" } });
  });
});

describe("the delete of a pod", () => {
  test("succeeds even if the pod is locked", async () => {
    const stack = await aStack().up({ ...onGpu, locked: true });
    await expect(stack.destroy()).resolves.toBeDefined();
  });
});
