import { setTimeout as sleep } from "node:timers/promises";
import { prove, saidInOrder } from "../prove";
import type { Stage } from "../stage";
import { terminal } from "../terminal";
import type { Step } from "./step";

/** More jobs than the endpoint has workers, so that some jobs wait. */
const submitted = 4;

export const drain: Step = {
  title: "Destroy, while jobs run and wait",
  sentence: "Podwright lets the workers finish all jobs, stops the workers, and only then deletes the endpoint.",
  async play(stage) {
    const { engine, emulator } = stage;
    const endpointId = engine.output("endpointId");
    const work = occupyWorkers(stage);
    await submitUntilBusy(stage, endpointId);
    work.drainBegins();
    const happenings = await engine.destroy();
    prove(`all jobs finished before the endpoint was deleted: ${submitted}`, work.finishedInTime === submitted, work);
    prove(
      "the workers finished the queue and went to zero, then the endpoint was deleted",
      saidInOrder(happenings, /processes \d+ jobs? in its queue/, /workersMin and workersMax to 0/, /is deleted/),
    );
    const { deleteEndpoint } = emulator.counts();
    prove("one delete request was enough", deleteEndpoint === 1, emulator.counts());
  },
};

/** Keeps each job running until two seconds after the drain has read the queue. The speed of the machine does not matter. */
function occupyWorkers({ emulator, signal }: Stage) {
  const count = (operation: string) => emulator.counts()[operation] ?? 0;
  let before = Number.POSITIVE_INFINITY;
  const work = {
    finishedInTime: 0,
    drainBegins: () => {
      before = count("health");
    },
  };
  emulator.handle("*", async () => {
    while (count("health") <= before) await sleep(50, undefined, { signal });
    await sleep(2_000, undefined, { signal });
    if (count("deleteEndpoint") === 0) work.finishedInTime += 1;
    return { output: "done" };
  });
  return work;
}

async function submitUntilBusy({ platform, signal }: Stage, endpointId: string): Promise<void> {
  for (let number = 1; number <= submitted; number += 1) await platform.jobs.run(endpointId, { number }, { signal });
  for (;;) {
    const { jobs } = await platform.jobs.health(endpointId, { signal });
    if (jobs.inProgress >= 1) {
      terminal.deed(`(${submitted} jobs are submitted: ${jobs.inProgress} in progress, ${jobs.inQueue} queued)`);
      return;
    }
    await sleep(100, undefined, { signal });
  }
}
