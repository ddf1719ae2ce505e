import { operationsIn, prove } from "../prove";
import type { Step } from "./step";

export const remount: Step = {
  title: "A change in place",
  sentence: "Another mount path needs no new pod: RunPod resets this pod, and `pulumi up` waits until it runs.",
  async play({ engine, emulator }) {
    const before = engine.output("podId");
    await engine.configure("mountPath", "/data");
    const done = operationsIn(await engine.up());
    const [pod, ...others] = emulator.state().pods;
    prove("the pod, and only it, was updated", done.join() === 'update Pod "web"', done);
    prove(`it is the same pod as before, ${before}`, pod?.id === before && others.length === 0, pod?.id);
    const path = pod?.mounts.network?.[0]?.path;
    prove(`its volume is mounted at /data, and it is RUNNING`, path === "/data" && pod?.status === "RUNNING", pod);
  },
};
