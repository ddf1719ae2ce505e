import { expect, test } from "vitest";
import { failure } from "../harness";
import { useEndpointsWithTemplate } from "./endpoints-with-template";

const endpoints = useEndpointsWithTemplate();
const { world, anEndpoint, counts, retireGraphql } = endpoints;

test("Podwright does not switch to REST by itself after RunPod has retired GraphQL", async () => {
  retireGraphql();
  world.emulator.clearRequests();
  const stack = anEndpoint();
  expect((await failure(stack.up(endpoints.queue))).message).toContain(
    'RunPod has retired GraphQL, so it did not execute myself (410: GraphQL has been retired). Pass endpointTransport: "rest" to connect',
  );
  expect(counts()).toEqual({ myself: 1 });
  await world.switchTo("rest");
  await stack.up(endpoints.queue);
  expect(counts()).toMatchObject({ createEndpoint: 1 });
});

test("an endpoint stays in the state when RunPod retires GraphQL", async () => {
  const stack = await anEndpoint().up(endpoints.queue);
  retireGraphql();
  const retired = expect.stringContaining("RunPod has retired GraphQL");
  expect(await failure(stack.refresh())).toMatchObject({ message: retired });
  expect(await failure(stack.up({ ...endpoints.queue, workersMax: 5 }))).toMatchObject({ message: retired });
  expect(await failure(stack.destroy())).toMatchObject({ message: retired });
  expect(counts().deleteEndpoint).toBeUndefined();
  await world.switchTo("rest");
  expect(await stack.refresh()).toBe(true);
});

test("a program can manage an endpoint over REST after RunPod has retired GraphQL", async () => {
  await world.switchTo("rest");
  retireGraphql();
  const stack = await anEndpoint().up({ ...endpoints.queue, workersMin: 1 });
  const other = await endpoints.aTemplate({ image: "worker:1" });
  await stack.up({ ...endpoints.queue, templateId: other.id, workersMax: 2 });
  await stack.refresh();
  expect(stack.outputs).toMatchObject({ templateId: other.id, workersMax: 2 });
  await stack.destroy();
  expect(counts()).toMatchObject({ createEndpoint: 1, deleteEndpoint: 1 });
  expect(await world.platform.templates.list()).toHaveLength(2);
});

test("after RunPod has retired GraphQL, Podwright refuses to delete an endpoint that was created over GraphQL", async () => {
  const stack = await anEndpoint().up(endpoints.queue);
  await world.switchTo("rest");
  retireGraphql();
  await stack.refresh();
  expect(stack.outputs).toMatchObject({ templateId: endpoints.worker.id });
  const { message } = await failure(stack.destroy());
  expect(message).toContain(
    `this request could also delete a template of endpoint ${stack.id} (${endpoints.worker.id})`,
  );
  expect(message).toContain("it has workersMin 0 and workersMax 3 again");
  const other = await endpoints.aTemplate({ image: "worker:2" });
  const update = failure(stack.up({ ...endpoints.queue, templateId: other.id }));
  expect((await update).message).toContain("this request could also overwrite a template");
  expect(await world.platform.templates.get(endpoints.worker.id)).toMatchObject({ image: "worker:1" });
});
