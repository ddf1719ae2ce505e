import type { Pod } from "../../../../client";
import { asAssumed, different, type Measurement, type Probe, type ProbeRun } from "../probe";

/** Longer than an image of a few MB takes. */
const START_MS = 300_000;
const PAUSE_MS = 2_000;

/** A pod that runs. */
async function running({ ledger, platform, clock, timeScale, signal }: ProbeRun): Promise<Pod> {
  const { id, cost } = await ledger.pod();
  if (cost > HIGHEST_RATE)
    throw new Error(`the cheapest pod costs ${cost} dollars an hour, which is more than planned`);
  const deadline = clock.now() + START_MS;
  for (;;) {
    const pod = await platform.pods.get(id, { signal });
    if (pod.status === "RUNNING") return pod;
    if (clock.now() > deadline || pod.status === "ERROR") throw new Error(`the pod is ${pod.status} and does not run`);
    await clock.sleep(PAUSE_MS * timeScale, signal);
  }
}

/** US dollars an hour. */
const HIGHEST_RATE = 0.2;
/** A response that is this late is no lag. */
const MOST_STALE = 30;

const ownAnswer: Probe = {
  name: "own-answer",
  assumption: "An action shows in its own response and in every read after it",
  touches: "provider/waiting waits for what it has changed; a read right after a change is believed",
  confirms: "An update or action shows in its own answer",
  creates: "a pod",
  async run(run) {
    const { platform, signal, clock, timeScale } = run;
    const { id } = await running(run);
    let pod = await platform.pods.act(id, "stop", { signal });
    for (let stale = 0; stale <= MOST_STALE; stale += 1) {
      if (pod?.status !== "RUNNING") return staleness(stale);
      pod = await platform.pods.get(id, { signal });
      if (stale > 2) await clock.sleep(PAUSE_MS * timeScale, signal);
    }
    return different(`${MOST_STALE} responses after a stop still say RUNNING`, { staleAnswers: MOST_STALE });
  },
};

function staleness(responses: number): Measurement {
  if (responses === 0) return asAssumed("the response to a stop shows it");
  const detail = `${responses} ${responses === 1 ? "response" : "responses"} after a stop still say RUNNING`;
  return different(detail, { staleAnswers: responses });
}

export const podProbes: readonly Probe[] = [ownAnswer];
