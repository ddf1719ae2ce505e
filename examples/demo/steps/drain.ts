import { setTimeout as sleep } from "node:timers/promises";
import { prove, saidInOrder } from "../prove";
import type { Stage } from "../stage";
import { terminal } from "../terminal";
import type { Step } from "./step";

export const drain: Step = {
  title: "Destroy, while jobs run",
  sentence: "The queue is purged, the running job finishes, the workers go; only then is the endpoint deleted.",
  async play(stage) {
    const { engine, emulator } = stage;
    const endpointId = engine.output("endpointId");
    const work = occupyWorkers(stage);
    await submitUntilBusy(stage, endpointId);
    const happenings = await engine.destroy();
    prove("the two waiting jobs were purged", saidInOrder(happenings, /2 queued jobs purged/));
    prove("the running job was finished, before the endpoint went", work.finishedInTime === 1, work);
    prove(
      "the workers went to zero, then the endpoint was deleted",
      saidInOrder(happenings, /workersMin and workersMax to 0/, /1 worker left/, /is deleted/),
    );
    const { deleteEndpoint } = emulator.counts();
    prove("with one call, which the platform accepted", deleteEndpoint === 1, emulator.counts());
  },
};

/** Makes a job last until two seconds after the queue was purged, however quick this machine is. */
function occupyWorkers({ emulator, signal }: Stage) {
  const work = { finishedInTime: 0 };
  const count = (operation: string) => emulator.counts()[operation] ?? 0;
  emulator.handle("*", async () => {
    while (count("purge-queue") === 0) await sleep(50, undefined, { signal });
    await sleep(2_000, undefined, { signal });
    if (count("deleteEndpoint") === 0) work.finishedInTime += 1;
    return { output: "done" };
  });
  return work;
}

async function submitUntilBusy({ platform, signal }: Stage, endpointId: string): Promise<void> {
  for (let number = 1; number <= 3; number += 1) await platform.jobs.run(endpointId, { number }, { signal });
  for (;;) {
    const { jobs } = await platform.jobs.health(endpointId, { signal });
    if (jobs.inProgress === 1) {
      terminal.deed(`(three jobs are submitted: ${jobs.inProgress} in progress, ${jobs.inQueue} queued)`);
      return;
    }
    await sleep(100, undefined, { signal });
  }
}
