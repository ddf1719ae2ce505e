import { beforeEach, describe, expect, test } from "vitest";
import { NetworkError, RuleError, ServerError } from "../../../provider/platform";
import { type CreateRequest, createOnce } from "../../../provider/resources/create-once";
import { type TestRun, testRun } from "../../support/test-run";
import type { VirtualClock } from "../../support/virtual-clock";

interface Thing {
  readonly id: string;
}

const facts = { operation: "createPod" };
const lost = () => new NetworkError({ ...facts, sentence: "The connection was lost", outcomeUnknown: true });
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

  readonly request: CreateRequest<Thing> = {
    what: 'pod "web"',
    nonce: "web-1234567",
    send: async () => {
      this.posts += 1;
      const make = () => {
        const thing = { id: `pod${this.made.length + 1}` };
        this.made.push(thing);
        return thing;
      };
      return (this.answers.shift() ?? ((create) => create()))(make);
    },
    get: async (id) => this.made.find((thing) => thing.id === id),
    lookUp: async () => {
      this.lookUps += 1;
      return this.lookUps > this.hiddenFor ? this.made.filter(({ id }) => !this.discarded.includes(id)) : [];
    },
    discard: async (id) => {
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

let shop: Shop;
let run: TestRun;
const create = (request: CreateRequest<Thing> = shop.request) =>
  (run.clock as VirtualClock).run(createOnce(run, request));

beforeEach(() => {
  shop = new Shop();
  run = testRun();
});

describe("a creation", () => {
  test("that is answered sends one request and looks for nothing", async () => {
    expect(await create()).toEqual({ id: "pod1" });
    expect(shop).toMatchObject({ posts: 1, lookUps: 0 });
  });

  test("whose answer was lost goes on with what it made", async () => {
    shop.answers = [lostAfterWork];
    expect(await create()).toEqual({ id: "pod1" });
    expect(shop).toMatchObject({ posts: 1, discarded: [] });
  });

  test("whose answer was lost waits for a platform that shows it late", async () => {
    shop.answers = [lostAfterWork];
    shop.hiddenFor = 1;
    expect(await create()).toEqual({ id: "pod1" });
    expect(shop.posts).toBe(1);
  });

  test("that never arrived is sent once more", async () => {
    shop.answers = [lostBeforeWork];
    expect(await create()).toEqual({ id: "pod1" });
    expect(shop).toMatchObject({ posts: 2, discarded: [] });
  });

  test("whose first request shows its effect after the second keeps one and removes the other", async () => {
    shop.answers = [lostAfterWork];
    shop.hiddenFor = 2;
    expect(await create()).toEqual({ id: "pod2" });
    expect(shop).toMatchObject({ posts: 2, discarded: ["pod1"] });
  });

  test("whose second request is refused because the first had its effect late goes on with that", async () => {
    shop.answers = [
      lostAfterWork,
      () => {
        throw refused();
      },
    ];
    shop.hiddenFor = 2;
    expect(await create()).toEqual({ id: "pod1" });
  });

  test("whose second answer is lost too goes on with what is there, and removes what is too much", async () => {
    shop.answers = [lostAfterWork, lostAfterWork];
    shop.hiddenFor = 2;
    expect(await create()).toEqual({ id: "pod1" });
    expect(shop.discarded).toEqual(["pod2"]);
  });

  test("that the platform twice did not answer, and that left nothing, says by what mark to look for it", async () => {
    shop.answers = [lostBeforeWork, lostBeforeWork];
    await expect(create()).rejects.toThrow(/twice, and it is not to be found.*web-1234567/);
    expect(shop.posts).toBe(2);
  });

  test("whose answer was lost and that cannot be looked for says by what mark to look for it", async () => {
    shop.answers = [lostAfterWork];
    const blind = { ...shop.request, lookUp: () => Promise.reject(refused()) };
    await expect(create(blind)).rejects.toThrow(/did not say whether it created pod "web".*refused.*holds web-1234567/);
    expect(shop.posts).toBe(1);
  });

  test("that is refused is not repeated and not looked for", async () => {
    shop.answers = [
      () => {
        throw refused();
      },
    ];
    await expect(create()).rejects.toThrow("The platform refused");
    expect(shop).toMatchObject({ posts: 1, lookUps: 0 });
  });

  test("is not begun for an engine that is gone", async () => {
    run.cancel();
    await expect(create()).rejects.toThrow("the run was cancelled");
    expect(shop.posts).toBe(0);
  });

  test("is not repeated for an engine that went while its answer was lost", async () => {
    shop.answers = [
      () => {
        run.cancel();
        throw lost();
      },
    ];
    await expect(create()).rejects.toThrow("the run was cancelled");
    expect(shop.posts).toBe(1);
  });
});

describe("what was made is never forgotten", () => {
  test("when nobody can see whether it was made twice", async () => {
    shop.answers = [lostBeforeWork];
    const lookUp = async () => {
      shop.lookUps += 1;
      if (shop.lookUps > 2) throw new ServerError({ operation: "listPods", sentence: "The platform is out of order" });
      return [];
    };
    expect(await create({ ...shop.request, lookUp })).toEqual({ id: "pod1" });
    expect(run.lines.join()).toContain("could not be seen");
  });

  test("when its twin cannot be removed; the user is told of it", async () => {
    shop.answers = [lostAfterWork];
    shop.hiddenFor = 2;
    const discard = () => Promise.reject(refused());
    expect(await create({ ...shop.request, discard })).toEqual({ id: "pod2" });
    expect(run.lines.at(-1)).toContain("warning: pod1 could not be removed");
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

describe("where the mark is no proof", () => {
  const unproven = () => {
    const { discard: _, ...request } = shop.request;
    return request;
  };

  test("one candidate is taken", async () => {
    shop.answers = [lostAfterWork];
    expect(await create(unproven())).toEqual({ id: "pod1" });
  });

  test("of several candidates none is taken and none is removed; all are named", async () => {
    shop.made.push({ id: "stranger" });
    shop.answers = [lostAfterWork];
    await expect(create(unproven())).rejects.toThrow(/any of stranger and pod2/);
    expect(shop.discarded).toEqual([]);
  });

  test("what else looks like it is named beside the one that was surely made", async () => {
    shop.answers = [
      () => {
        shop.made.push({ id: "stranger" });
        throw lost();
      },
    ];
    shop.hiddenFor = 2;
    expect(await create(unproven())).toEqual({ id: "pod2" });
    expect(run.lines.at(-1)).toContain("warning: stranger looks like");
    expect(shop.discarded).toEqual([]);
  });
});
