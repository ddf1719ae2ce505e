import { describe, expect, test } from "vitest";
import type { PastRun } from "../../../provider/ownership/history";
import { type Candidate, type Evidence, judge } from "../../../provider/ownership/verdict";

const pod: Candidate = { kind: "Pod", id: "p1", name: "web", marker: "m1", createdAt: "2026-05-01T12:00:30.500Z" };
const made = (id: string, more: Partial<Candidate> = {}): Candidate => ({ ...pod, id, ...more });

const run = (start: string, end: string, more: Partial<PastRun> = {}): PastRun => ({
  version: 0,
  kind: "update",
  startTime: `2026-05-01T${start}.000Z`,
  endTime: `2026-05-01T${end}.000Z`,
  result: "failed",
  resourceChanges: { same: 1 },
  ...more,
});
const succeeded = { result: "succeeded", resourceChanges: { create: 1 } };
const noStates = new Map<number, ReadonlySet<string>>();
const statesOf = (...states: readonly string[][]) => new Map(states.map((keys, index) => [index, new Set(keys)]));

const nothing: Evidence = {
  pending: [],
  markers: new Map(),
  holders: new Map(),
  unread: [],
  runs: [],
  states: noStates,
};
const pending = [{ kind: "Pod", name: "web", marker: "m1" }];
const failed = { runs: [run("12:00:10", "12:00:40")], states: statesOf([]) };

const verdict = (evidence: Partial<Evidence>, item = pod, others: readonly Candidate[] = []) =>
  judge(item, others, { ...nothing, ...evidence });

describe("a resource with the mark of a stack is an unfinished creation", () => {
  test("if the state contains its creation as pending, whenever it was created", () => {
    expect(verdict({ pending, unread: ["other: EOF"] })).toEqual({ is: "unfinished", by: "a killed run" });
    const untimed = made("p1", { createdAt: null });
    expect(verdict({ pending, runs: { problem: "no history" } }, untimed)).toMatchObject({ is: "unfinished" });
  });

  test.each([
    ["within the run", "12:00:30", "12:00:10", "12:00:40"],
    ["in the second in which the run began", "12:00:10", "12:00:10", "12:00:40"],
    ["in the second in which the run ended", "12:00:40.900", "12:00:10", "12:00:40"],
    ["shortly after the run, because RunPod was slow", "12:00:55", "12:00:10", "12:00:40"],
  ])("if it appeared %s that failed", (_, at, start, end) => {
    const item = made("p1", { createdAt: `2026-05-01T${at}Z` });
    expect(verdict({ runs: [run(start, end)], states: statesOf([]) }, item)).toEqual({
      is: "unfinished",
      by: "a failed run",
    });
  });
});

describe("without a time of RunPod, a note of this machine proves an unfinished creation", () => {
  const noted = (at: string) => made("p1", { createdAt: null, begunAt: `2026-05-01T${at}Z` });

  test.each([["12:00:10"], ["12:00:30.500"], ["12:00:40.900"]])(
    "if the creation began at %s, while the run lasted that failed",
    (at) => {
      expect(verdict(failed, noted(at))).toEqual({ is: "unfinished", by: "a failed run" });
    },
  );

  test.each([["12:00:09.900"], ["12:00:41"]])("unless the creation began at %s, before or after that run", (at) => {
    const why = `its creation began at 2026-05-01T${at}Z, when no run of this stack failed`;
    expect(verdict(failed, noted(at))).toEqual({ is: "not proven", why: expect.stringContaining(why) });
  });

  test("unless a run recorded it, another state contains it, or the backend keeps no old states", () => {
    const item = noted("12:00:30");
    expect(verdict({ ...failed, states: statesOf(["Pod p1"]) }, item)).toMatchObject({ is: "released" });
    expect(verdict({ ...failed, holders: new Map([["Pod p1", "shop/dev"]]) }, item)).toMatchObject({ is: "held" });
    expect(verdict({ ...failed, states: noStates }, item)).toMatchObject({ is: "not proven" });
    expect(verdict({ ...failed, unread: ["shop/dev: EOF"] }, item)).toMatchObject({ is: "not proven" });
  });

  test("but not of a pod that RunPod made at another time: a copy has the mark of its original", () => {
    const copy = made("p1", { createdAt: "2026-05-01T13:00:00Z", begunAt: "2026-05-01T12:00:30Z" });
    expect(verdict(failed, copy)).toMatchObject({ is: "not proven" });
  });

  test("but not of one of two resources with the same mark", () => {
    const other = made("p2", { createdAt: null });
    expect(verdict(failed, noted("12:00:30"), [other])).toMatchObject({ is: "not proven" });
  });
});

describe("a resource with the mark of a stack is not proven to be an unfinished creation", () => {
  const because = (why: string) => ({ is: "not proven", why: expect.stringContaining(why) });

  test("without a trace of an unfinished run, as for a stack of the same name in another backend", () => {
    const runs = [run("11:00:00", "11:00:40", succeeded)];
    expect(verdict({ runs })).toEqual(because("when no run of this stack failed, and no creation of it is pending"));
  });

  test("if the pending creation is of another kind", () => {
    const template = [{ kind: "Template", name: "web", marker: "m1" }];
    expect(verdict({ pending: template })).toEqual(because("no creation of it is pending"));
  });

  test("if the pending creation has another mark", () => {
    const other = [{ kind: "Pod", name: "web", marker: "m2" }];
    expect(verdict({ pending: other })).toEqual(because("the pending creation in the state has another mark"));
  });

  test("if it appeared before or long after the failed run", () => {
    expect(verdict({ ...failed, runs: [run("12:00:31", "12:00:40")] })).toEqual(because("no run of this stack failed"));
    expect(verdict({ ...failed, runs: [run("11:00:00", "12:00:09")] })).toEqual(because("no run of this stack failed"));
  });

  test("if RunPod does not report its time", () => {
    expect(verdict(failed, made("p1", { createdAt: undefined }))).toEqual(because("RunPod does not report when"));
  });

  test("if the backend keeps no old states", () => {
    expect(verdict({ ...failed, states: noStates })).toEqual(because("the backend keeps no state"));
  });

  test("if a run succeeded in the same second, and the backend keeps no state after that run", () => {
    const ending = run("12:00:00", "12:00:30", succeeded);
    const runs = [run("12:00:30", "12:00:40"), ending];
    expect(verdict({ runs, states: statesOf([]) })).toEqual(because("the backend keeps no state"));
    expect(verdict({ runs, states: statesOf([], []) })).toMatchObject({ is: "unfinished" });
    const unchanged = { ...ending, resourceChanges: { same: 2 } };
    expect(verdict({ runs: [run("12:00:30", "12:00:40"), unchanged], states: statesOf([]) })).toMatchObject({
      is: "unfinished",
    });
  });

  test("if Podwright could not read the history or another stack", () => {
    expect(verdict({ runs: { problem: "EOF" } })).toEqual(because("could not read the stack's history (EOF)"));
    expect(verdict({ ...failed, unread: ["shop/dev: EOF"] })).toEqual(because("could not read shop/dev: EOF"));
  });

  test("if it carries no mark", () => {
    expect(verdict({ pending }, made("p1", { marker: undefined }))).toEqual(because("no mark"));
  });
});

test("a resource that a run recorded, and that no state contains, is released, whether the run failed and whether RunPod reports its time", () => {
  const states = statesOf([], ["Pod p1"]);
  const runs = [run("12:30:00", "12:30:10"), ...failed.runs];
  const released = { is: "released", at: "2026-05-01T12:00:40.000Z" };
  expect(verdict({ runs, states })).toEqual(released);
  expect(verdict({ runs: runs.map((one) => ({ ...one, ...succeeded })), states })).toEqual(released);
  expect(verdict({ runs, states }, made("p1", { createdAt: undefined }))).toEqual(released);
});

test("a resource in the state of any stack is held by that stack, even if its creation is pending", () => {
  expect(verdict({ pending, ...failed, holders: new Map([["Pod p1", "shop/prod"]]) })).toEqual({
    is: "held",
    holder: "shop/prod",
  });
});

describe("of several resources with the same mark", () => {
  const copy = made("p2", { createdAt: "2026-05-01T12:05:00Z" });

  test("the oldest is the creation of the killed run, and the younger are copies", () => {
    expect(verdict({ pending }, pod, [copy])).toMatchObject({ is: "unfinished" });
    expect(verdict({ pending }, copy, [pod])).toMatchObject({ is: "copy", original: "p1" });
  });

  test("each is a copy if the state contains the resource of this mark", () => {
    expect(verdict({ ...failed, markers: new Map([["m1", "p0"]]) })).toMatchObject({ is: "copy", original: "p0" });
  });

  test("none is proven if RunPod does not say which is older", () => {
    for (const createdAt of [undefined, pod.createdAt]) {
      expect(verdict({ pending }, pod, [made("p2", { createdAt })])).toMatchObject({ is: "not proven" });
    }
  });
});
