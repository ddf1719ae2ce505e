import { prove, saidInOrder } from "../prove";
import type { Step } from "./step";

export const create: Step = {
  title: "Create, and wait until everything is ready",
  sentence:
    "`pulumi up` ends when the pod runs and the endpoint's worker is ready. It does not end when RunPod has accepted the requests.",
  async play({ engine, emulator, runningAtOnce }) {
    const happenings = await engine.up();
    if (runningAtOnce)
      prove(
        "the pod was RUNNING without a container, and then RUNNING",
        saidInOrder(happenings, /is RUNNING without a container/, /is RUNNING(?! without)/),
      );
    else
      prove(
        "the pod passed PROVISIONING, STARTING and RUNNING",
        saidInOrder(happenings, /is PROVISIONING/, /is STARTING/, /is RUNNING/),
      );
    prove(
      "the endpoint's worker was INITIALIZING, and then ready",
      saidInOrder(happenings, /endpoint .* INITIALIZING/, /endpoint .* serves: 1 IDLE/),
    );
    const { pods, endpoints, templates, networkVolumes, costPerHour } = emulator.state();
    const counts = [pods, endpoints, templates, networkVolumes].map(({ length }) => length);
    prove("the account holds one pod, endpoint, template and volume", counts.join() === "1,1,1,1", counts);
    prove(
      `the pod is RUNNING; all costs $${costPerHour.toFixed(2)} an hour`,
      pods[0]?.status === "RUNNING",
      pods[0]?.status,
    );
  },
};
