import { expect, test } from "vitest";
import { NotFoundError, type Platform } from "../../../client";
import { foreseeLostJobs } from "../../../provider/kinds/serverless-endpoint/lost-jobs";
import type { ServerlessEndpointInputs } from "../../../provider/kinds/serverless-endpoint/serverless-endpoint";

type Inputs = Partial<ServerlessEndpointInputs>;

const signal = new AbortController().signal;
const keep =
  'To keep queued jobs, set drain.queued to "process" on the endpoint and run "pulumi up" before you make this';

function foreseen(inputs: Inputs, jobs: object | undefined): Promise<string[]> {
  const platform = { jobs: { health: async () => ({ jobs }) } } as unknown as Platform;
  return foreseeLostJobs(jobs && { platform, signal }, { id: "ep1", inputs, state: {} });
}

const purging: Inputs = { drain: { queued: "purge" } };
const busy = { inQueue: 2, inProgress: 1 };
const idle = { inQueue: 0, inProgress: 0 };

test.each<[string, Inputs, object | undefined, readonly string[]]>([
  ["announces the purge of the queue with the number of jobs", purging, busy, [`purges 2 jobs in its queue. ${keep}`]],
  ["announces the purge of jobs that arrive later", purging, idle, [`purges its queue, which is empty now. ${keep}`]],
  [
    "announces the purge without a number if Podwright cannot count the jobs",
    purging,
    undefined,
    [`purges its queue. Podwright could not count the jobs in it. ${keep}`],
  ],
  [
    "announces that Podwright does not wait for a running job",
    { drain: { queued: "purge", inProgress: "abandon" } },
    busy,
    [`purges 2 jobs in its queue. ${keep}`, 'does not wait for 1 job in progress: drain.inProgress is "abandon"'],
  ],
  [
    "announces that queued jobs prevent the delete",
    { drain: { queued: "refuse" } },
    busy,
    ['fails as long as jobs wait in its queue (now 2 jobs), because drain.queued is "refuse". Let the jobs finish'],
  ],
  ["does not mention an empty queue if drain.queued is `refuse`", { drain: { queued: "refuse" } }, idle, []],
  [
    "says that the workers finish the queue first",
    {},
    busy,
    [`waits until its workers have finished 2 jobs in its queue`],
  ],
  ["is silent about an empty queue that the workers would finish", {}, idle, []],
  [
    "announces that a queue without workers prevents the delete",
    { workersMax: 0 },
    busy,
    ["fails as long as jobs wait in its queue (now 2 jobs), because its workersMax is 0. Set workersMax above 0 or"],
  ],
  ["does not mention the queue of a load balancer, which has none", { type: "LB" }, busy, []],
])("the preview of an endpoint's delete %s", async (_, inputs, jobs, said) => {
  const lines = await foreseen(inputs, jobs);
  expect(lines).toEqual(said.map((line) => expect.stringContaining(`the delete of endpoint ep1 ${line}`)));
});

test("a preview does not warn about an endpoint that RunPod no longer has", async () => {
  const missing = async () => {
    throw new NotFoundError({ operation: "any", sentence: "There is none." });
  };
  const platform = { jobs: { health: missing }, endpoints: { get: missing } } as unknown as Platform;
  expect(await foreseeLostJobs({ platform, signal }, { id: "ep1", inputs: {}, state: {} })).toEqual([]);
});
