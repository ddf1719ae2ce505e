import { expect, test } from "vitest";
import { type Unfinished, unfinished } from "../../../provider/lifecycle/unfinished";
import { WaitCancelledError, WaitFailedError, WaitTimeoutError } from "../../../provider/waiting/wait-for";
import { testRun } from "../../support/test-run";

const facts: Unfinished = {
  ...{ kind: "pod", id: "pod1", name: "web", during: "create", outputs: {}, status: "STARTING" },
  fault: "differs from the program",
  error: undefined,
  evidence: ["The end of its log: ready"],
  next: "continues with this pod",
  advice: ["It costs $1 an hour."],
};

const told = (error: unknown, run = testRun({ timeoutMs: 6_000 })) => unfinished(run, { ...facts, error });

test("the error of a wait that took too long names only the limit of this wait", () => {
  const { reasons } = told(new WaitTimeoutError("port 80 of the pod to be ready: it did not answer within 1s", {}));
  expect(reasons[0]).toBe(
    'pod pod1 ("web") was created but differs from the program: Podwright gave up after 6s waiting for port 80 of the pod to be ready: it did not answer within 1s. Its last state is STARTING.',
  );
});

test("the error of a failed resource says that the resource stays in the state", () => {
  expect(told(new WaitFailedError("its container ended", {})).reasons).toEqual([
    'pod pod1 ("web") was created but differs from the program: its container ended. Its last state is STARTING.',
    "The end of its log: ready",
    'The pod stays in the state. When the cause is fixed, "pulumi up" continues with this pod. "pulumi destroy" deletes the pod. It costs $1 an hour.',
  ]);
});

test("the error of a cancelled wait does not blame the resource", () => {
  expect(told(new WaitCancelledError("the wait was cancelled", {})).reasons).toEqual([
    'pod pod1 ("web") was created, but the wait was cancelled. Its last state is STARTING.',
    "The end of its log: ready",
    'The pod stays in the state. "pulumi up" continues with this pod. "pulumi destroy" deletes the pod. It costs $1 an hour.',
  ]);
});

test("the error of a cancelled request does not blame the resource", () => {
  const run = testRun();
  run.cancel();
  expect(told(run.signal.reason, run).reasons[0]).toContain("was created, but the run was cancelled.");
});
