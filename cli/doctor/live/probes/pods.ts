import { CapacityError, type Pod } from "../../../../client";
import { rest } from "../calls";
import {
  asAssumed,
  different,
  each,
  type Measurement,
  measured,
  notTried,
  type Probe,
  type ProbeRun,
  seenIn,
  withStatus,
} from "../probe";

/** Longer than an image of a few MB takes. */
const START_MS = 300_000;
const PAUSE_MS = 2_000;
/** US dollars an hour. */
const HIGHEST_RATE = 0.2;
/** A response that is this late is no lag. */
const MOST_STALE = 30;

/** The pod, once it runs. */
async function untilRunning({ platform, clock, pause, signal }: ProbeRun, id: string): Promise<Pod> {
  const deadline = clock.now() + START_MS;
  for (;;) {
    const pod = await platform.pods.get(id, { signal });
    if (pod.status === "RUNNING") return pod;
    if (clock.now() > deadline || pod.status === "ERROR") throw new Error(`the pod is ${pod.status} and does not run`);
    await pause(PAUSE_MS);
  }
}

/** The pod, once it is stopped, or as it is after many reads. */
async function stopped({ platform, pause, signal }: ProbeRun, id: string): Promise<Pod> {
  let pod = await platform.pods.act(id, "stop", { signal });
  for (let read = 0; pod?.status !== "EXITED" && read < MOST_STALE; read += 1) {
    pod = await platform.pods.get(id, { signal });
    if (read > 0) await pause(PAUSE_MS);
  }
  return pod ?? (await platform.pods.get(id, { signal }));
}

/** A probe with the cheapest pod, which runs. */
function withPod(
  facts: Omit<Probe, "creates" | "run">,
  measure: (run: ProbeRun, pod: Pod) => Promise<Measurement>,
): Probe {
  return {
    ...facts,
    creates: "a pod",
    async run(run) {
      const { id, cost } = await run.ledger.pod();
      if (cost > HIGHEST_RATE)
        throw new Error(`the cheapest pod costs ${cost} dollars an hour, which is more than planned`);
      return await measure(run, await untilRunning(run, id));
    },
  };
}

/** A probe that asks for a pod on a GPU which the platform is expected to refuse. */
function refused(
  facts: Omit<Probe, "creates" | "run">,
  more: object,
  judge: (response: Awaited<ReturnType<ProbeRun["call"]>>) => Measurement,
): Probe {
  return {
    ...facts,
    creates: "a pod",
    run: async ({ ledger, call }) =>
      judge(await call(rest("createPod", "POST", "pods", { name: ledger.name(), image: "alpine:3", ...more }))),
  };
}

const gpu = { id: "NVIDIA RTX A4000", count: 1 };

export const podProbes: readonly Probe[] = [
  refused(
    {
      name: "gpu-and-cpu",
      assumption: "A rule about several fields is 400, such as a pod with GPU and CPU",
      touches: "provider/planning/check.ts finds such rules before",
      confirms: ["Cross-field rules are 400"],
    },
    { gpu, cpu: { id: "cpu3c", vcpuCount: 2 } },
    (response) => withStatus(400, response),
  ),
  refused(
    {
      name: "capacity-text",
      assumption: "A pod that fits on no host is 400, in the words for want of capacity",
      touches: "client/errors/from-response.ts knows these words: fallbacks and capacityTimeout follow from them",
    },
    { gpu: { ...gpu, minVcpuCountPerGpu: 100_000 } },
    (response) => {
      if (response.status === 422) return notTried(`a host cannot be asked for: ${seenIn(response)}`);
      return response.error instanceof CapacityError ? asAssumed(response.error.detail) : different(seenIn(response));
    },
  ),
  withPod(
    {
      name: "own-answer",
      assumption: "An update or action shows in its own response and in every read after it",
      touches: "provider/waiting waits for what it has changed; a read right after a change is believed",
      confirms: ["An update or action shows in its own answer"],
    },
    async ({ platform, ledger, pause, signal }, { id }) => {
      const name = ledger.name();
      const renamed = await platform.pods.update(id, { name }, { signal });
      if (renamed.name !== name) return different("the response to an update does not show it");
      let pod = await platform.pods.act(id, "stop", { signal });
      for (let stale = 0; stale <= MOST_STALE; stale += 1) {
        if (pod?.status !== "RUNNING") {
          const seen = `${stale} responses after a stop still say RUNNING`;
          return stale === 0 ? asAssumed("the responses show it") : different(seen, { staleAnswers: stale });
        }
        pod = await platform.pods.get(id, { signal });
        if (stale > 2) await pause(PAUSE_MS);
      }
      return different(`${MOST_STALE} responses after a stop still say RUNNING`, { staleAnswers: MOST_STALE });
    },
  ),
  withPod(
    {
      name: "patch-resets",
      assumption: "A PATCH with a container key resets a running pod, even with the same value",
      touches: "provider/planning/patch.ts sends what differs alone",
      confirms: ["A container key in a PATCH"],
    },
    async ({ platform, pause, signal }, { id, image, startedAt }) => {
      let pod = await platform.pods.update(id, { image }, { signal });
      for (let read = 0; read < MOST_STALE; read += 1) {
        if (pod.status !== "RUNNING") return asAssumed(pod.status);
        if (pod.startedAt !== startedAt) return asAssumed("it was started again");
        await pause(PAUSE_MS);
        pod = await platform.pods.get(id, { signal });
      }
      return different("it runs on");
    },
  ),
  withPod(
    {
      name: "locked-pod",
      assumption: "A locked pod cannot be stopped, restarted or reset, can be deleted, and is 404 then",
      touches: "provider/kinds/pod unlocks before it changes",
      confirms: ["A terminated pod is 404 at once", "A locked pod refuses"],
    },
    async ({ platform, ledger, call, signal }, { id, image }) => {
      await platform.pods.update(id, { locked: true }, { signal });
      const act = (action: string) => rest("podAction", "POST", `pods/${id}/action`, { action });
      const refused = [act("stop"), act("restart"), rest("updatePod", "PATCH", `pods/${id}`, { image })];
      return await each([
        ...refused.map((one) => async () => withStatus(409, await call(one))),
        async () => {
          await ledger.delete({ kind: "pod", id });
          return withStatus(404, await call(rest("getPod", "GET", `pods/${id}`)));
        },
      ]);
    },
  ),
  withPod(
    {
      name: "stopped-pod",
      assumption: "A stopped pod costs 0 in its own report, and still has the time of its last start",
      touches: "podwright cost and drift read the cost of pods",
      confirms: ["`cost` is the full rate"],
    },
    async (run, before) => {
      const after = await stopped(run, before.id);
      const seen = `cost ${before.cost}, then ${after.cost}; startedAt ${after.startedAt === null ? "is gone" : "stays"}`;
      return measured(before.cost > 0 && after.cost === 0 && after.startedAt !== null, seen);
    },
  ),
  withPod(
    {
      name: "changing-ports",
      assumption: "A pod that was stopped and started has the same public ports as before",
      touches: "portMappings of pods are outputs of a start, and no difference",
    },
    async (run, before) => {
      const portOf = ({ runtime }: Pod) => runtime?.ports?.find(({ public: open }) => open !== null)?.public;
      const first = portOf(before);
      if (first === undefined) return notTried("the pod has no public port");
      await stopped(run, before.id);
      await run.platform.pods.act(before.id, "start", { signal: run.signal });
      const second = portOf(await untilRunning(run, before.id));
      if (second === undefined) return notTried("the pod has no public port after a start");
      return measured(second === first, `port ${first}, then ${second}`, { changingPorts: true });
    },
  ),
];
