import { beforeEach, describe, expect, test } from "vitest";
import { ServerError } from "../../../client";
import { type TestRun, testRun } from "../../support/test-run";
import { lost, lostAfterWork, lostBeforeWork, refused, Shop, type Thing } from "./shop";

let shop: Shop;
let run: TestRun;
const create = (lookup = shop.lookup) => shop.create(run, lookup);

beforeEach(() => {
  shop = new Shop();
  run = testRun();
});

describe("a cancelled create", () => {
  const cancelled = (answer: (make: () => Thing) => Thing) => (make: () => Thing) => {
    run.cancel();
    return answer(make);
  };

  test("returns the new pod if the response arrives after the cancel", async () => {
    shop.answers = [cancelled((make) => make())];
    expect(await create()).toMatchObject({ id: "pod1" });
    expect(shop.lookUps).toBe(0);
  });

  test("finds the new pod with one lookup if RunPod's response is lost", async () => {
    shop.answers = [cancelled(lostAfterWork)];
    expect(await create()).toMatchObject({ id: "pod1" });
    expect(shop).toMatchObject({ posts: 1, lookUps: 1 });
    expect(run.created.get("web-1234567")).toBe("pod1");
  });

  test("sends no second request, even if its lookup finds no pod", async () => {
    shop.answers = [cancelled(lostBeforeWork)];
    await expect(create()).rejects.toThrow(/did not find it: the run was cancelled\. Before the next .*web-1234567/);
    expect(shop).toMatchObject({ posts: 1, lookUps: 1 });
  });

  test("finishes the lookup that is already running", async () => {
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
    expect(await creating).toMatchObject({ id: "pod1" });
    expect(shop.posts).toBe(1);
  });

  test("reports that its lookup took too long", async () => {
    shop.answers = [cancelled(lostAfterWork)];
    const hanging = {
      ...shop.lookup,
      search: (signal: AbortSignal) =>
        new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    };
    await expect(create(hanging)).rejects.toThrow(
      /Podwright could not search for the new resource: RunPod did not respond within 10s, or its limit of requests is used up\. /,
    );
  });

  test("still deletes the duplicate of its pod", async () => {
    shop.answers = [lostAfterWork, cancelled((make) => make())];
    shop.hiddenFor = 2;
    expect(await create()).toMatchObject({ id: "pod2" });
    expect(shop.discarded).toEqual(["pod1"]);
  });
});

describe("a create", () => {
  test("succeeds even if the lookup for a duplicate fails", async () => {
    shop.answers = [lostBeforeWork];
    const search = async () => {
      shop.lookUps += 1;
      if (shop.lookUps > 2) throw new ServerError({ operation: "listPods", sentence: "The platform is out of order" });
      return [];
    };
    expect(await create({ ...shop.lookup, search })).toMatchObject({ id: "pod1" });
    expect(run.lines.join()).toContain("Podwright could not check whether RunPod has a duplicate of");
  });

  test("succeeds with a warning if Podwright cannot delete a duplicate", async () => {
    shop.answers = [lostAfterWork];
    shop.hiddenFor = 2;
    const refuse = () => Promise.reject(refused());
    expect(await create({ ...shop.lookup, delete: refuse })).toMatchObject({ id: "pod2" });
    expect(run.lines.at(-1)).toContain("warning: pod1 could not be deleted");
  });

  test("makes no second pod when the same process repeats the create", async () => {
    await create();
    expect(await create()).toMatchObject({ id: "pod1" });
    expect(shop.posts).toBe(1);
  });

  test("makes a new pod when the process repeats the create after the first pod disappeared", async () => {
    await create();
    run.unshown.judge("pod1", {});
    shop.made.length = 0;
    await create();
    expect(shop.posts).toBe(2);
  });

  test("makes no second pod when the process repeats the create before RunPod shows the first pod", async () => {
    await create();
    shop.made.length = 0;
    await expect(create()).rejects.toThrow("RunPod returned the id pod1 when it created this resource");
    expect(shop.posts).toBe(1);
  });
});

describe("a lookup by a user-chosen name", () => {
  const unproven = () => {
    const { delete: _, ...lookup } = shop.lookup;
    return lookup;
  };

  test("adopts the only matching pod", async () => {
    shop.answers = [lostAfterWork];
    expect(await create(unproven())).toMatchObject({ id: "pod1" });
  });

  test("neither adopts nor deletes any of several matching pods", async () => {
    shop.made.push({ id: "stranger" });
    shop.answers = [lostAfterWork];
    await expect(create(unproven())).rejects.toThrow(/could be the new pod "web": stranger, pod2\./);
    expect(shop.discarded).toEqual([]);
  });

  test("returns the pod of the confirmed request and warns of a similar pod", async () => {
    shop.answers = [
      () => {
        shop.made.push({ id: "stranger" });
        throw lost();
      },
    ];
    shop.hiddenFor = 2;
    expect(await create(unproven())).toMatchObject({ id: "pod2" });
    expect(run.lines.at(-1)).toContain("warning: stranger is similar to");
    expect(shop.discarded).toEqual([]);
  });
});
