import { beforeEach, describe, expect, test } from "vitest";
import { type CallOptions, CapacityError, NetworkError, RuleError, ServerError, TimeoutError } from "../../../client";
import { Creation, type CreationLookup } from "../../../provider/creating/creation";
import { EngineGoneError } from "../../../provider/operations/errors";
import { type TestRun, testRun } from "../../support/test-run";
import type { VirtualClock } from "../../support/virtual-clock";

interface Thing {
  readonly id: string;
}

const facts = { operation: "createPod" };
const lost = () => new NetworkError({ ...facts, sentence: "The connection was lost", outcomeUnknown: true });
const timedOut = () => new TimeoutError({ ...facts, sentence: "No answer in time", outcomeUnknown: true });
const refused = () => new RuleError({ ...facts, sentence: "The platform refused", detail: "the template is taken" });

/** A platform of its own; `send` plays one entry of `answers` a request. */
class Shop {
  readonly made: Thing[] = [];
  readonly discarded: string[] = [];
  posts = 0;
  lookUps = 0;
  answers: ((make: () => Thing) => Thing)[] = [];
  /** Shows what was made so late that this many look-ups pass first. */
  hiddenFor = 0;
  /** The signal of each request. */
  readonly signals: (AbortSignal | undefined)[] = [];

  readonly send = async ({ signal }: CallOptions): Promise<Thing> => {
    this.posts += 1;
    this.signals.push(signal);
    const make = () => {
      const thing = { id: `pod${this.made.length + 1}` };
      this.made.push(thing);
      return thing;
    };
    return (this.answers.shift() ?? ((create) => create()))(make);
  };

  readonly lookup: CreationLookup<Thing> = {
    what: 'pod "web"',
    marker: "web-1234567",
    get: async (id) => this.made.find((thing) => thing.id === id),
    search: async (signal) => {
      signal.throwIfAborted();
      this.lookUps += 1;
      return this.lookUps > this.hiddenFor ? this.made.filter(({ id }) => !this.discarded.includes(id)) : [];
    },
    delete: async (id) => {
      // Takes its time: what is to be deleted must be gone before the creation returns.
      await new Promise((done) => setImmediate(done));
      this.discarded.push(id);
    },
  };
}

const lostAfterWork = (make: () => Thing): Thing => {
  make();
  throw lost();
};
const lostBeforeWork = (): Thing => {
  throw lost();
};

const timesOutBeforeWork = (): Thing => {
  throw timedOut();
};
const timesOutAfterWork = (make: () => Thing): Thing => {
  make();
  throw timedOut();
};

let shop: Shop;
let run: TestRun;
const create = (lookup: CreationLookup<Thing> = shop.lookup) =>
  (run.clock as VirtualClock).run(new Creation(run, lookup).create(shop.send));

beforeEach(() => {
  shop = new Shop();
  run = testRun();
});

const refuses = (): Thing => {
  throw refused();
};

const gatewayTimesOut = (make: () => Thing): Thing => {
  make();
  throw new ServerError({ ...facts, sentence: "Gateway time-out", status: 504, outcomeUnknown: true });
};

/** What becomes of each request; after how many look-ups its effect shows; what the creation continues with, and sends. */
type Course = [what: string, Shop["answers"], hiddenFor: number, id: string, posts: number, discarded?: string];

const courses: readonly Course[] = [
  ["with a response sends one request", [], 0, "pod1", 1],
  ["whose response was lost continues with what it created", [lostAfterWork], 0, "pod1", 1],
  ["whose response was lost waits for a platform that shows it late", [lostAfterWork], 1, "pod1", 1],
  ["that never arrived is sent once more", [lostBeforeWork], 0, "pod1", 2],
  [
    "whose effect shows only after it was repeated keeps one and deletes the other",
    [lostAfterWork],
    2,
    "pod2",
    2,
    "pod1",
  ],
  [
    "that is refused the second time continues with the late effect of the first",
    [lostAfterWork, refuses],
    2,
    "pod1",
    2,
  ],
  ["whose second response is lost too keeps one of both", [lostAfterWork, lostAfterWork], 2, "pod1", 2, "pod2"],
  ["that timed out is found also when that takes the platform twenty seconds", [timesOutAfterWork], 2, "pod1", 1],
  ["that a gateway gave up on is looked for as long", [gatewayTimesOut], 2, "pod1", 1],
];

describe("a creation", () => {
  test.each(courses)("%s", async (_what, answers, hiddenFor, id, posts, discarded) => {
    shop.answers = [...answers];
    shop.hiddenFor = hiddenFor;
    expect(await create()).toEqual({ id });
    expect(shop).toMatchObject({ posts, discarded: discarded === undefined ? [] : [discarded] });
    if (answers.length === 0) expect(shop.lookUps).toBe(0);
  });

  test("without a response twice, and without an effect, names the marker to search for", async () => {
    shop.answers = [lostBeforeWork, lostBeforeWork];
    await expect(create()).rejects.toThrow(
      /did not confirm that it created pod "web", and it was not found: The connection was lost\. .*web-1234567/,
    );
    expect(shop.posts).toBe(2);
  });

  test("whose response was lost and that cannot be looked up names the marker to search for", async () => {
    shop.answers = [lostAfterWork];
    const blind = { ...shop.lookup, search: () => Promise.reject(refused()) };
    await expect(create(blind)).rejects.toThrow(
      /did not confirm that it created pod "web".*refused.*contains web-1234567\. "podwright drift --unmanaged" lists/,
    );
    expect(shop.posts).toBe(1);
  });

  test("that is refused is not repeated and not looked up", async () => {
    shop.answers = [refuses];
    await expect(create()).rejects.toThrow("The platform refused");
    expect(shop).toMatchObject({ posts: 1, lookUps: 0 });
  });

  test("is not begun for an engine that is gone", async () => {
    run.cancel();
    await expect(create()).rejects.toThrow("the run was cancelled");
    expect(shop.posts).toBe(0);
  });

  test("is not repeated, nor looked up, for an engine that is gone by the time its response is lost", async () => {
    shop.answers = [
      () => {
        run.cancel(new EngineGoneError("the engine is gone"));
        throw lost();
      },
    ];
    await expect(create()).rejects.toThrow("the engine is gone");
    expect(shop).toMatchObject({ posts: 1, lookUps: 0 });
  });
});

describe("a creation that times out", () => {
  test("is looked for three times in twenty seconds before it is sent once more", async () => {
    shop.answers = [timesOutBeforeWork];
    const began = run.clock.now();
    await create();
    // As long again for what the first one may have made beside it.
    expect(run.clock.now() - began).toBe(40_000);
    expect(shop).toMatchObject({ posts: 2, lookUps: 4 });
  });

  test("has its duplicate deleted by one search after the wait for the one that is kept, without a pause of its own", async () => {
    shop.answers = [timesOutAfterWork];
    shop.hiddenFor = 3;
    const clock = run.clock as VirtualClock;
    const creation = new Creation(run, shop.lookup);
    const made = await clock.run(creation.createUnlessFound(shop.send));
    expect(made).toEqual({ id: "pod2" });
    clock.advance(300_000);
    const waitedUntil = clock.now();
    await clock.run(creation.removeDuplicates(made.id));
    expect(shop).toMatchObject({ discarded: ["pod1"], lookUps: 4 });
    expect(clock.now()).toBe(waitedUntil);
    await clock.run(creation.removeDuplicates(made.id));
    expect(shop.lookUps).toBe(4);
  });

  test("and for which there is no capacity afterwards is found before it counts as not created", async () => {
    shop.answers = [
      timesOutAfterWork,
      () => {
        throw new CapacityError({ ...facts, sentence: "There is no capacity" });
      },
    ];
    shop.hiddenFor = 3;
    const creation = new Creation(run, shop.lookup);
    const found = creation.recoverOnFailure(() => creation.createUnlessFound(shop.send));
    expect(await (run.clock as VirtualClock).run(found)).toEqual({ id: "pod1" });
    expect(run.created.get("web-1234567")).toBe("pod1");
  });
});

describe("a creation whose second response is lost too", () => {
  test.each([
    { name: "within 2 s after a loss", before: lostBeforeWork, after: lostAfterWork, shownMs: 4_000 },
    { name: "within 4 s after a time-out", before: timesOutBeforeWork, after: timesOutAfterWork, shownMs: 24_000 },
    { name: "within 20 s after a time-out", before: timesOutBeforeWork, after: timesOutAfterWork, shownMs: 40_000 },
  ])("is found where the platform shows its effect $name", async ({ before, after, shownMs }) => {
    shop.answers = [before, after];
    const began = run.clock.now();
    const late = async (signal: AbortSignal) =>
      run.clock.now() - began >= shownMs ? await shop.lookup.search(signal) : [];
    expect(await create({ ...shop.lookup, search: late })).toEqual({ id: "pod1" });
    expect(shop).toMatchObject({ posts: 2, discarded: [] });
  });
});

describe("a creation during which the user cancels", () => {
  const cancelled = (answer: (make: () => Thing) => Thing) => (make: () => Thing) => {
    run.cancel();
    return answer(make);
  };

  test("continues with the response that still comes", async () => {
    shop.answers = [cancelled((make) => make())];
    expect(await create()).toEqual({ id: "pod1" });
    expect(shop.lookUps).toBe(0);
  });

  test("is looked up once when its response was lost, and what it created is kept", async () => {
    shop.answers = [cancelled(lostAfterWork)];
    expect(await create()).toEqual({ id: "pod1" });
    expect(shop).toMatchObject({ posts: 1, lookUps: 1 });
    expect(run.created.get("web-1234567")).toBe("pod1");
  });

  test("is not sent a second time, and names the marker to search for when it is not found", async () => {
    shop.answers = [cancelled(lostBeforeWork)];
    await expect(create()).rejects.toThrow(/was not found: the run was cancelled\. Before the next .*web-1234567/);
    expect(shop).toMatchObject({ posts: 1, lookUps: 1 });
  });

  test("during the lookup finishes the lookup", async () => {
    shop.answers = [lostAfterWork];
    shop.hiddenFor = 1;
    const creating = create({
      ...shop.lookup,
      search: async (signal) => {
        const found = await shop.lookup.search(signal);
        run.cancel();
        return found;
      },
    });
    expect(await creating).toEqual({ id: "pod1" });
    expect(shop.posts).toBe(1);
  });

  test("says that the lookup failed when that takes too long", async () => {
    shop.answers = [cancelled(lostAfterWork)];
    const hanging = {
      ...shop.lookup,
      search: (signal: AbortSignal) =>
        new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    };
    await expect(create(hanging)).rejects.toThrow(
      /could not be looked up: the platform did not respond within 10s, or its limit of requests is used up\. /,
    );
  });

  test("has its duplicate deleted all the same", async () => {
    shop.answers = [lostAfterWork, cancelled((make) => make())];
    shop.hiddenFor = 2;
    expect(await create()).toEqual({ id: "pod2" });
    expect(shop.discarded).toEqual(["pod1"]);
  });
});

describe("what was created is never forgotten", () => {
  test("when nothing can show whether there is a duplicate", async () => {
    shop.answers = [lostBeforeWork];
    const search = async () => {
      shop.lookUps += 1;
      if (shop.lookUps > 2) throw new ServerError({ operation: "listPods", sentence: "The platform is out of order" });
      return [];
    };
    expect(await create({ ...shop.lookup, search })).toEqual({ id: "pod1" });
    expect(run.lines.join()).toContain("could not check for a duplicate of");
  });

  test("when its duplicate cannot be deleted; the user reads of it", async () => {
    shop.answers = [lostAfterWork];
    shop.hiddenFor = 2;
    const refuse = () => Promise.reject(refused());
    expect(await create({ ...shop.lookup, delete: refuse })).toEqual({ id: "pod2" });
    expect(run.lines.at(-1)).toContain("warning: pod1 could not be deleted");
  });

  test("by a second create of the same resource in one process", async () => {
    await create();
    expect(await create()).toEqual({ id: "pod1" });
    expect(shop.posts).toBe(1);
  });

  test("unless it is gone meanwhile", async () => {
    await create();
    shop.made.length = 0;
    await create();
    expect(shop.posts).toBe(2);
  });
});

describe("where the marker is no proof", () => {
  const unproven = () => {
    const { delete: _, ...lookup } = shop.lookup;
    return lookup;
  };

  test("one candidate is taken", async () => {
    shop.answers = [lostAfterWork];
    expect(await create(unproven())).toEqual({ id: "pod1" });
  });

  test("of several candidates none is taken and none is deleted; all are named", async () => {
    shop.made.push({ id: "stranger" });
    shop.answers = [lostAfterWork];
    await expect(create(unproven())).rejects.toThrow(/could be the new pod "web": stranger, pod2\./);
    expect(shop.discarded).toEqual([]);
  });

  test("a similar one is named beside the one that was surely created", async () => {
    shop.answers = [
      () => {
        shop.made.push({ id: "stranger" });
        throw lost();
      },
    ];
    shop.hiddenFor = 2;
    expect(await create(unproven())).toEqual({ id: "pod2" });
    expect(run.lines.at(-1)).toContain("warning: stranger is similar to");
    expect(shop.discarded).toEqual([]);
  });
});
