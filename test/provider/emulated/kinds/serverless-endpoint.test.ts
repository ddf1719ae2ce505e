import { describe, expect, test } from "vitest";
import { serverlessEndpoint } from "../../../../provider/kinds/serverless-endpoint/lifecycle";
import { separate } from "../../../../provider/planning/projection";
import { newerTest, useLifecycles } from "../harness";

import { transports, useEndpoints } from "./endpoints-over";

describe.each(transports)("endpoints over $endpointTransport", (transport) => {
  const of = useEndpoints(transport);
  const { aStack, live, operations, world } = of;
  const { endpointTransport, create, save } = transport;

  describe("the create of an endpoint", () => {
    test("warns if the environment of a load balancer has no PORT_HEALTH", async () => {
      const balancer = { ...of.queue, type: "LB", scalerType: "REQUEST_COUNT" };
      const stack = await aStack().up(balancer);
      expect(stack.lines.join("\n")).toMatch(
        /^warning: the environment of template \w+ has no PORT_HEALTH, .+ Set PORT and/m,
      );
      const url = world.emulator.url.replace("127.0.0.1", `${stack.id}.localhost`);
      expect(stack.outputs).toMatchObject({ url, healthUrl: `${url}/ping` });
      const env = { PORT: "80", PORT_HEALTH: "80", HEALTH_CHECK_PATH: "/healthz" };
      const balanced = { name: "balanced", image: "x", serverless: true, env, ports: ["80/http"] };
      const healthy = await world.platform.templates.create(balanced);
      await stack.up({ ...balancer, templateId: healthy.id });
      expect(stack.lines.join("\n")).not.toContain("PORT_HEALTH");
      if (endpointTransport === "rest") {
        const other = await aStack().up({ ...balancer, name: "other", env: { ...env, HEALTH_CHECK_PATH: "/own" } });
        expect(other.lines.join("\n")).not.toContain("no PORT_HEALTH");
        expect(other.lines.join("\n")).toContain("does not expose port 80, the value of PORT and PORT_HEALTH");
        expect(other.outputs.healthUrl).toMatch(/\/own$/);
      }
      expect(stack.outputs).toMatchObject({ healthUrl: `${url}/healthz` });
      const { state } = stack;
      await stack.refresh();
      expect(stack.state).toEqual(state);
      await stack.up(balancer);
      expect(stack.lines.join("\n")).toContain("PORT_HEALTH");
      expect(
        (await aStack()
          .up({ ...of.queue, templateId: "gone", type: "LB" })
          .catch(String)) as string,
      ).toContain("gone");
    });

    test("allows another stack to import the endpoint without a save request", async () => {
      const { id, inputs } = await aStack().up(of.queue);
      const second = aStack();
      await second.engine.import(second.name, id, second.resource);
      world.emulator.clearRequests();
      await second.up(inputs);
      expect(operations()).not.toContain(save);
    });

    test("records in the outputs the values that RunPod chose for inputs that the program leaves out", async () => {
      const { id, outputs } = await aStack().up({ ...of.queue, idleTimeout: 30, networkVolumeId: null });
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

  describe.each(["merge", "replace"] as const)("the update of an endpoint (emulator mode %s)", (saveEndpoint) => {
    const other = useLifecycles({ saveEndpoint }, { endpointTransport });
    const queue = async () => {
      const { id } = await other.platform.templates.create({ name: "t", image: "worker", serverless: true });
      return { gpuIds: "AMPERE_16", templateId: id };
    };

    test("changes only the settings that the program changes", async () => {
      const kept = await queue();
      const inputs = { ...kept, workersMax: 5, idleTimeout: 30 };
      const stack = await other.stackOf(serverlessEndpoint).up(inputs);
      const theirs = { workersMax: 2, scalerValue: 9, gpuCount: 2, workersPFBTarget: 1 };
      other.emulator.changeEndpoint(stack.id, theirs);
      await stack.up({ ...inputs, idleTimeout: 60 });
      expect(other.emulator.state().endpoints).toMatchObject([{ ...theirs, idleTimeout: 60 }]);
      expect(await other.platform.endpoints.get(stack.id)).toMatchObject(kept);
    });

    test("resets a removed input to its default", async () => {
      const inputs = await queue();
      const stack = await other.stackOf(serverlessEndpoint).up({ ...inputs, workersMax: 5, locations: "CZ" });
      await stack.up(inputs);
      expect(await other.platform.endpoints.get(stack.id)).toMatchObject({ workersMax: 3, locations: null });
    });
  });

  describe("the update of an endpoint", () => {
    newerTest("replaces another user's CUDA limit with the program's CUDA limit", async () => {
      const stack = await aStack().up(of.queue);
      world.emulator.changeEndpoint(stack.id, { minCudaVersion: "12.4" });
      await stack.refresh();
      await stack.up({ ...of.queue, allowedCudaVersions: ["12.8"] });
      expect(await live(stack.id)).toMatchObject({ allowedCudaVersions: ["12.8"], minCudaVersion: "" });
      world.emulator.changeEndpoint(stack.id, { allowedCudaVersions: "12.4,12.8" });
      await stack.refresh();
      await stack.up({ ...of.queue, minCudaVersion: "12.8" });
      expect(await live(stack.id)).toMatchObject({ allowedCudaVersions: [], minCudaVersion: "12.8" });
    });

    newerTest("reverts an outside change if the program declares the default", async () => {
      const stack = await aStack().up(of.queue);
      world.emulator.changeEndpoint(stack.id, { allowedCudaVersions: "12.8" });
      await stack.refresh();
      const inputs = { ...of.queue, allowedCudaVersions: [] };
      expect((await stack.preview(of.queue)).changed).toEqual([]);
      expect((await stack.preview(inputs)).changed).toEqual(["allowedCudaVersions"]);
      await stack.up(inputs);
      expect(await live(stack.id)).toMatchObject({ allowedCudaVersions: [] });
    });

    test("sends no save request for inputs that RunPod does not store", async () => {
      const stack = await aStack().up(of.queue);
      world.emulator.clearRequests();
      await stack.up({ ...of.queue, drain: { queued: "refuse" }, locations: "", workersMax: 3 });
      expect(operations()).not.toContain(create);
      expect(operations()).not.toContain(save);
    });
  });
});
