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

const busy = { inQueue: 2, inProgress: 1 };
const idle = { inQueue: 0, inProgress: 0 };

test.each<[string, Inputs, object | undefined, readonly string[]]>([
  ["purged by default, with their number", {}, busy, [`purges 2 jobs in its queue. ${keep}`]],
  ["purged if they arrive later", {}, idle, [`purges its queue, which is empty now. ${keep}`]],
  ["purged, without a number", {}, undefined, [`purges its queue. Podwright could not count the jobs in it. ${keep}`]],
  [
    "purged while waiting, or abandoned in progress",
    { drain: { inProgress: "abandon" } },
    busy,
    [`purges 2 jobs in its queue. ${keep}`, 'does not wait for 1 job in progress: drain.inProgress is "abandon"'],
  ],
  [
    "a reason to refuse the deletion",
    { drain: { queued: "refuse" } },
    busy,
    ['fails while jobs wait in its queue: 2 jobs there now, and drain.queued is "refuse". Let them finish'],
  ],
  ["no reason to refuse yet", { drain: { queued: "refuse" } }, idle, []],
  ["processed first", { drain: { queued: "process" } }, busy, []],
  ["in no queue, because a load balancer has none", { type: "LB" }, busy, []],
])("a preview explains the fate of the jobs of a deleted endpoint: they are %s", async (_, inputs, jobs, said) => {
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
