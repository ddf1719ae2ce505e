import { describe, expect, test } from "vitest";
import { SeenState } from "../../../../provider/hosts/engine/recorded-state";
import { template } from "../../../../provider/kinds/template/lifecycle";
import { anEndpointInput } from "../../../support/endpoints";
import { both, useEndpointsWithTemplate } from "./endpoints-with-template";

const endpoints = useEndpointsWithTemplate();
const { world, anEndpoint, overRest } = endpoints;

const changed = { image: "worker:9", serverless: true, env: { TOKEN: "canary" } };

/** Our endpoint, and a colleague's with the same environment. Both hold a copy of our template. */
async function oursAndAClone() {
  await world.switchTo("rest");
  const ours = await anEndpoint().create(endpoints.queue);
  const input = { name: "colleague", templateId: endpoints.worker.id, networkVolumeId: undefined };
  const clone = await world.platform.endpoints.create(anEndpointInput(input));
  expect((await overRest(clone.id)).env).toEqual((await overRest(ours.id)).env);
  return { ours, clone };
}

const holding = (providers: Readonly<Record<string, string>>) => ({
  providers: async () => new Map(Object.entries(providers)),
});

describe.each(both)("over %s, a change of a template", (transport) => {
  test("renews the endpoint of the program, and neither a clone of it nor its secrets change, which preview and update say", async () => {
    const { ours, clone } = await oursAndAClone();
    await world.switchTo(transport);
    const before = await overRest(clone.id);
    const state = holding({ [endpoints.worker.id]: "p", [ours.id]: "p" });
    const left = expect.stringMatching(
      `endpoint ${clone.id} \\("colleague"\\) also holds a copy of template ${endpoints.worker.id}\\. This stack does not manage .+ leaves the endpoint as it is\\.`,
    );

    const { olds, news } = { olds: endpoints.worker.state.inputs, news: changed };
    const seen = Object.assign(new SeenState(), state);
    seen.followed.set(endpoints.worker.id, { revision: 2, before: 1, changed: ["image"], inputs: news });
    const change = { id: endpoints.worker.id, olds, news, state: {} } as never;
    expect(await template.foresee?.(world.run(seen), change)).toEqual([left]);

    const lines = await endpoints.changeTemplate(changed, [ours], state);
    expect(lines).toContainEqual(left);
    expect(lines).toContain(`endpoint ${ours.id} has a new copy of template ${endpoints.worker.id}`);
    expect(await overRest(ours.id)).toMatchObject({ image: "worker:9", env: { TOKEN: "canary" } });
    expect(await overRest(clone.id)).toEqual(before);
  });

  test("names an endpoint of the same stack that another provider manages, because nothing renews its copy", async () => {
    const { ours, clone } = await oursAndAClone();
    await world.switchTo(transport);
    const state = holding({ [endpoints.worker.id]: "p", [ours.id]: "p", [clone.id]: "q" });
    expect((await endpoints.changeTemplate(changed, [ours], state)).join("\n")).toContain(`endpoint ${clone.id}`);
  });

  test("is made although the copies cannot be listed, with a warning", async () => {
    await world.switchTo(transport);
    world.emulator.addFault({ operation: "listEndpoints", times: 99, effect: { status: 401, body: {} } });
    const lines = await endpoints.changeTemplate(changed, []);
    expect(lines.join("\n")).toMatch(
      /could not list the endpoints that hold a copy of template \w+ \(.+\)\. Endpoints/,
    );
    expect(await world.platform.templates.get(endpoints.worker.id)).toMatchObject({ image: "worker:9" });
  });
});

test("a change that no worker notices lists no copies", async () => {
  await world.switchTo("rest");
  const seen = new SeenState();
  seen.followed.set(endpoints.worker.id, { revision: 1, before: 1, changed: [], inputs: {} });
  const inputs = { image: "worker:1", serverless: true, env: { A: "1" }, name: "renamed" };
  world.emulator.clearRequests();
  await endpoints.worker.update(inputs, { run: world.run(seen) });
  expect(endpoints.counts().listEndpoints).toBeUndefined();
});
