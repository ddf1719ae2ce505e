import { beforeEach, describe, expect, test, vi } from "vitest";
import { CapacityError, ServerError, TimeoutError } from "../../../client";
import { Creation } from "../../../provider/creating/creation";
import { EngineGoneError } from "../../../provider/pulumi/errors";
import { type TestRun, testRun } from "../../support/test-run";
import type { VirtualClock } from "../../support/virtual-clock";
import { facts, lost, lostAfterWork, lostBeforeWork, refused, Shop, type Thing } from "./shop";

const timedOut = () => new TimeoutError({ ...facts, sentence: "No answer in time", outcomeUnknown: true });

const timesOutBeforeWork = (): Thing => {
  throw timedOut();
};

const timesOutAfterWork = (make: () => Thing): Thing => {
  make();
  throw timedOut();
};

let shop: Shop;
let run: TestRun;
const create = (lookup = shop.lookup) => shop.create(run, lookup);

beforeEach(() => {
  shop = new Shop();
  run = testRun();
});

const refuses = (): Thing => {
  throw refused();
};

const gatewayTimesOut =
  (status: number) =>
  (make: () => Thing): Thing => {
    make();
    throw new ServerError({ ...facts, sentence: "Gateway time-out", status, outcomeUnknown: true });
  };

/**
 * The outcome of each request, the number of lookups before its effect shows, and the pod and requests of the
 * creation.
 */
type Course = [what: string, Shop["answers"], hiddenFor: number, id: string, posts: number, discarded?: string];

const courses: readonly Course[] = [
  ["sends one request if RunPod responds", [], 0, "pod1", 1],
  ["finds its pod if the response is lost", [lostAfterWork], 0, "pod1", 1],
  ["finds its pod after a lost response even if RunPod shows the pod late", [lostAfterWork], 1, "pod1", 1],
  ["sends a second request if the first request never arrived", [lostBeforeWork], 0, "pod1", 2],
  [
    "keeps one pod and deletes the duplicate if RunPod shows the first pod too late",
    [lostAfterWork],
    2,
    "pod2",
    2,
    "pod1",
  ],
  ["keeps the pod of its first request if RunPod refuses the second request", [lostAfterWork, refuses], 2, "pod1", 2],
  ["keeps the older of two pods if both responses are lost", [lostAfterWork, lostAfterWork], 2, "pod1", 2],
  [
    "finds its pod after a time-out even if RunPod takes twenty seconds to show the pod",
    [timesOutAfterWork],
    2,
    "pod1",
    1,
  ],
  ["searches for its pod for twenty seconds after a gateway's time-out", [gatewayTimesOut(504)], 2, "pod1", 1],
  ["searches for its pod for twenty seconds after a proxy's time-out", [gatewayTimesOut(524)], 2, "pod1", 1],
];

describe("the create of a pod", () => {
  test.each(courses)("%s", async (_what, answers, hiddenFor, id, posts, discarded) => {
    shop.answers = [...answers];
    shop.hiddenFor = hiddenFor;
    expect(await create()).toMatchObject({ id });
    expect(shop).toMatchObject({ posts, discarded: discarded === undefined ? [] : [discarded] });
    if (answers.length === 0) expect(shop.lookUps).toBe(0);
    const told = (text: string) => run.lines.some((line) => line.includes(text));
    expect(told('the response to creating pod "web" was lost')).toBe(answers.length > 0);
    expect(told("sending the create request once more")).toBe(posts === 2);
  });

  describe("leaves an item alone that may be a copy, and names it", () => {
    const warned = () => run.lines.filter((line) => line.includes("carries the mark of"));
    const copy = { id: "copy", createdAt: new Date(2_500).toISOString() };
    const searchWith =
      (more: Thing, change = (made: Thing) => made): typeof shop.lookup.search =>
      async (signal) => {
        const found = await shop.lookup.search(signal);
        return found.length === 0 ? found : [more, ...found.map(change)];
      };

    test.each<[string, Shop["answers"], string[]]>([
      ["if one request had no response", [lostAfterWork], []],
      ["if the first of two requests had no effect", [lostBeforeWork, lostAfterWork], []],
      ["if both requests had an effect", [lostAfterWork, (make) => make()], ["pod1"]],
    ])("%s", async (_, answers, discarded) => {
      const posts = answers.length;
      shop.answers = [...answers];
      shop.hiddenFor = posts === 1 ? 0 : 2;
      expect(await create({ ...shop.lookup, search: searchWith(copy) })).toMatchObject({
        id: `pod${1 + discarded.length}`,
      });
      expect(shop).toMatchObject({ posts, discarded });
      expect(warned()).toEqual([expect.stringContaining("copy carries the mark of")]);
    });

    test("if RunPod names no time of creation", async () => {
      shop.answers = [lostAfterWork, (make) => make()];
      shop.hiddenFor = 2;
      const search = searchWith({ id: "copy" }, ({ id }) => ({ id }));
      expect(await create({ ...shop.lookup, search })).toMatchObject({ id: "pod2" });
      expect(shop.discarded).toEqual([]);
      expect(warned()).toEqual(["copy", "pod1"].map((id) => expect.stringContaining(`${id} carries the mark of`)));
    });

    test("but deletes the younger pod of an earlier request if the pods name their requests", async () => {
      shop.answers = [lostBeforeWork, (make) => make()];
      const late = { id: "late", createdAt: new Date(5_000).toISOString() };
      const search: typeof shop.lookup.search = async () => (shop.posts < 2 ? [] : [...shop.made, late, copy]);
      const requestOf = ({ id }: Thing) => (id === "late" ? undefined : "2");
      expect(await create({ ...shop.lookup, search, requestOf })).toMatchObject({ id: "pod1" });
      expect(shop.discarded).toEqual(["late"]);
      expect(warned()).toEqual([expect.stringContaining("copy carries the mark of")]);
    });

    test("and continues with neither if it cannot tell the original from the copy", async () => {
      shop.answers = [lostAfterWork];
      await expect(create({ ...shop.lookup, search: searchWith({ id: "copy" }) })).rejects.toThrow(
        'more than one resource could be the new pod "web": copy, pod1.',
      );
      expect(shop).toMatchObject({ posts: 1, discarded: [] });
    });
  });

  test("names the pod's marker in the error if neither of its two requests gets a response", async () => {
    shop.answers = [lostBeforeWork, lostBeforeWork];
    await expect(create()).rejects.toThrow(
      /did not confirm that it created pod "web", and Podwright did not find it: The connection was lost\. .*web-1234567/,
    );
    expect(shop.posts).toBe(2);
  });

  test("names the pod's marker in the error if RunPod refuses the lookup after a lost response", async () => {
    shop.answers = [lostAfterWork];
    const search = vi.fn(() => Promise.reject(refused()));
    const blind = { ...shop.lookup, search };
    await expect(create(blind)).rejects.toThrow(
      /did not confirm that it created pod "web".*refused.*contains web-1234567\. "podwright drift --unmanaged" lists/,
    );
    expect(shop.posts).toBe(1);
    expect(search).toHaveBeenCalledTimes(1);
  });

  test("sends neither a second request nor a search if RunPod refuses the first request", async () => {
    shop.answers = [refuses];
    await expect(create()).rejects.toThrow("RunPod refused");
    expect(shop).toMatchObject({ posts: 1, lookUps: 0 });
  });

  test("sends no request in a cancelled run", async () => {
    run.cancel();
    await expect(create()).rejects.toThrow("the run was cancelled");
    expect(shop.posts).toBe(0);
  });

  test("sends no further request if its response is lost after the engine has ended", async () => {
    shop.answers = [
      () => {
        run.cancel(new EngineGoneError("the engine is gone"));
        throw lost();
      },
    ];
    await expect(create()).rejects.toThrow("the engine is gone");
    expect(shop).toMatchObject({ posts: 1, lookUps: 0 });
  });

  test("stops its searches for the pod and for duplicates when the engine ends", async () => {
    const goes = () => run.cancel(new EngineGoneError("the engine is gone"));
    const search = vi.fn(() => {
      goes();
      return Promise.reject(run.signal.reason);
    });
    shop.answers = [lostAfterWork];
    await expect(create({ ...shop.lookup, search })).rejects.toThrow("the engine is gone");
    expect(search).toHaveBeenCalledTimes(1);

    [shop, run] = [new Shop(), testRun()];
    shop.hiddenFor = 2;
    shop.answers = [
      lostAfterWork,
      (make) => {
        goes();
        return make();
      },
    ];
    expect(await create()).toMatchObject({ id: "pod2" });
    expect(shop).toMatchObject({ discarded: [], lookUps: 2 });
  });
});

describe("a timed-out create", () => {
  test("searches for its pod three times in twenty seconds before it sends a second request", async () => {
    shop.answers = [timesOutBeforeWork];
    const began = run.clock.now();
    await create();
    // The search for a duplicate of the first request takes twenty seconds more.
    expect(run.clock.now() - began).toBe(40_000);
    expect(shop).toMatchObject({ posts: 2, lookUps: 4 });
  });

  test("needs only one search to find and delete a duplicate after the wait for its pod", async () => {
    shop.answers = [timesOutAfterWork];
    shop.hiddenFor = 3;
    const clock = run.clock as VirtualClock;
    const creation = new Creation(run, shop.lookup);
    const made = await clock.run(creation.createUnlessFound(shop.send));
    expect(made).toMatchObject({ id: "pod2" });
    clock.advance(300_000);
    const waitedUntil = clock.now();
    await clock.run(creation.removeDuplicates(made.id));
    expect(shop).toMatchObject({ discarded: ["pod1"], lookUps: 4 });
    expect(clock.now()).toBe(waitedUntil);
    await clock.run(creation.removeDuplicates(made.id));
    expect(shop.lookUps).toBe(4);
  });

  test("finds the pod of its first request even if the second request fails for lack of capacity", async () => {
    shop.answers = [
      timesOutAfterWork,
      () => {
        throw new CapacityError({ ...facts, sentence: "There is no capacity" });
      },
    ];
    shop.hiddenFor = 3;
    const creation = new Creation(run, shop.lookup);
    const found = creation.recoverOnFailure(() => creation.createUnlessFound(shop.send));
    expect(await (run.clock as VirtualClock).run(found)).toMatchObject({ id: "pod1" });
    expect(run.created.get("web-1234567")).toBe("pod1");
  });
});

describe("a create without a response", () => {
  test.each([
    { name: "within 2 s after a lost response", before: lostBeforeWork, after: lostAfterWork, shownMs: 4_000 },
    { name: "within 4 s after a time-out", before: timesOutBeforeWork, after: timesOutAfterWork, shownMs: 24_000 },
    { name: "within 20 s after a time-out", before: timesOutBeforeWork, after: timesOutAfterWork, shownMs: 40_000 },
  ])("finds its pod if RunPod shows the pod $name", async ({ before, after, shownMs }) => {
    shop.answers = [before, after];
    const began = run.clock.now();
    const late = async (signal: AbortSignal) =>
      run.clock.now() - began >= shownMs ? await shop.lookup.search(signal) : [];
    expect(await create({ ...shop.lookup, search: late })).toMatchObject({ id: "pod1" });
    expect(shop).toMatchObject({ posts: 2, discarded: [] });
  });

  test.each<[string, Shop["answers"][number], (looks: number, ms: number) => readonly string[]]>([
    ["a lost response", lostAfterWork, (looks) => ["pod1", "pod2"].slice(0, Math.max(0, looks - 2))],
    ["a time-out", timesOutAfterWork, (_, ms) => (ms < 35_000 ? ["pod2"] : ["pod1", "pod2"])],
  ])(
    "keeps one pod and deletes or names the other if RunPod shows the pod of the first request late (after %s)",
    async (_, first, shown) => {
      shop.answers = [first, lostAfterWork];
      const began = run.clock.now();
      const search = async (signal: AbortSignal) => {
        const made = await shop.lookup.search(signal);
        return made.filter(({ id }) => shown(shop.lookUps, run.clock.now() - began).includes(id));
      };
      const { id } = await create({ ...shop.lookup, search });
      const named = run.lines.flatMap((line) => /(\w+) carries the mark of/.exec(line)?.[1] ?? []);
      expect([id, ...shop.discarded, ...named].sort()).toEqual(["pod1", "pod2"]);
      // The younger pod may be a copy.
      expect(shop.discarded).not.toContain("pod2");
    },
  );
});
