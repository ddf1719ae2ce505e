import { expect, test } from "vitest";
import { fc, runs } from "../../support/property";
import { gpu, useEmulator } from "../support/harness";

const it = useEmulator();

const podStep = fc.oneof(
  fc.record({ kind: fc.constant("create" as const), count: fc.integer({ min: 1, max: 2 }) }),
  fc.record({
    kind: fc.constant("act" as const),
    pod: fc.nat(3),
    action: fc.constantFrom("start", "stop", "restart", "terminate"),
  }),
  fc.record({
    kind: fc.constant("force" as const),
    pod: fc.nat(3),
    status: fc.constantFrom("EXITED" as const, "ERROR" as const, "STARTING" as const),
  }),
  fc.record({ kind: fc.constant("wait" as const), ms: fc.integer({ min: 0, max: 2500 }) }),
);

test("a pod takes its GPUs from the stock once and returns them once", {
  timeout: 60_000,
}, async () => {
  const create = (count: number) => it.post("/v2/pods", { name: "p", image: "x", gpu: { id: gpu, count } });
  await fc.assert(
    fc.asyncProperty(fc.array(podStep, { maxLength: 25 }), async (steps) => {
      it.emulator.reset();
      it.emulator.setStock({ gpu, count: 0 });
      it.emulator.setStock({ gpu, cloud: "SECURE", dataCenter: "US-TX-3", count: 4 });
      const id = (index: number) => it.emulator.state().pods[index]?.id ?? "none";
      for (const step of steps) {
        if (step.kind === "create") await create(step.count);
        if (step.kind === "act") await it.post(`/v2/pods/${id(step.pod)}/action`, { action: step.action });
        if (step.kind === "force" && id(step.pod) !== "none")
          it.emulator.changePod(id(step.pod), { status: step.status });
        if (step.kind === "wait") it.advance(step.ms);
        const live = ["PROVISIONING", "STARTING", "RUNNING"];
        for (const pod of it.emulator.state().pods) expect(pod.cost > 0).toBe(live.includes(pod.status));
      }
      for (const pod of it.emulator.state().pods) await it.delete(`/v2/pods/${pod.id}`);
      for (let i = 0; i < 4; i++) expect((await create(1)).status).toBe(201);
      expect((await create(1)).status).toBe(400);
    }),
    { numRuns: runs(15), seed: 7 },
  );
});
