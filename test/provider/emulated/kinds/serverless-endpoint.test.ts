import { describe, expect, test } from "vitest";
import { serverlessEndpoint } from "../../../../provider/kinds/serverless-endpoint/lifecycle";
import { separate } from "../../../../provider/planning/projection";
import { failure, newerTest, useLifecycles } from "../harness";
import { preview } from "../preview";

import { transports, useEndpoints } from "./endpoints-over";

describe.each(transports)("over $endpointTransport,", (transport) => {
  const of = useEndpoints(transport);
  const { aStack, live, operations, world } = of;
  const { endpointTransport, create, save } = transport;

  describe("creating an endpoint", () => {
    // Over REST an endpoint copies its template.
    if (endpointTransport === "graphql") {
      test("of a template that another endpoint holds names the option", async () => {
        await aStack().create(of.queue);
        const error = await failure(aStack().create(of.queue));
        expect(error.message).toMatch(
          /^The platform refused saveEndpoint: template is already bound to another endpoint\./,
        );
        expect(error.message).toContain("give the endpoint the resource option deleteBeforeReplace: true");
      });
    }

    test("of a load-balancing one without PORT_HEALTH is warned of, on a create and with another template", async () => {
      const balancer = { ...of.queue, type: "LB", scalerType: "REQUEST_COUNT" };
      const stack = await aStack().create(balancer);
      expect(stack.lines.join("\n")).toMatch(
        /^warning: the environment of template \w+ has no PORT_HEALTH, .+ Set PORT and/m,
      );
      const url = world.emulator.url.replace("127.0.0.1", `${stack.id}.localhost`);
      expect(stack.outputs).toMatchObject({ url, healthUrl: `${url}/ping` });
      const env = { PORT: "80", PORT_HEALTH: "80", HEALTH_CHECK_PATH: "/healthz" };
      const healthy = await world.platform.templates.create({ name: "balanced", image: "x", serverless: true, env });
      await stack.update({ ...balancer, templateId: healthy.id });
      expect(stack.lines.join("\n")).not.toContain("PORT_HEALTH");
      if (endpointTransport === "rest") {
        const other = await aStack().create({ ...balancer, name: "other", env: { ...env, HEALTH_CHECK_PATH: "/own" } });
        expect(other.lines.join("\n")).not.toContain("PORT_HEALTH");
        expect(other.outputs.healthUrl).toMatch(/\/own$/);
      }
      expect(stack.outputs).toMatchObject({ healthUrl: `${url}/healthz` });
      const { state } = stack;
      await stack.refresh();
      expect(stack.state).toEqual(state);
      await stack.update(balancer);
      expect(stack.lines.join("\n")).toContain("PORT_HEALTH");
      expect(
        (await aStack()
          .create({ ...of.queue, templateId: "gone", type: "LB" })
          .catch(String)) as string,
      ).toContain("gone");
    });

    test("leaves to the platform what the program leaves out, and shows it beside what was declared", async () => {
      const { id, outputs } = await aStack().create({ ...of.queue, idleTimeout: 30, networkVolumeId: null });
      expect(outputs).toMatchObject({ ...of.queue, idleTimeout: 30, url: `${world.emulator.url}/v2/${id}` });
      expect(separate(outputs).undeclared).toMatchObject({ workersMin: 0, workersMax: 3, scalerValue: 4, type: "QB" });
      expect(await live(id)).toMatchObject({
        workersMin: 0,
        workersMax: 3,
        scalerValue: 4,
        type: "QB",
        locations: null,
      });
    });
  });

  describe.each(["merge", "replace"] as const)(
    "updating an endpoint on a platform that saves by %s",
    (saveEndpoint) => {
      const other = useLifecycles({ saveEndpoint }, { endpointTransport });

      test("sends the whole set with only what changed laid over what is live", async () => {
        const { id: templateId } = await other.platform.templates.create({
          name: "t",
          image: "worker",
          serverless: true,
        });
        const inputs = { gpuIds: "AMPERE_16", templateId, workersMax: 5, idleTimeout: 30 };
        const stack = await other.stack(serverlessEndpoint).create(inputs);
        other.emulator.changeEndpoint(stack.id, { workersMax: 2, scalerValue: 9 });
        await stack.update({ ...inputs, idleTimeout: 60 });
        expect(await other.platform.endpoints.get(stack.id)).toMatchObject({
          ...{ idleTimeout: 60, workersMax: 2, scalerValue: 9, gpuIds: "AMPERE_16", templateId },
        });
      });

      test("without an input any more gives it its default", async () => {
        const { id: templateId } = await other.platform.templates.create({
          name: "t",
          image: "worker",
          serverless: true,
        });
        const inputs = { gpuIds: "AMPERE_16", templateId };
        const stack = await other.stack(serverlessEndpoint).create({ ...inputs, workersMax: 5, locations: "CZ" });
        await stack.update(inputs);
        expect(await other.platform.endpoints.get(stack.id)).toMatchObject({ workersMax: 3, locations: null });
      });
    },
  );

  describe("an update of an endpoint", () => {
    newerTest("with one limit of CUDA versions takes away the other one, which somebody else has set", async () => {
      const stack = await aStack().create(of.queue);
      world.emulator.changeEndpoint(stack.id, { minCudaVersion: "12.4" });
      await stack.refresh();
      await stack.update({ ...of.queue, allowedCudaVersions: ["12.8"] });
      expect(await live(stack.id)).toMatchObject({ allowedCudaVersions: ["12.8"], minCudaVersion: "" });
      world.emulator.changeEndpoint(stack.id, { allowedCudaVersions: "12.4,12.8" });
      await stack.refresh();
      await stack.update({ ...of.queue, minCudaVersion: "12.8" });
      expect(await live(stack.id)).toMatchObject({ allowedCudaVersions: [], minCudaVersion: "12.8" });
    });

    newerTest("that begins to declare what leaving it out means puts back what somebody else has set", async () => {
      const stack = await aStack().create(of.queue);
      world.emulator.changeEndpoint(stack.id, { allowedCudaVersions: "12.8" });
      await stack.refresh();
      const inputs = { ...of.queue, allowedCudaVersions: [] };
      expect(preview(serverlessEndpoint, stack, of.queue).differences).toEqual([]);
      expect(preview(serverlessEndpoint, stack, inputs).differences).toMatchObject([{ path: ["allowedCudaVersions"] }]);
      await stack.update(inputs);
      expect(await live(stack.id)).toMatchObject({ allowedCudaVersions: [] });
    });

    test("that changes nothing the platform knows of saves nothing", async () => {
      const stack = await aStack().create(of.queue);
      world.emulator.clearRequests();
      await stack.update({ ...of.queue, drain: { queued: "refuse" }, locations: "", workersMax: 3 });
      expect(operations()).not.toContain(create);
      expect(operations()).not.toContain(save);
    });

    test("leaves alone what no program declares", async () => {
      const stack = await aStack().create({ ...of.queue, workersMax: 7, idleTimeout: 42, scalerValue: 9 });
      world.emulator.changeEndpoint(stack.id, { gpuCount: 2, workersPFBTarget: 1 });
      await stack.update({ ...of.queue, workersMax: 7, idleTimeout: 43, scalerValue: 9 });
      expect(world.emulator.state().endpoints).toMatchObject([
        { workersMax: 7, idleTimeout: 43, scalerValue: 9, gpuCount: 2, workersPFBTarget: 1 },
      ]);
    });
  });

  describe("refreshing an endpoint", () => {
    test("changes nothing when nothing changed", async () => {
      const stack = await aStack().create({ ...of.queue, locations: "", scalerType: "QUEUE_DELAY" });
      const before = stack.state;
      await stack.refresh();
      expect(stack.state).toEqual(before);
    });

    test("shows what drifted, of what was declared", async () => {
      const stack = await aStack().create({ ...of.queue, workersMin: 1, workersMax: 5, scalerType: "REQUEST_COUNT" });
      const drift = { workersMin: 2, workersMax: 6, gpuIds: "ADA_24", scalerType: "QUEUE_DELAY" } as const;
      world.emulator.changeEndpoint(stack.id, { ...drift, idleTimeout: 99 });
      await stack.refresh();
      expect(stack.state.inputs).toMatchObject(drift);
      expect(stack.outputs).toMatchObject({ ...drift, idleTimeout: 99 });
      expect(stack.state.inputs).not.toHaveProperty("idleTimeout");
    });
  });
});
