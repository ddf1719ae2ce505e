import { describe, expect, test } from "vitest";
import { anEndpointInput } from "../../../support/endpoints";
import { both, useEndpointsWithTemplate } from "./endpoints-with-template";

const endpoints = useEndpointsWithTemplate();
const { world, anEndpoint, overRest } = endpoints;

const changed = { image: "worker:9", serverless: true, env: { TOKEN: "canary" } };

/** Our endpoint, and a colleague's endpoint with the same environment. Both hold a copy of our template. */
async function oursAndAClone() {
  await world.switchTo("rest");
  const ours = await anEndpoint().up(endpoints.queue);
  const input = { name: "colleague", templateId: endpoints.worker.id, networkVolumeId: undefined };
  const clone = await world.platform.endpoints.create(anEndpointInput(input));
  expect((await overRest(clone.id)).env).toEqual((await overRest(ours.id)).env);
  return { ours, clone };
}

describe.each(both)("a template change over %s", (transport) => {
  test("updates the program's endpoint but not another user's endpoint with the same template", async () => {
    const { ours, clone } = await oursAndAClone();
    await world.switchTo(transport);
    const before = await overRest(clone.id);
    const left = expect.stringMatching(
      `endpoint ${clone.id} \\("colleague"\\) also has a copy of template ${endpoints.worker.id}\\. This stack does not manage .+ leaves the endpoint as it is\\.`,
    );

    await endpoints.engine.preview(endpoints.changed(changed));
    expect(endpoints.engine.lines).toContainEqual(left);

    const lines = await endpoints.changeTemplate(changed);
    expect(lines).toContainEqual(left);
    expect(lines.join("\n")).toContain(`endpoint ${ours.id} has a new copy of template ${endpoints.worker.id}`);
    expect(await overRest(ours.id)).toMatchObject({ image: "worker:9", env: { TOKEN: "canary" } });
    expect(await overRest(clone.id)).toEqual(before);
  });

  test("warns that an endpoint of another provider instance keeps its settings", async () => {
    const { ours, clone } = await oursAndAClone();
    await world.switchTo(transport);
    const before = await overRest(clone.id);
    const { state, resource } = ours;
    endpoints.engine.resources.set("clone", { ...state, resource, id: clone.id, provider: "another" });
    await endpoints.engine.up(endpoints.changed(changed), { target: ["worker", ours.name] });
    const lines = endpoints.engine.lines.filter((line) => line.includes(`endpoint ${clone.id}`));
    expect(lines).toEqual([expect.stringContaining("leaves the endpoint as it is")]);
    expect(await overRest(clone.id)).toEqual(before);
  });

  test("succeeds with a warning if Podwright cannot list the endpoints of the account", async () => {
    await world.switchTo(transport);
    world.emulator.addFault({ operation: "listEndpoints", times: 99, effect: { status: 401, body: {} } });
    const lines = await endpoints.changeTemplate(changed);
    expect(lines.join("\n")).toMatch(
      /could not list the endpoints that have a copy of template \w+ \(.+\)\. Endpoints/,
    );
    expect(await world.platform.templates.get(endpoints.worker.id)).toMatchObject({ image: "worker:9" });
  });
});

test("Podwright lists no endpoints if a template change affects no worker", async () => {
  await world.switchTo("rest");
  const inputs = { image: "worker:1", serverless: true, env: { A: "1" }, name: "renamed" };
  world.emulator.clearRequests();
  await endpoints.changeTemplate(inputs);
  expect(endpoints.counts().listEndpoints).toBeUndefined();
});
