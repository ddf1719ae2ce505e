import { describe, expect, test } from "vitest";
import { type Platform, RuleError, ServerError } from "../../../client";
import { renewedTemplate } from "../../../provider/kinds/serverless-endpoint/serverless-endpoint";
import { readRollout } from "../../../provider/kinds/serverless-endpoint/serving/rollout";

/** The template in the plan of this run. */
const template = (revision: number, before = revision) => ({ revision, before, changed: [], inputs: {} });

const isRenewed = (recorded: number | undefined, followed: ReturnType<typeof template>, templateId = "tpl1") => {
  const state = recorded === undefined ? {} : { templateRevision: recorded };
  const change = { olds: { templateId: "tpl1" }, news: { templateId }, state, followed: () => followed };
  return renewedTemplate(change as never) !== undefined;
};

describe("an update of an endpoint", () => {
  test("renews the workers if this run or a killed run changed the template", () => {
    expect(isRenewed(2, template(3, 2))).toBe(true);
    expect(isRenewed(2, template(3))).toBe(true);
    expect(isRenewed(undefined, template(2, 1))).toBe(true);
    expect(isRenewed(undefined, template(2))).toBe(true);
  });

  test("renews no workers that already run the changed template", () => {
    expect(isRenewed(3, template(3))).toBe(false);
    expect(isRenewed(undefined, template(1))).toBe(false);
    expect(isRenewed(1, template(3), "tpl2")).toBe(false);
  });
});

describe("the wait for an endpoint's workers", () => {
  const failing = (error: Error) =>
    ({
      workers: { list: () => Promise.reject(error) },
      endpoints: { get: async () => ({ id: "ep1" }) },
      jobs: { health: async () => ({ jobs: {}, workers: { idle: 2, ready: 2 } }) },
    }) as unknown as Platform;
  const read = (error: Error) => readRollout(failing(error), "ep1", new AbortController().signal);
  const facts = { operation: "listEndpointWorkers", sentence: "It failed" };

  test("fails if a request for the list of workers fails temporarily", async () => {
    const error = new ServerError({ ...facts, status: 503, retryable: true });
    await expect(read(error)).rejects.toBe(error);
  });

  test("uses RunPod's counters if a request for the list of workers fails permanently", async () => {
    expect(await read(new RuleError({ ...facts, status: 422 }))).toEqual({ id: "ep1", states: { IDLE: 2 }, stale: 0 });
  });
});
