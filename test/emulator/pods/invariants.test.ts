import { expect, test } from "vitest";
import { fc, runs } from "../../support/property";
import { gpu, useEmulator } from "../support/harness";

const it = useEmulator({ jobDuration: 3000 });

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

test("whatever happens to pods, each takes its place in the stock once and gives it back once", {
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

const endpointStep = fc.oneof(
  fc.record({ kind: fc.constant("run" as const), jobs: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ kind: fc.constant("save" as const), min: fc.nat(2), extra: fc.nat(3) }),
  fc.record({ kind: fc.constant("wait" as const), ms: fc.integer({ min: 0, max: 20_000 }) }),
  fc.constant({ kind: "purge" as const }),
);

test("whatever happens to an endpoint, workers stay within its limits and no job is lost", {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("QUEUE_DELAY", "REQUEST_COUNT"),
      fc.array(endpointStep, { maxLength: 20 }),
      async (scalerType, steps) => {
        it.emulator.reset();
        const id = await it.endpoint({ scalerType, scalerValue: 2, workersMax: 3 });
        const health = async () => await it.get(`/v2/${id}/health`);
        let submitted = 0;
        let purged = 0;
        let limit = 3;
        for (const step of steps) {
          if (step.kind === "run")
            for (let i = 0; i < step.jobs; i++, submitted++) await it.post(`/v2/${id}/run`, { input: {} });
          if (step.kind === "save") {
            limit = step.min + step.extra;
            await it.save({ id, name: "endpoint", workersMin: step.min, workersMax: limit });
          }
          if (step.kind === "wait") it.advance(step.ms);
          if (step.kind === "purge") purged += (await it.post(`/v2/${id}/purge-queue`)).body.removed;
          const { jobs, workers } = await health();
          expect(workers.idle + workers.initializing + Math.min(workers.running, limit)).toBeLessThanOrEqual(limit);
          expect(jobs.completed + jobs.inProgress + jobs.inQueue + purged).toBe(submitted);
        }
        await it.save({ id, name: "endpoint", workersMin: 0, workersMax: 3 });
        it.advance(600_000);
        const { jobs, workers } = await health();
        expect(jobs).toMatchObject({ completed: submitted - purged, inQueue: 0, inProgress: 0 });
        expect(workers).toMatchObject({ idle: 0, running: 0, initializing: 0 });
      },
    ),
    { numRuns: runs(15), seed: 11 },
  );
});
