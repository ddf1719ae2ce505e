import { beforeEach, describe, expect, test } from "vitest";
import { serverlessEndpoint } from "../../../../provider/kinds/serverless-endpoint/lifecycle";
import { failure } from "../harness";
import { preview } from "../preview";
import { both, useEndpointsWithTemplate } from "./endpoints-with-template";

const endpoints = useEndpointsWithTemplate();
const { world, anEndpoint, counts, overRest, changeOutside } = endpoints;

describe("an endpoint over REST", () => {
  beforeEach(() => world.switchTo("rest"));

  test("gets the idle timeout it was declared with as soon as one applies", async () => {
    const inputs = { ...endpoints.queue, idleTimeout: 30, scalerValue: 2 };
    const stack = await anEndpoint().create({ ...inputs, scalerType: "REQUEST_COUNT" });
    await stack.update({ ...inputs, scalerType: "QUEUE_DELAY" });
    expect(await world.platform.endpoints.get(stack.id)).toMatchObject({ idleTimeout: 30 });
  });

  test("keeps variables of its own over those of its template, whatever changes, until its program takes them away", async () => {
    const env = { A: "own", "MY,KEY": "own" };
    const stack = await anEndpoint().create({ ...endpoints.queue, env });
    expect((await overRest(stack.id)).env).toMatchObject(env);

    const inputs = { image: "worker:9", serverless: true, env: { A: "9", B: "9" } };
    await endpoints.changeTemplate(inputs, [stack]);
    expect(await overRest(stack.id)).toMatchObject({ image: "worker:9", env: { ...env, B: "9" } });
    await endpoints.changeTemplate({ ...inputs, name: "renamed" }, [stack]);
    expect(counts().updateEndpoint, "its copy is current").toBe(1);

    const before = stack.state;
    for (const transport of both) {
      await world.switchTo(transport);
      expect(await stack.refresh()).toBe(true);
      expect(stack.state).toEqual(before);
      const imported = await serverlessEndpoint.read(world.run(), { id: stack.id, declared: undefined });
      expect(imported?.inputs).toMatchObject({ env });
    }

    const { differences, replaces } = preview(serverlessEndpoint, stack, { ...endpoints.queue, env: { C: "3" } });
    expect(differences).toMatchObject([{ path: ["env"], notice: "renews the endpoint's workers" }]);
    expect(replaces).toEqual([]);
    await stack.update({ ...endpoints.queue, env: { C: "3" } });
    expect(stack.outputs).toMatchObject({ env: { C: "3" } });
    expect((await overRest(stack.id)).env).toMatchObject({ A: "9", B: "9", C: "3" });
    await stack.update(endpoints.queue);
    expect((await overRest(stack.id)).env).toEqual({ A: "9", B: "9", PODWRIGHT_TEMPLATE_ID: endpoints.worker.id });
  });

  test("shows which of its own variables somebody else has changed or removed, and gets them back", async () => {
    const inputs = { ...endpoints.queue, env: { B: "own", C: "own" } };
    const stack = await anEndpoint().create(inputs);
    const { C: _, ...left } = (await overRest(stack.id)).env;
    await changeOutside(stack.id, { env: { ...left, A: "theirs", B: "theirs" } });

    await stack.refresh();

    expect(stack.state.inputs.env).toEqual({ B: "theirs" });
    await stack.update(inputs);
    expect((await overRest(stack.id)).env).toMatchObject({ A: "1", ...inputs.env });
  });

  test("that shares its template gets no variables of its own, which would be the template's, and learns what to do", async () => {
    await world.switchTo("graphql");
    const stack = await anEndpoint().create(endpoints.queue);
    await world.switchTo("rest");
    const news = { ...endpoints.queue, env: { B: "own" } };
    const foreseen = async (id: string) => {
      const change = { id, olds: endpoints.queue, news, state: stack.outputs } as never;
      return (await serverlessEndpoint.foresee?.(world.run(), change))?.join();
    };
    expect(await foreseen(stack.id)).toMatch(/the update will be refused: .+ "pulumi up --replace URN" makes a new/);
    expect(await foreseen((await anEndpoint().create(news)).id)).toBe("");
    const { message } = await failure(stack.update(news));
    expect(message).toContain(`endpoint ${stack.id} is bound to template ${endpoints.worker.id} itself`);
    expect(message).toContain("Put these variables into the env of the template");
    expect((await overRest(stack.id)).env).toEqual({ A: "1" });
  });

  test("in a region nobody knows is refused before anything is sent", async () => {
    expect((await failure(anEndpoint().create({ ...endpoints.queue, locations: "XX" }))).message).toContain(
      "no data center in XX",
    );
    expect(counts().createEndpoint).toBeUndefined();
  });

  test("whose following fails is followed up by the next deployment", async () => {
    const stack = await anEndpoint().create(endpoints.queue);
    const effect = { status: 403, body: { title: "Forbidden", status: 403, detail: "access denied" } };
    world.emulator.addFault({ operation: "updateEndpoint", effect });
    const inputs = { image: "worker:9", serverless: true, env: { A: "9" } };
    expect((await failure(endpoints.changeTemplate(inputs, [stack]))).message).toMatch(/access denied/);
    expect(await overRest(stack.id)).toMatchObject({ image: "worker:1" });
    await endpoints.changeTemplate(inputs, [stack]);
    expect(await overRest(stack.id)).toMatchObject({ image: "worker:9" });
    expect(counts().updateTemplate).toBe(1);
  });
});

test("variables of an endpoint's own are refused over GraphQL before anything is sent, never dropped", async () => {
  const settings = { name: "own", templateId: endpoints.worker.id, env: { A: "own" } };
  world.emulator.clearRequests();
  expect((await failure(world.platform.endpoints.create(settings))).message).toBe(
    "saveEndpoint was not sent: env can be saved with endpointTransport rest only.",
  );
  expect(counts()).toEqual({});
});
