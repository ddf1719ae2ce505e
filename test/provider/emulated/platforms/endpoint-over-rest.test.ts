import { beforeEach, describe, expect, test } from "vitest";
import { serverlessEndpoint } from "../../../../provider/kinds/serverless-endpoint/lifecycle";
import { failure } from "../harness";
import { both, useEndpointsWithTemplate } from "./endpoints-with-template";

const endpoints = useEndpointsWithTemplate();
const { world, anEndpoint, counts, overRest, changeOutside } = endpoints;

describe("an endpoint over REST", () => {
  beforeEach(() => world.switchTo("rest"));

  test("gets the declared idle timeout when its scaler type changes to QUEUE_DELAY", async () => {
    const inputs = { ...endpoints.queue, idleTimeout: 30, scalerValue: 2 };
    const stack = await anEndpoint().up({ ...inputs, scalerType: "REQUEST_COUNT" });
    await stack.up({ ...inputs, scalerType: "QUEUE_DELAY" });
    expect(await world.platform.endpoints.get(stack.id)).toMatchObject({ idleTimeout: 30 });
  });

  test("keeps its own variables when its template changes", async () => {
    const env = { A: "own", "MY,KEY": "own" };
    const stack = await anEndpoint().up({ ...endpoints.queue, env });
    expect((await overRest(stack.id)).env).toMatchObject(env);

    const inputs = { image: "worker:9", serverless: true, env: { A: "9", B: "9" } };
    await endpoints.changeTemplate(inputs);
    expect(await overRest(stack.id)).toMatchObject({ image: "worker:9", env: { ...env, B: "9" } });
    await endpoints.changeTemplate({ ...inputs, name: "renamed" });
    expect(counts().updateEndpoint, "its copy is current").toBe(1);

    const before = stack.state;
    for (const transport of both) {
      await world.switchTo(transport);
      expect(await stack.refresh()).toBe(true);
      expect(stack.state).toEqual(before);
      const imported = await world.stackOf(serverlessEndpoint).import(stack.id);
      expect(imported.inputs).toMatchObject({ env });
    }

    const renewal = { ...endpoints.queue, env: { C: "3" } };
    expect(await stack.preview(renewal)).toMatchObject({ step: "update", changed: ["env"] });
    expect(stack.lines).toContain("changing env renews the endpoint's workers");
    await stack.up({ ...endpoints.queue, env: { C: "3" } });
    expect(stack.outputs).toMatchObject({ env: { C: "3" } });
    expect((await overRest(stack.id)).env).toMatchObject({ A: "9", B: "9", C: "3" });
    await stack.up(endpoints.queue);
    expect((await overRest(stack.id)).env).toEqual({ A: "9", B: "9", PODWRIGHT_TEMPLATE_ID: endpoints.worker.id });
  });

  test("shows outside changes of its own variables in a refresh", async () => {
    const inputs = { ...endpoints.queue, env: { B: "own", C: "own" } };
    const stack = await anEndpoint().up(inputs);
    const { C: _, ...left } = (await overRest(stack.id)).env;
    await changeOutside(stack.id, { env: { ...left, A: "theirs", B: "theirs" } });

    await stack.refresh();

    expect(stack.inputs.env).toEqual({ B: "theirs" });
    await stack.up(inputs);
    expect((await overRest(stack.id)).env).toMatchObject({ A: "1", ...inputs.env });
  });

  test("cannot have variables of its own if the endpoint was created over GraphQL", async () => {
    await world.switchTo("graphql");
    const stack = await anEndpoint().up(endpoints.queue);
    await world.switchTo("rest");
    const news = { ...endpoints.queue, env: { B: "own" } };
    const foreseen = async (id: string) => {
      const change = { id, olds: endpoints.queue, news, state: stack.outputs } as never;
      return (await serverlessEndpoint.foresee?.(world.run(), change))?.join();
    };
    expect(await foreseen(stack.id)).toMatch(
      /Podwright will refuse the update: .+ "pulumi up --replace URN" makes a new/,
    );
    expect(await foreseen((await anEndpoint().up(news)).id)).toBe("");
    const { message } = await failure(stack.up(news));
    expect(message).toContain(`endpoint ${stack.id} uses template ${endpoints.worker.id} directly`);
    expect(message).toContain("Put these variables into the env of a template");
    expect((await overRest(stack.id)).env).toEqual({ A: "1" });
  });

  test("is refused before the create request if RunPod has no data center in its region", async () => {
    expect((await failure(anEndpoint().up({ ...endpoints.queue, locations: "XX" }))).message).toContain(
      "no data center in XX",
    );
    expect(counts().createEndpoint).toBeUndefined();
  });

  test("gets its template's new settings in the next update if the first update fails", async () => {
    const stack = await anEndpoint().up(endpoints.queue);
    const effect = { status: 403, body: { title: "Forbidden", status: 403, detail: "access denied" } };
    world.emulator.addFault({ operation: "updateEndpoint", effect });
    const inputs = { image: "worker:9", serverless: true, env: { A: "9" } };
    expect((await failure(endpoints.changeTemplate(inputs))).message).toMatch(/access denied/);
    expect(await overRest(stack.id)).toMatchObject({ image: "worker:1" });
    await endpoints.changeTemplate(inputs);
    expect(await overRest(stack.id)).toMatchObject({ image: "worker:9" });
    expect(counts().updateTemplate).toBe(1);
  });
});

test("the client refuses an endpoint's own variables over GraphQL before any request", async () => {
  const settings = { name: "own", templateId: endpoints.worker.id, env: { A: "own" } };
  world.emulator.clearRequests();
  expect((await failure(world.platform.endpoints.create(settings))).message).toBe(
    "saveEndpoint was not sent: env can be saved only over REST: set endpointTransport to rest.",
  );
  expect(counts()).toEqual({});
});
