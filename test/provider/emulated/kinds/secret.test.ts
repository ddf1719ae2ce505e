import { describe, expect, test } from "vitest";
import { secret } from "../../../../provider/kinds/secret/lifecycle";
import { failure, useLifecycles } from "../harness";

const world = useLifecycles();
const aStack = () => world.stack(secret);
const account = () => world.emulator.state().secrets;
const token = { value: "canary-4711" };
const compute = { gpuTypeId: "NVIDIA L4", gpuCountPerPod: 1, podCount: 2 };
const aMinute = () => world.emulator.advance(60_000);
/** What the client sent of changes, in order. */
const sent = () =>
  world.emulator.requests().flatMap(({ operation }) => (operation === "updateSecret" ? [operation] : []));

describe("a secret", () => {
  test("is created as declared; its outputs repeat the value that the platform never reports", async () => {
    const stack = await aStack().create({ ...token, name: "hf/token", description: "of the hub" });
    expect(account()).toMatchObject([{ id: stack.id, name: "hf/token", description: "of the hub" }]);
    const { createdAt, valueLastUpdatedAt } = account()[0]!;
    expect(stack.outputs).toMatchObject({ ...token, name: "hf/token", createdAt, valueLastUpdatedAt });
  });

  test("changes value and description in requests of their own, and sends nothing twice", async () => {
    const stack = await aStack().create(token);
    aMinute();
    const changed = { value: "canary-4712", description: "mine" };
    await stack.update(changed);
    expect(sent()).toHaveLength(2);
    expect(account()).toMatchObject([{ description: "mine", valueLastUpdatedAt: stack.outputs.valueLastUpdatedAt }]);
    await stack.update(changed);
    expect(sent()).toHaveLength(2);
    await stack.update({ value: "canary-4712" });
    expect(sent()).toHaveLength(3);
    expect(account()).toMatchObject([{ description: null }]);
  });

  test.each(["graphql", "rest"] as const)(
    "with a new value names what still runs with the former one, and lists nothing otherwise (endpoints over %s)",
    async (transport) => {
      await world.switchTo(transport);
      const { pods, templates, endpoints } = world.platform;
      const env = { HF_TOKEN: "Bearer {{ RUNPOD_SECRET_hf/token }}" };
      const other = { HF_TOKEN: "{{ RUNPOD_SECRET_hf/token2 }}" };
      const stack = await aStack().create({ ...token, name: "hf/token" });
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
      await stack.update({ ...token, name: "hf/token", description: "the same value" });
      expect(world.emulator.counts()).toEqual({ getSecret: 1, updateSecret: 1 });
      expect(stack.lines).toEqual([]);
      await stack.update({ value: "canary-4712", name: "hf/token", description: "the same value" });
      const [warning, ...others] = stack.lines;
      expect(others).toEqual([]);
      expect(warning).toContain(
        `keeps the former value until its container starts again: pods of cluster ${training.id}, pod ${holder.id} ("holder"), ${own}workers of endpoint ${endpoint.id} ("llm"). `,
      );
      expect(warning).not.toContain("canary");
    },
  );

  test("keeps its value where the program leaves it out", async () => {
    const stack = await aStack().create(token);
    await stack.update({ description: "without" });
    expect(stack.outputs).not.toHaveProperty("value");
    aMinute();
    await world.platform.secrets.update(stack.id, { value: "of somebody else" });
    await stack.refresh();
    await stack.update({ description: "still without" });
    expect(sent()).toHaveLength(3);
  });
});

describe("a value that somebody else has set", () => {
  test("still shows in the refresh after an update of the description alone, which must not overwrite it", async () => {
    const stack = await aStack().create(token);
    aMinute();
    await world.platform.secrets.update(stack.id, { value: "theirs" });
    await stack.update({ ...token, description: "mine" });
    expect(sent()).toHaveLength(2);
    expect(stack.outputs).toMatchObject(token);
    await stack.refresh();
    expect(stack.outputs).not.toHaveProperty("value");
  });

  test("shows also where the platform did not know at first when the value was set", async () => {
    const stack = await aStack().create(token);
    const { valueLastUpdatedAt: _, ...outputs } = stack.outputs;
    stack.recorded = { ...stack.state, outputs };
    await stack.refresh();
    expect(stack.outputs).toMatchObject(token);
    stack.recorded = { ...stack.state, outputs };
    aMinute();
    await world.platform.secrets.update(stack.id, { value: "theirs" });
    await stack.refresh();
    expect(stack.outputs).not.toHaveProperty("value");
  });
});

describe("an update that fails half way", () => {
  const failed = async (fault: object, skip: number) => {
    const stack = await aStack().create({ ...token, description: "old" });
    aMinute();
    world.emulator.addFault({ operation: "updateSecret", skip, times: 9, effect: fault as never });
    const error = await failure(stack.update({ value: "canary-4712", description: "new" }));
    world.emulator.clearFaults();
    return { stack, error };
  };

  test("is continued by the next one, which sets the value again where its response was lost", async () => {
    const { stack, error } = await failed({ dropResponse: true }, 0);
    expect(error.message).toMatch(/whether secret \w+ has its new value is not known/);
    expect(error.message).not.toContain("canary");
    expect(stack.outputs).not.toHaveProperty("value");
    const before = account()[0]?.valueLastUpdatedAt;
    aMinute();
    await stack.update(token);
    expect(account()[0]).toMatchObject({ description: null });
    expect(account()[0]?.valueLastUpdatedAt).not.toBe(before);
  });

  test("leaves the value unknown where its response was lost, although the plugin's recorded inputs hold the former one", async () => {
    const { stack } = await failed({ dropResponse: true }, 0);
    const { id, inputs, outputs: state } = stack.state;
    expect(inputs).toMatchObject(token);
    const refreshed = await secret.read(world.run(), { id, declared: inputs, state });
    expect(refreshed?.inputs).not.toHaveProperty("value");
    expect(refreshed?.outputs).not.toHaveProperty("value");
    const before = account()[0]?.valueLastUpdatedAt;
    aMinute();
    // The program is back at the former value, which RunPod may no longer have.
    const updated = await secret.update(world.run(), { id, olds: inputs, news: inputs, state });
    expect(updated.outputs).toMatchObject(token);
    expect(account()[0]?.valueLastUpdatedAt).not.toBe(before);
  });

  test("records the new value where only the description was refused, so that the former value is set again on request", async () => {
    const { stack, error } = await failed({ status: 400 }, 1);
    expect(error.message).toMatch(/secret \w+ does not have its new description/);
    expect(stack.outputs).toMatchObject({ value: "canary-4712", description: "old" });
    await stack.refresh();
    expect(stack.outputs).toMatchObject({ value: "canary-4712" });
    await stack.update({ ...token, description: "old" });
    expect(stack.outputs).toMatchObject(token);
  });

  test("keeps the new value through a refresh where only the description was refused, and not the former one of the plugin's recorded inputs", async () => {
    const { stack } = await failed({ status: 400 }, 1);
    const { id, inputs, outputs: state } = stack.state;
    expect(inputs).toMatchObject(token);
    const refreshed = await secret.read(world.run(), { id, declared: inputs, state });
    expect(refreshed).toMatchObject({ inputs: { value: "canary-4712" }, outputs: { value: "canary-4712" } });
  });

  test("records nothing where the value was refused", async () => {
    const { stack } = await failed({ status: 400 }, 0);
    expect(stack.outputs).toMatchObject({ ...token, description: "old" });
    expect(account()[0]).toMatchObject({ description: "old", valueLastUpdatedAt: account()[0]?.createdAt });
  });
});

describe("creating a secret", () => {
  test("is repeated once where the first request took effect late, and continues with what that made", async () => {
    world.emulator.addFault({ operation: "createSecret", effect: { dropResponse: true } });
    world.emulator.addFault({ operation: "listSecrets", skip: 0, times: 2, effect: { absent: "*" } });
    const stack = await aStack().create(token);
    expect(account().map(({ id }) => id)).toEqual([stack.id]);
  });

  test("says of a taken name whose it is and how to import it, and adopts nothing", async () => {
    const { id } = await world.platform.secrets.create({ name: "HF-token", value: "theirs" });
    const stack = aStack();
    const { message } = await failure(stack.create({ ...token, name: "hf-token" }));
    expect(message).toContain(`the account has one named "HF-token" already (${id})`);
    expect(message).toMatch(new RegExp(`pulumi import podwright:index:Secret \\S+ ${id}`));
    expect(message).not.toContain("canary");
    expect(stack.recorded).toBeUndefined();
    expect(sent()).toEqual([]);
  });

  test.each(["dropRequest", "dropResponse"])(
    "says how to import it also where the name is taken and a response was lost (%s)",
    async (effect) => {
      const { id } = await world.platform.secrets.create({ name: "HF-token", value: "theirs" });
      world.emulator.addFault({ operation: "createSecret", effect: { [effect]: true } as never });
      const { message } = await failure(aStack().create({ ...token, name: "hf-token" }));
      expect(message).toMatch(
        new RegExp(`^whether this create made secret "hf-token" is not known.*"HF-token" \\(${id}\\)`),
      );
      expect(message).toMatch(new RegExp(`pulumi import podwright:index:Secret \\S+ ${id}`));
      expect(account()).toHaveLength(1);
    },
  );

  test("interrupted is found by a generated name; another name proves nothing", async () => {
    const stack = await aStack().create(token);
    const named = await aStack().create({ ...token, name: "hf" });
    const find = (inputs: object) => secret.findLeftovers(world.run(), inputs);
    expect(await find(stack.state.inputs)).toEqual({ created: [stack.id], similar: [] });
    expect(await find(named.state.inputs)).toEqual({ created: [], similar: [named.id] });
  });
});
