import { CapacityError, exposedPorts, type Pod } from "../../../client";
import { lacksContainer } from "../../../provider/kinds/container";
import { stateOf, statusOf } from "../../../provider/kinds/pod/readiness";
import { contradicted, LIVE, pages, recorded, restDocument } from "../evidence";
import {
  asAssumed,
  beginningWith,
  different,
  each,
  measured,
  notTried,
  type Probe,
  type ProbeRun,
  readUntil,
  seenIn,
  withStatus,
} from "../probe";
import { rest } from "../requests";

/** Highest price of the pod in US dollars per hour. */
const HIGHEST_RATE = 0.2;
/** Number of reads in five minutes. An image of a few MB needs less time. */
const READS_OF_A_START = 150;
/** Number of reads in ten seconds. A cost that stays the same for this time is not late. */
const READS_OF_A_COST = 5;

interface Seen {
  readonly pod: Pod;
  /** Number of responses that called the pod `RUNNING` while its container was missing. */
  readonly early: number;
}

/** Reads the pod until its container runs, its container fails, or the number of reads reaches its limit. */
async function watchStart(run: ProbeRun, first: Pod): Promise<Seen> {
  let early = 0;
  const counted = (pod: Pod) => {
    if (lacksContainer(pod)) early += 1;
    return pod;
  };
  const { found } = await readUntil(run, {
    first: counted(first),
    read: async () => counted(await run.platform.pods.get(first.id, { signal: run.signal })),
    isEnough: (pod) => ["RUNNING", "ERROR"].includes(statusOf(pod)),
    most: READS_OF_A_START,
  });
  return { pod: found, early };
}

/** Returns the pod when its container runs. */
async function untilRunning(run: ProbeRun, first: Pod): Promise<Pod> {
  const { pod } = await watchStart(run, first);
  if (statusOf(pod) === "RUNNING") return pod;
  throw new Error(`the pod is ${stateOf(pod)} and does not run`);
}

/** Returns the pod when it is stopped. */
async function stopped(run: ProbeRun, id: string): Promise<Pod> {
  const read = () => run.platform.pods.get(id, { signal: run.signal });
  const first = (await run.platform.pods.act(id, "stop", { signal: run.signal })) ?? (await read());
  const { found } = await readUntil(run, { first, read, isEnough: ({ status }) => status === "EXITED" });
  if (found.status === "EXITED") return found;
  throw new Error(`the pod is ${stateOf(found)} and does not stop`);
}

/** Returns the cheapest pod as the response to its creation shows it. */
async function created({ ledger }: ProbeRun): Promise<Pod> {
  const pod = await ledger.pod();
  if (pod.cost <= HIGHEST_RATE) return pod;
  throw new Error(`the cheapest pod costs ${pod.cost} dollars an hour, which is more than planned`);
}

const withNewPod = beginningWith("a pod", async (run) => ({ pod: await created(run) }));
const withPod = beginningWith("a pod", async (run) => ({ pod: await untilRunning(run, await created(run)) }));

/** Requests a pod that RunPod should refuse. */
const withPodAsked = beginningWith("a pod", async ({ ledger, call }) => ({
  ask: (more: object) => call(rest("createPod", "POST", "pods", { name: ledger.name(), image: "alpine:3", ...more })),
}));

const gpu = { id: "NVIDIA RTX A4000", count: 1 };

export const podProbes: readonly Probe[] = [
  withPodAsked({
    name: "gpu-and-cpu",
    assumption: "A request whose fields do not fit together, such as a pod with both GPU and CPU, gets status 400",
    evidence: [restDocument("`CreatePodRequest`")],
    touches: "provider/planning/check.ts finds such mistakes before the request",
    confirms: ["A request whose fields do not fit together"],
    run: async ({ ask }) => withStatus(400, await ask({ gpu, cpu: { id: "cpu3c", vcpuCount: 2 } })),
  }),
  withPodAsked({
    name: "capacity-text",
    assumption: "A pod that fits on no host gets status 400 and the message for a lack of capacity",
    evidence: [recorded("05"), LIVE],
    touches:
      "client/http/answers/meanings.ts knows the words of this message; `fallbacks` and `capacityTimeout` depend on them",
    async run({ ask }) {
      const response = await ask({ gpu: { ...gpu, minVcpuCountPerGpu: 100_000 } });
      if (response.status === 422) return notTried(`a request cannot choose a host: ${seenIn(response)}`);
      return response.error instanceof CapacityError ? asAssumed(response.error.detail) : different(seenIn(response));
    },
  }),
  withNewPod({
    name: "running-pod",
    assumption: "A pod with the status RUNNING has a container, and `runtime` describes the container",
    evidence: [restDocument("`PodStatus`"), contradicted("02")],
    touches: "provider/kinds/pod/readiness.ts waits for `runtime`, and fails after three minutes without it",
    async run({ pod: first, ...run }) {
      const { pod, early } = await watchStart(run, first);
      const reads = `${early} ${early === 1 ? "response" : "responses"}`;
      if (lacksContainer(pod)) return different(`RUNNING without a container in all ${reads}`, { runningAtOnce: true });
      if (pod.status !== "RUNNING") return notTried(`the pod is ${stateOf(pod)} and does not run`);
      if (pod.runtime === undefined) return notTried("responses about pods have no `runtime`");
      const seen =
        early === 0
          ? "the first response with RUNNING contained `runtime`"
          : `the pod was RUNNING without a container in ${reads}`;
      return measured(early === 0, seen, { runningAtOnce: true });
    },
  }),
  withPod({
    name: "own-answer",
    assumption: "The response to an update or action, and every later read, shows the change",
    evidence: [],
    touches: "provider/waiting waits for Podwright's own changes, and trusts a read right after a change",
    confirms: ["The response to an update or action"],
    async run({ pod: { id }, ...run }) {
      const { ledger, signal } = run;
      const { pods } = run.platform;
      const name = ledger.name();
      const renamed = await pods.update(id, { name }, { signal });
      if (renamed.name !== name) return different("the response to an update does not show the new name");
      const { missed } = await readUntil<Pod | undefined>(run, {
        first: await pods.act(id, "stop", { signal }),
        read: () => pods.get(id, { signal }),
        isEnough: (pod) => pod?.status !== "RUNNING",
      });
      const seen =
        missed === 0 ? "the responses show the change" : `${missed} responses after a stop still say RUNNING`;
      return measured(missed === 0, seen, { staleAnswers: missed });
    },
  }),
  withPod({
    name: "patch-resets",
    assumption: "A PATCH with a container setting resets a running pod, even with the same value",
    evidence: [pages("pods")],
    touches: "provider/planning/patch.ts sends only the differences",
    confirms: ["A PATCH with a container setting"],
    async run({ pod: { id, image, startedAt }, ...run }) {
      const { signal } = run;
      const { pods } = run.platform;
      const isEnough = (pod: Pod) => statusOf(pod) !== "RUNNING" || pod.startedAt !== startedAt;
      const first = await pods.update(id, { image }, { signal });
      const { found } = await readUntil(run, { first, read: () => pods.get(id, { signal }), isEnough });
      if (statusOf(found) !== "RUNNING") return asAssumed(stateOf(found));
      return isEnough(found) ? asAssumed("RunPod started the pod again") : different("the pod continues to run");
    },
  }),
  withPod({
    name: "locked-pod",
    assumption:
      "RunPod refuses to stop, restart or reset a locked pod, but deletes a locked pod, and a later read gets status 404",
    evidence: [restDocument("`UpdatePodRequest.locked`"), recorded("11")],
    touches: "provider/kinds/pod unlocks a pod before it changes the pod",
    confirms: ["As soon as a pod is terminated", "A request that stops, restarts or resets a locked pod"],
    async run({ platform, ledger, call, signal, pod: { id, image } }) {
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
  }),
  withPod({
    name: "stopped-pod",
    assumption: "RunPod reports a cost of 0 for a stopped pod, and still reports the time of its last start",
    evidence: [restDocument("`Pod.cost`"), contradicted("03")],
    touches: "podwright cost and drift read the cost of pods",
    confirms: ["The `cost` of a pod"],
    async run({ pod: { id, cost }, ...run }) {
      const { found: after } = await readUntil(run, {
        first: await stopped(run, id),
        read: () => run.platform.pods.get(id, { signal: run.signal }),
        isEnough: (pod) => pod.cost === 0,
        most: READS_OF_A_COST,
      });
      const seen = `cost ${cost}, then ${after.cost}; startedAt ${after.startedAt === null ? "is gone" : "stays"}`;
      const keepsCost = after.cost > 0;
      return measured(
        cost > 0 && !keepsCost && after.startedAt !== null,
        seen,
        keepsCost ? { stoppedCost: true } : undefined,
      );
    },
  }),
  withPod({
    name: "changing-ports",
    assumption: "A pod that was stopped and started has the same public ports as before",
    evidence: [],
    touches: "new public ports after a start never count as drift",
    async run({ pod: before, ...run }) {
      const portOf = (pod: Pod) => exposedPorts(pod).find(({ public: open }) => open !== null)?.public;
      const first = portOf(before);
      if (first === undefined) return notTried("the pod has no public port");
      await stopped(run, before.id);
      const { pods } = run.platform;
      const call = { signal: run.signal };
      const started = (await pods.act(before.id, "start", call)) ?? (await pods.get(before.id, call));
      const second = portOf(await untilRunning(run, started));
      if (second === undefined) return notTried("the pod has no public port after a start");
      return measured(second === first, `port ${first}, then ${second}`, { changingPorts: true });
    },
  }),
];
