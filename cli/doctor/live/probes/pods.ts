import { CapacityError, type Pod } from "../../../../client";
import { rest } from "../calls";
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

/** US dollars an hour. */
const HIGHEST_RATE = 0.2;
/** Five minutes: longer than an image of a few MB takes. */
const READS_OF_A_START = 150;

/** The pod, once it runs. */
async function untilRunning(run: ProbeRun, id: string): Promise<Pod> {
  const read = () => run.platform.pods.get(id, { signal: run.signal });
  const isEnough = ({ status }: Pod) => status === "RUNNING" || status === "ERROR";
  const { found } = await readUntil(run, { first: await read(), read, isEnough, most: READS_OF_A_START });
  if (found.status === "RUNNING") return found;
  throw new Error(`the pod is ${found.status} and does not run`);
}

/** The pod, once it is stopped, or as it is after many reads. */
async function stopped(run: ProbeRun, id: string): Promise<Pod> {
  const read = () => run.platform.pods.get(id, { signal: run.signal });
  const first = (await run.platform.pods.act(id, "stop", { signal: run.signal })) ?? (await read());
  return (await readUntil(run, { first, read, isEnough: ({ status }) => status === "EXITED" })).found;
}

/** With the cheapest pod, which runs. */
const withPod = beginningWith("a pod", async (run) => {
  const { id, cost } = await run.ledger.pod();
  if (cost > HIGHEST_RATE)
    throw new Error(`the cheapest pod costs ${cost} dollars an hour, which is more than planned`);
  return { pod: await untilRunning(run, id) };
});

/** Asks for a pod which the platform is expected to refuse. */
const withPodAsked = beginningWith("a pod", async ({ ledger, call }) => ({
  ask: (more: object) => call(rest("createPod", "POST", "pods", { name: ledger.name(), image: "alpine:3", ...more })),
}));

const gpu = { id: "NVIDIA RTX A4000", count: 1 };

export const podProbes: readonly Probe[] = [
  withPodAsked({
    name: "gpu-and-cpu",
    assumption: "A rule about several fields is 400, such as a pod with GPU and CPU",
    touches: "provider/planning/check.ts finds such rules before",
    confirms: ["Cross-field rules are 400"],
    run: async ({ ask }) => withStatus(400, await ask({ gpu, cpu: { id: "cpu3c", vcpuCount: 2 } })),
  }),
  withPodAsked({
    name: "capacity-text",
    assumption: "A pod that fits on no host is 400, in the words for want of capacity",
    touches: "client/errors/from-response.ts knows these words: fallbacks and capacityTimeout follow from them",
    async run({ ask }) {
      const response = await ask({ gpu: { ...gpu, minVcpuCountPerGpu: 100_000 } });
      if (response.status === 422) return notTried(`a host cannot be asked for: ${seenIn(response)}`);
      return response.error instanceof CapacityError ? asAssumed(response.error.detail) : different(seenIn(response));
    },
  }),
  withPod({
    name: "own-answer",
    assumption: "An update or action shows in its own response and in every read after it",
    touches: "provider/waiting waits for what it has changed; a read right after a change is believed",
    confirms: ["An update or action shows in its own answer"],
    async run({ pod: { id }, ...run }) {
      const { ledger, signal } = run;
      const { pods } = run.platform;
      const name = ledger.name();
      const renamed = await pods.update(id, { name }, { signal });
      if (renamed.name !== name) return different("the response to an update does not show it");
      const { missed } = await readUntil<Pod | undefined>(run, {
        first: await pods.act(id, "stop", { signal }),
        read: () => pods.get(id, { signal }),
        isEnough: (pod) => pod?.status !== "RUNNING",
      });
      const seen = missed === 0 ? "the responses show it" : `${missed} responses after a stop still say RUNNING`;
      return measured(missed === 0, seen, { staleAnswers: missed });
    },
  }),
  withPod({
    name: "patch-resets",
    assumption: "A PATCH with a container key resets a running pod, even with the same value",
    touches: "provider/planning/patch.ts sends what differs alone",
    confirms: ["A container key in a PATCH"],
    async run({ pod: { id, image, startedAt }, ...run }) {
      const { signal } = run;
      const { pods } = run.platform;
      const isEnough = (pod: Pod) => pod.status !== "RUNNING" || pod.startedAt !== startedAt;
      const first = await pods.update(id, { image }, { signal });
      const { found } = await readUntil(run, { first, read: () => pods.get(id, { signal }), isEnough });
      if (found.status !== "RUNNING") return asAssumed(found.status);
      return isEnough(found) ? asAssumed("it was started again") : different("it runs on");
    },
  }),
  withPod({
    name: "locked-pod",
    assumption: "A locked pod cannot be stopped, restarted or reset, can be deleted, and is 404 then",
    touches: "provider/kinds/pod unlocks before it changes",
    confirms: ["A terminated pod is 404 at once", "A locked pod refuses"],
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
    assumption: "A stopped pod costs 0 in its own report, and still has the time of its last start",
    touches: "podwright cost and drift read the cost of pods",
    confirms: ["`cost` is the full rate"],
    async run({ pod: before, ...run }) {
      const after = await stopped(run, before.id);
      const seen = `cost ${before.cost}, then ${after.cost}; startedAt ${after.startedAt === null ? "is gone" : "stays"}`;
      return measured(before.cost > 0 && after.cost === 0 && after.startedAt !== null, seen);
    },
  }),
  withPod({
    name: "changing-ports",
    assumption: "A pod that was stopped and started has the same public ports as before",
    touches: "portMappings of pods are outputs of a start, and no difference",
    async run({ pod: before, ...run }) {
      const portOf = ({ runtime }: Pod) => runtime?.ports?.find(({ public: open }) => open !== null)?.public;
      const first = portOf(before);
      if (first === undefined) return notTried("the pod has no public port");
      await stopped(run, before.id);
      await run.platform.pods.act(before.id, "start", { signal: run.signal });
      const second = portOf(await untilRunning(run, before.id));
      if (second === undefined) return notTried("the pod has no public port after a start");
      return measured(second === first, `port ${first}, then ${second}`, { changingPorts: true });
    },
  }),
];
