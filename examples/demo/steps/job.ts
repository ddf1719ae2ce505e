import { setTimeout as sleep } from "node:timers/promises";
import { prove } from "../prove";
import type { Stage } from "../stage";
import { terminal } from "../terminal";
import type { Step } from "./step";

export const job: Step = {
  title: "A job for the endpoint",
  sentence: "The ready worker takes a job and returns its result.",
  async play(stage) {
    const { engine, emulator, platform, signal } = stage;
    emulator.handle("*", ({ name }) => ({ output: { greeting: `Hello, ${name}` }, durationMs: 500 }));
    const endpointId = engine.output("endpointId");
    const { id } = await platform.jobs.run(endpointId, { name: "world" }, { signal });
    const answered = await untilAnswered(stage, endpointId, id);
    const answer = JSON.stringify(answered.output);
    prove(`the result is ${answer}`, answer === '{"greeting":"Hello, world"}', answered);
  },
};

async function untilAnswered({ platform, signal }: Stage, endpointId: string, jobId: string) {
  let shown = "";
  const deadline = Date.now() + 20_000;
  for (;;) {
    const current = await platform.jobs.status(endpointId, jobId, { signal });
    if (current.status !== shown) terminal.progress(`job ${jobId} is ${current.status}`);
    shown = current.status;
    const waiting = shown === "IN_QUEUE" || shown === "IN_PROGRESS";
    if (!waiting || Date.now() > deadline) return current;
    await sleep(100, undefined, { signal });
  }
}
