import { describe, expect, test } from "vitest";
import { secret } from "../../../../provider/kinds/secret/lifecycle";
import { declaring } from "../../../support/engine";
import { failure, useLifecycles } from "../harness";

const world = useLifecycles();
/** Lists that several resources share are as long valid as for a user, and not only for some milliseconds. */
const unhurried = useLifecycles({}, { timeScale: 1 });
const aStack = () => world.stackOf(secret);
const account = () => world.emulator.state().secrets;
const token = { value: "canary-4711" };
const compute = { gpuTypeId: "NVIDIA L4", gpuCountPerPod: 1, podCount: 2 };
const aMinute = () => world.emulator.advance(60_000);
/** The change requests of the client, in order. */
const sent = () =>
  world.emulator.requests().flatMap(({ operation }) => (operation === "updateSecret" ? [operation] : []));

describe("a secret", () => {
  test("keeps in its outputs the value that RunPod never returns", async () => {
    const stack = await aStack().up({ ...token, name: "hf/token", description: "of the hub" });
    expect(account()).toMatchObject([{ id: stack.id, name: "hf/token", description: "of the hub" }]);
    const { createdAt, valueLastUpdatedAt } = account()[0]!;
    expect(stack.outputs).toMatchObject({ ...token, name: "hf/token", createdAt, valueLastUpdatedAt });
  });

  test("changes its value and its description in two separate requests", async () => {
    const stack = await aStack().up(token);
    aMinute();
    const changed = { value: "canary-4712", description: "mine" };
    await stack.up(changed);
    expect(sent()).toHaveLength(2);
    expect(account()).toMatchObject([{ description: "mine", valueLastUpdatedAt: stack.outputs.valueLastUpdatedAt }]);
    await stack.up(changed);
    expect(sent()).toHaveLength(2);
    await stack.up({ value: "canary-4712" });
    expect(sent()).toHaveLength(3);
    expect(account()).toMatchObject([{ description: null }]);
  });

  test.each(["graphql", "rest"] as const)(
    "causes, when its value changes, a warning about resources that keep the old value (endpoints over %s)",
    async (transport) => {
      await world.switchTo(transport);
      const { pods, templates, endpoints } = world.platform;
      const env = { HF_TOKEN: "Bearer {{ RUNPOD_SECRET_hf/token }}" };
      const other = { HF_TOKEN: "{{ RUNPOD_SECRET_hf/token2 }}" };
      const stack = await aStack().up({ ...token, name: "hf/token" });
      const running = { image: "nginx", cpu: { id: "cpu3c", vcpuCount: 2 } };
      const holder = await pods.create({ name: "holder", ...running, env });
      const stopped = await pods.create({ name: "stopped", ...running, env });
      await pods.create({ name: "other", ...running, env: other });
      const cluster = (name: string, more: object) =>
        world.platform.clusters.create({ name, type: "TRAINING", compute, image: "trainer", ...more });
      const training = await cluster("training", { env });
      await cluster("without", { env: other });
      const { id: templateId } = await templates.create({ name: "worker", image: "worker", serverless: true, env });
      const endpoint = await endpoints.create({ name: "llm", gpuIds: "ADA_24", templateId, workersMin: 1 });
      const bare = await templates.create({ name: "bare", image: "worker", serverless: true });
      const owner = await endpoints.create({
        ...{ name: "own", gpuIds: "ADA_24", templateId: bare.id, workersMin: 1 },
        ...(transport === "rest" ? { env } : {}),
      });
      const own = transport === "rest" ? `workers of endpoint ${owner.id} ("own"), ` : "";
      world.emulator.advance(60_000);
      await pods.act(stopped.id, "stop");
      world.emulator.clearRequests();
      await stack.up({ ...token, name: "hf/token", description: "the same value" });
      expect(world.emulator.counts()).toEqual({ getSecret: 1, updateSecret: 1 });
      expect(stack.lines).toEqual([]);
      await stack.up({ value: "canary-4712", name: "hf/token", description: "the same value" });
      const [warning, ...others] = stack.lines.filter((line) => line.startsWith("warning"));
      expect(others).toEqual([]);
      expect(warning).toContain(
        `keep its old value until they start again: pods of cluster ${training.id}, pod ${holder.id} ("holder"), ${own}workers of endpoint ${endpoint.id} ("llm"). `,
      );
      expect(warning).not.toContain("canary");
    },
  );

  test("shares in a preview the lists of the account's containers with all other secrets that change", async () => {
    const engine = unhurried.engine();
    const program = (value: string) =>
      Object.fromEntries(["one", "two", "three"].map((name) => [name, declaring(secret)({ name, value })]));
    await engine.up(program("canary-4711"));
    unhurried.emulator.clearRequests();
    const steps = await engine.preview(program("canary-4712"));
    expect(steps.map(({ step }) => step)).toEqual(["update", "update", "update"]);
    const { listPods, listTemplates } = unhurried.emulator.counts();
    expect({ listPods, listTemplates }).toEqual({ listPods: 1, listTemplates: 1 });
  });

  test("keeps its value if the program no longer declares the value", async () => {
    const stack = await aStack().up(token);
    await stack.up({ description: "without" });
    expect(stack.outputs).not.toHaveProperty("value");
    aMinute();
    await world.platform.secrets.update(stack.id, { value: "of somebody else" });
    await stack.refresh();
    await stack.up({ description: "still without" });
    expect(sent()).toHaveLength(3);
  });
});

describe("an outside change of a secret's value", () => {
  test("is found by a refresh, even after an update of the description", async () => {
    const stack = await aStack().up(token);
    aMinute();
    await world.platform.secrets.update(stack.id, { value: "theirs" });
    await stack.up({ ...token, description: "mine" });
    expect(sent()).toHaveLength(2);
    expect(stack.outputs).toMatchObject(token);
    await stack.refresh();
    expect(stack.outputs).not.toHaveProperty("value");
  });

  test("is found by a refresh, even if the state lacked the time of the last change", async () => {
    const stack = await aStack().up(token);
    const { valueLastUpdatedAt: _, ...outputs } = stack.outputs;
    stack.state = { ...stack.state, outputs };
    await stack.refresh();
    expect(stack.outputs).toMatchObject(token);
    stack.state = { ...stack.state, outputs };
    aMinute();
    await world.platform.secrets.update(stack.id, { value: "theirs" });
    await stack.refresh();
    expect(stack.outputs).not.toHaveProperty("value");
  });
});

test("a refresh that gets an outdated answer does not make the next refresh report Podwright's own change", async () => {
  const stack = await aStack().up(token);
  aMinute();
  world.emulator.addFault({ operation: "listSecrets", effect: { older: true } });
  await stack.up({ value: "canary-4712" });
  const { valueLastUpdatedAt } = stack.outputs;
  for (const _ of ["outdated", "current"]) {
    await stack.refresh();
    expect(stack.outputs).toMatchObject({ value: "canary-4712", valueLastUpdatedAt });
  }
});

describe.each(["plugin", "dynamic"] as const)("a failed update of a secret under the %s host", (host) => {
  const failed = async (fault: object, skip: number) => {
    const stack = await world.stackOf(secret, { host }).up({ ...token, description: "old" });
    aMinute();
    world.emulator.addFault({ operation: "updateSecret", skip, times: 9, effect: fault as never });
    const error = await failure(stack.up({ value: "canary-4712", description: "new" }));
    world.emulator.clearFaults();
    return { stack, error };
  };

  test("makes the next update set the value again if RunPod did not respond", async () => {
    const { stack, error } = await failed({ dropResponse: true }, 0);
    expect(error.message).toMatch(/Podwright does not know whether secret \w+ has its new value/);
    expect(error.message).not.toContain("canary");
    expect(stack.outputs).not.toHaveProperty("value");
    const before = account()[0]?.valueLastUpdatedAt;
    aMinute();
    await stack.up(token);
    expect(account()[0]).toMatchObject({ description: null });
    expect(account()[0]?.valueLastUpdatedAt).not.toBe(before);
  });

  test("removes the value from the state if RunPod did not respond", async () => {
    const { stack } = await failed({ dropResponse: true }, 0);
    await stack.refresh();
    expect([stack.inputs, stack.outputs]).toEqual([
      expect.not.objectContaining({ value: expect.anything() }),
      expect.not.objectContaining({ value: expect.anything() }),
    ]);
    const before = account()[0]?.valueLastUpdatedAt;
    aMinute();
    await stack.up({ ...token, description: "old" });
    expect(stack.outputs).toMatchObject(token);
    expect(account()[0]?.valueLastUpdatedAt).not.toBe(before);
  });

  test("records the new value if RunPod refuses only the description", async () => {
    const { stack, error } = await failed({ status: 400 }, 1);
    expect(error.message).toMatch(/secret \w+ does not have its new description/);
    expect(stack.outputs).toMatchObject({ value: "canary-4712", description: "old" });
    await stack.refresh();
    expect(stack.state).toMatchObject({ inputs: { value: "canary-4712" }, outputs: { value: "canary-4712" } });
    await stack.up({ ...token, description: "old" });
    expect(stack.outputs).toMatchObject(token);
  });

  test("records no change if RunPod refuses the value", async () => {
    const { stack } = await failed({ status: 400 }, 0);
    expect(stack.outputs).toMatchObject({ ...token, description: "old" });
    expect(account()[0]).toMatchObject({ description: "old", valueLastUpdatedAt: account()[0]?.createdAt });
  });
});

describe("the create of a secret", () => {
  test("fails if a secret of the same name exists, with an import command in the error", async () => {
    const { id } = await world.platform.secrets.create({ name: "HF-token", value: "theirs" });
    const stack = aStack();
    const { message } = await failure(stack.up({ ...token, name: "hf-token" }));
    expect(message).toContain(`the account already has a secret named "HF-token" (${id})`);
    expect(message).toMatch(new RegExp(`pulumi import podwright:index:Secret \\S+ ${id}`));
    expect(message).not.toContain("canary");
    expect(stack.isRecorded).toBe(false);
    expect(sent()).toEqual([]);
  });

  test.each(["dropRequest", "dropResponse"])(
    "shows the import command for an existing secret even if the create request meets the fault %s",
    async (effect) => {
      const { id } = await world.platform.secrets.create({ name: "HF-token", value: "theirs" });
      world.emulator.addFault({ operation: "createSecret", effect: { [effect]: true } as never });
      const { message } = await failure(aStack().up({ ...token, name: "hf-token" }));
      expect(message).toMatch(
        new RegExp(
          `^a response was lost, so Podwright does not know whether this create made secret "hf-token".*"HF-token" \\(${id}\\)`,
        ),
      );
      expect(message).toMatch(new RegExp(`pulumi import podwright:index:Secret \\S+ ${id}`));
      expect(account()).toHaveLength(1);
    },
  );

  test("is proved by the secret's name after a killed run only if Podwright generated the name", async () => {
    const stack = await aStack().up(token);
    const named = await aStack().up({ ...token, name: "hf" });
    const find = (inputs: object) => secret.findLeftovers(world.run(), inputs);
    expect(await find(stack.inputs)).toMatchObject({ created: [stack.id], similar: [] });
    expect(await find(named.state.inputs)).toMatchObject({ created: [], similar: [named.id] });
  });
});
