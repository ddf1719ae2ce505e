import type { EmulatorOptions } from "../../emulator";
import type { World } from "../emulator/support/harness";
import type { Ids, Recording } from "./recordings";

/** A state in which the emulator answers a request as RunPod did in a recording. */
interface Situation {
  readonly options?: EmulatorOptions;
  /** Reaches the state, and returns the ids that replace the recorded ids. */
  readonly reach?: (it: World, recording: Recording) => Promise<Ids>;
  /** The key of the recorded request, if it differs from the account's key. */
  readonly authorization?: string;
}

const recordedPod = async (it: World) => {
  const { id: volumeId } = await it.volume();
  const mounts = { network: [{ volumeId, path: "/workspace" }] };
  return { ports: ["22/tcp"], env: { PUBLIC_KEY: "ssh-ed25519 x" }, mounts };
};

const stoppedPod = async (it: World) => {
  const { id: pod } = await it.runningPod();
  await it.post(`/v2/pods/${pod}/action`, { action: "stop" });
  return { pod };
};

const anEndpoint = async (it: World) => ({ endpoint: await it.endpoint({ workersMax: 1 }) });

const aJob = async (it: World, endpoint: string, input: object) => ({
  endpoint,
  job: await it.run(endpoint, { input }),
});

const aStream = async (it: World, passed: number) => {
  const endpoint = await it.endpointOf(function* () {
    for (const [index, word] of ["a", "runpod", "worker"].entries()) yield { output: { index, word }, afterMs: 1000 };
  });
  const ids = await aJob(it, endpoint, { sentence: "x" });
  it.advance(passed);
  return ids;
};

const situations: Readonly<Record<string, Situation>> = {
  "a running pod": {
    reach: async (it) => ({ pod: (await it.runningPod(await recordedPod(it))).id }),
  },
  "a pod before its container runs": {
    options: { runningAtOnce: true },
    reach: async (it) => ({ pod: (await it.pod(await recordedPod(it))).id }),
  },
  "a stopped pod": { options: { stoppedCost: true }, reach: stoppedPod },
  "a stopped pod on a full host": {
    reach: async (it) => {
      const ids = await stoppedPod(it);
      it.emulator.setStock({ count: 0 });
      return ids;
    },
  },
  "no capacity": {
    reach: async (it) => {
      it.emulator.setStock({ count: 0 });
      return {};
    },
  },
  "a network volume": {
    reach: async (it) => {
      await it.volume();
      return {};
    },
  },
  "an older platform": { options: { strictInterface: true } },
  "an unknown delegation": { options: { unknownDelegation: "400" } },
  "no workers left": {
    options: { workerQuota: 2 },
    reach: async (it) => {
      await it.endpoint({ workersMax: 1 });
      return { ...(await anEndpoint(it)), template: (await it.template()).id };
    },
  },
  "a template for endpoints": { reach: async (it) => ({ template: (await it.template()).id }) },
  "a pod from a template": {
    options: { hiddenTemplate: true },
    reach: async (it) => {
      const { id: templateId } = await it.template({ serverless: false });
      return { pod: (await it.runningPod({ templateId })).id };
    },
  },
  "a template for pods": {
    reach: async (it) => ({ template: (await it.template({ serverless: false })).id }),
  },
  "an endpoint": { reach: anEndpoint },
  "an endpoint without workers": { reach: async (it) => ({ endpoint: await it.endpoint({ workersMax: 0 }) }) },
  "a load-balancing endpoint": {
    reach: async (it) => ({ endpoint: await it.endpoint({ type: "LB", scalerType: "REQUEST_COUNT", workersMax: 1 }) }),
  },
  "an account with two rate limits": { options: { rateLimit: "180/m,7200/h" } },
  "an endpoint whose worker answers as recorded": {
    options: { workerStart: 0, jobDuration: 0 },
    reach: async (it, { request, response }) => {
      const { output } = { ...Object(request.body), ...Object(response.body) };
      return { endpoint: await it.endpointOf(() => ({ output })) };
    },
  },
  "a job with an empty input": {
    reach: async (it) => {
      const ids = await aJob(it, (await anEndpoint(it)).endpoint, {});
      it.advance(600_000);
      return ids;
    },
  },
  "an endpoint with a running worker": {
    // The worker's log ends when the job has ended and the worker stops.
    options: { jobDuration: 5000 },
    reach: async (it) => {
      const { endpoint } = await anEndpoint(it);
      await aJob(it, endpoint, { x: 1 });
      it.advance(1000);
      const [{ id: worker }] = (await it.get(`/v2/serverless/${endpoint}/workers`)).workers;
      return { endpoint, worker };
    },
  },
  "a job that RunPod runs again": {
    reach: async (it) => {
      const ids = await aJob(it, (await anEndpoint(it)).endpoint, {});
      const isAgain = async () => (await it.get(`/v2/${ids.endpoint}/health`)).jobs.retried === 1;
      while (!(await isAgain())) it.advance(1000);
      return ids;
    },
  },
  "a queued job": {
    options: { streamShape: "object", jobsWithoutWorkers: "queue" },
    reach: async (it) => aJob(it, await it.endpoint({ workersMax: 0 }), { sentence: "x" }),
  },
  "a job that streams": { options: { streamShape: "object" }, reach: (it) => aStream(it, 3000) },
  "a job whose stream has ended": { options: { streamShape: "object" }, reach: (it) => aStream(it, 60_000) },
  "no key": { reach: anEndpoint, authorization: "" },
  "an unknown key": { reach: anEndpoint, authorization: "Bearer nobody's" },
};

export function situationOf({ emulator }: Recording): Situation {
  if (emulator?.situation === undefined) return {};
  const situation = situations[emulator.situation];
  if (situation === undefined) throw new Error(`situations.ts has no ${emulator.situation}`);
  return situation;
}
