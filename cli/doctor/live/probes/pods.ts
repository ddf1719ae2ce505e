import { CapacityError, type Pod } from "../../../../client";
import {
  asAssumed,
  different,
  type Measurement,
  notTried,
  type Probe,
  type ProbeRun,
  seenIn,
  withStatus,
} from "../probe";

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

const resets: Probe = {
  name: "patch-resets",
  assumption: "A PATCH with a container key resets a running pod, even with the same value",
  touches: "provider/planning/patch.ts sends what differs alone",
  confirms: "A container key in a PATCH",
  creates: "a pod",
  async run(run) {
    const { platform, signal, clock, timeScale } = run;
    const { id, image, startedAt } = await running(run);
    let pod = await platform.pods.update(id, { image }, { signal });
    for (let read = 0; read < MOST_STALE; read += 1) {
      if (pod.status !== "RUNNING") return asAssumed(pod.status);
      if (pod.startedAt !== startedAt) return asAssumed("it was started again");
      await clock.sleep(PAUSE_MS * timeScale, signal);
      pod = await platform.pods.get(id, { signal });
    }
    return different("it runs on");
  },
};

const locked: Probe = {
  name: "locked-pod",
  assumption: "A locked pod cannot be stopped, can be deleted, and is 404 then",
  touches: "provider/kinds/pod unlocks before it changes",
  confirms: "A terminated pod is 404 at once",
  creates: "a pod",
  async run(run) {
    const { platform, ledger, call, signal } = run;
    const { id } = await running(run);
    await platform.pods.update(id, { locked: true }, { signal });
    const path = ["pods", id];
    const body = { action: "stop" };
    const stop = await call({
      surface: "rest",
      operation: "podAction",
      method: "POST",
      path: [...path, "action"],
      body,
    });
    if (stop.status !== 409) return different(`a stop is ${seenIn(stop)}, not 409`);
    await ledger.delete({ kind: "pod", id });
    return withStatus(404, await call({ surface: "rest", operation: "getPod", method: "GET", path }));
  },
};

const cost: Probe = {
  name: "stopped-pod",
  assumption: "A stopped pod costs 0 in its own report, and still has the time of its last start",
  touches: "podwright cost and drift read the cost of pods",
  confirms: "`cost` is the full rate",
  creates: "a pod",
  async run(run) {
    const { platform, signal, clock, timeScale } = run;
    const before = await running(run);
    await platform.pods.act(before.id, "stop", { signal });
    let after = await platform.pods.get(before.id, { signal });
    for (let read = 0; after.status === "RUNNING" && read < MOST_STALE; read += 1) {
      await clock.sleep(PAUSE_MS * timeScale, signal);
      after = await platform.pods.get(before.id, { signal });
    }
    const seen = `cost ${before.cost}, then ${after.cost}; startedAt ${after.startedAt === null ? "is gone" : "stays"}`;
    return before.cost > 0 && after.cost === 0 && after.startedAt !== null ? asAssumed(seen) : different(seen);
  },
};

const crossField: Probe = {
  name: "gpu-and-cpu",
  assumption: "A rule about several fields is 400, such as a pod with GPU and CPU",
  touches: "provider/planning/check.ts finds such rules before",
  confirms: "Cross-field rules are 400",
  creates: "a pod",
  async run({ ledger, call }) {
    const hardware = { gpu: { id: "NVIDIA RTX A4000", count: 1 }, cpu: { id: "cpu3c", vcpuCount: 2 } };
    const body = { name: ledger.name(), image: "alpine:3", ...hardware };
    return withStatus(
      400,
      await call({ surface: "rest", operation: "createPod", method: "POST", path: ["pods"], body }),
    );
  },
};

const capacity: Probe = {
  name: "capacity-text",
  assumption: "A pod that fits on no host is 400, in the words for want of capacity",
  touches: "client/errors/from-response.ts knows these words: fallbacks and capacityTimeout follow from them",
  creates: "a pod",
  async run({ ledger, call }) {
    const gpu = { id: "NVIDIA RTX A4000", count: 1, minVcpuCountPerGpu: 100_000 };
    const body = { name: ledger.name(), image: "alpine:3", gpu };
    const response = await call({ surface: "rest", operation: "createPod", method: "POST", path: ["pods"], body });
    if (response.status === 422) return notTried(`a host cannot be asked for: ${seenIn(response)}`);
    return response.error instanceof CapacityError ? asAssumed(response.error.detail) : different(seenIn(response));
  },
};

export const podProbes: readonly Probe[] = [crossField, capacity, ownAnswer, resets, locked, cost];
