import { setTimeout as sleep } from "node:timers/promises";
import type { Happening } from "../happenings";
import { prove, saidInOrder } from "../prove";
import type { Stage } from "../stage";
import { terminal } from "../terminal";
import type { Step } from "./step";

/** More jobs than the endpoint has workers, so that some jobs wait. */
const submitted = 4;

export const drain: Step = {
  title: "Destroy, while jobs run",
  sentence:
    "Podwright purges the queue, lets running jobs finish, stops the workers, and only then deletes the endpoint.",
  async play(stage) {
    const { engine, emulator } = stage;
    const endpointId = engine.output("endpointId");
    const work = occupyWorkers(stage);
    await submitUntilBusy(stage, endpointId);
    const happenings = await engine.destroy();
    const purged = purgedIn(happenings);
    prove(`the queued jobs were purged: ${purged} of ${submitted}`, purged >= 1);
    const running = submitted - purged;
    prove(
      `the running jobs finished before the endpoint was deleted: ${running}`,
      work.finishedInTime === running,
      work,
    );
    prove(
      "the workers went to zero, then the endpoint was deleted",
      saidInOrder(happenings, /workersMin and workersMax to 0/, /workers? left/, /is deleted/),
    );
    const { deleteEndpoint } = emulator.counts();
    prove("one delete request was enough", deleteEndpoint === 1, emulator.counts());
  },
};

function purgedIn(happenings: readonly Happening[]): number {
  const lines = happenings.map((happening) => (happening.kind === "progress" ? happening.text : ""));
  return Number(/(\d+) queued jobs? purged/.exec(lines.join("\n"))?.[1] ?? 0);
}

/** Keeps each job running until two seconds after the purge of the queue. The speed of the machine does not matter. */
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
