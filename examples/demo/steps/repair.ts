import { operationsIn, prove } from "../prove";
import { terminal } from "../terminal";
import type { Step } from "./step";

export const repair: Step = {
  title: "Drift, found and repaired",
  sentence: "The pod stops outside Pulumi. A refresh reports it, and an update starts the pod again.",
  async play({ engine, emulator }) {
    const id = engine.output("podId");
    terminal.deed("(another person stops the pod in RunPod's console)");
    emulator.changePod(id, { status: "EXITED" });
    const found = await engine.refresh();
    const drift = operationsIn(found);
    prove("the refresh found the pod, and nothing else", drift.join() === 'update Pod "web"', drift);
    const recorded = found.flatMap((happening) => (happening.kind === "operation" ? [happening.status] : []));
    prove("its recorded status is EXITED now", recorded.join() === "EXITED", recorded);
    const repaired = operationsIn(await engine.up());
    const [pod, ...others] = emulator.state().pods;
    prove("only the pod was changed", repaired.join() === 'update Pod "web"', repaired);
    prove(`pod ${id} is RUNNING again`, pod?.id === id && pod.status === "RUNNING" && others.length === 0, pod?.status);
  },
};
