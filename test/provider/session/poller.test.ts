import { beforeEach, describe, expect, test } from "vitest";
import { NetworkError, type Platform, type Pod } from "../../../client";
import { watchedPods } from "../../../provider/kinds/pod/readiness";
import { watchedRollouts } from "../../../provider/kinds/serverless-endpoint/serving/rollout";
import { Poller } from "../../../provider/session/poller";
import { sharedPollers } from "../../../provider/session/watched";
import { settle, VirtualClock } from "../../support/virtual-clock";

let clock: VirtualClock;
let reads: string[][];
let answer: () => Promise<ReadonlyMap<string, string | Error>>;
let poller: Pick<Poller<unknown>, "watch">;

beforeEach(() => {
  clock = new VirtualClock();
  reads = [];
  answer = async () => new Map([["a", "STARTING"]]);
  poller = newPoller();
});

function newPoller() {
  return new Poller<string>({
    ...{ clock, timeScale: 1, shortestMs: 1_000, longestMs: 5_000 },
    read: async (ids) => {
      reads.push([...ids]);
      const snapshots = await answer();
      return async (id) => {
        const snapshot = snapshots.get(id);
        if (snapshot instanceof Error) throw snapshot;
        return snapshot;
      };
    },
  });
}

function watch(id: string) {
  const snapshots: unknown[] = [];
  const errors: unknown[] = [];
  const ended = new AbortController();
  const never = (snapshot: unknown) => {
    snapshots.push(snapshot);
    return false;
  };
  poller.watch(id, never, ended.signal).catch((error: unknown) => ended.signal.aborted || errors.push(error));
  return { snapshots, errors, end: () => ended.abort() };
}

/** Waits until the object is `RUNNING`. */
function ready(id: string): () => boolean {
  let isReady = false;
  const ended = poller.watch(id, (snapshot) => snapshot === "RUNNING", new AbortController().signal);
  void ended.then(() => {
    isReady = true;
  });
  return () => isReady;
}

/** Watches pods of an account whose list has several pages, and counts the requests. */
function largeAccount(pages: number, count: number, status = "STARTING") {
  const ids = Array.from({ length: count }, (_, index) => `pod-${index}`);
  const requests = { list: 0, get: 0 };
  const podOf = (id: string) => ({ id, status, runtime: null });
  const pods = {
    listing: async () => {
      requests.list += pages;
      return { items: ids.map(podOf), pages };
    },
    get: async (id: string) => {
      requests.get += 1;
      return podOf(id);
    },
  };
  poller = sharedPollers({ pods } as unknown as Platform, { clock, timeScale: 1 })(watchedPods);
  return { ids, requests };
}

async function pass(ms: number, steps = 1): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    await settle();
    clock.advance(ms);
    await settle();
  }
}

describe("all waits for objects of one kind", () => {
  test("share one read", async () => {
    const first = watch("a");
    const second = watch("b");
    const third = watch("a");
    await pass(1_000);
    expect(reads).toEqual([["a", "b"]]);
    expect([first, second, third].map(({ snapshots }) => snapshots)).toEqual([["STARTING"], [undefined], ["STARTING"]]);
  });

  test("share one read if they begin shortly after each other", async () => {
    const ids = Array.from({ length: 8 }, (_, index) => `new-${index}`);
    for (const id of ids) {
      watch(id);
      await pass(60);
    }
    expect(reads).toEqual([]);
    await pass(60);
    expect(reads).toEqual([ids]);
  });

  test("send no request after the last wait has ended", async () => {
    const { end } = watch("a");
    await pass(1_000);
    end();
    await pass(60_000, 3);
    expect(reads).toHaveLength(1);
  });

  test("read less and less often", async () => {
    const times: number[] = [];
    const read = async () => {
      times.push(clock.now());
      return async () => "STARTING";
    };
    poller = new Poller({ clock, timeScale: 2, shortestMs: 1_000, longestMs: 5_000, read });
    watch("a");
    await pass(500, 300);
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(gaps.slice(0, 6)).toEqual(Array(6).fill(2_000));
    expect(gaps).toEqual([...gaps].sort((a, b) => a - b));
    expect(gaps.slice(-3)).toEqual(Array(3).fill(10_000));
  });

  test("send at most one request a second for 50 endpoints", async () => {
    const list = async (id: string) => {
      reads.push([id]);
      return { workers: [], endpointVersion: 1 };
    };
    const platform = { workers: { list } } as unknown as Platform;
    poller = sharedPollers(platform, { clock, timeScale: 1 })(watchedRollouts);
    const one = watch("a");
    await pass(1_000, 60);
    one.end();
    const alone = reads.length;
    reads = [];
    for (let index = 0; index < 50; index += 1) watch(`endpoint-${index}`);
    await pass(1_000, 60);
    const polls = () => reads.filter(([id]) => id === "endpoint-0").length;
    expect(reads).toHaveLength(50);
    expect(polls()).toBeLessThanOrEqual(alone);
    await pass(60_000, 3);
    expect(polls()).toBe(4);
  });

  test("read at most once a second while new waits keep starting", async () => {
    watch("a");
    await pass(100);
    expect(reads).toEqual([["a"]]);
    for (let index = 0; index < 50; index += 1) {
      watch(`new-${index}`);
      await pass(100);
    }
    expect(reads.length).toBeGreaterThan(4);
    expect(reads.length).toBeLessThanOrEqual(6);
  });

  test("end as soon as their object is ready, even while many new waits start", async () => {
    answer = async () => new Map(reads.flat().map((id) => [id, "RUNNING"]));
    for (let index = 0; index < 20; index += 1) {
      const ended = ready(`new-${index}`);
      await pass(100);
      expect(ended(), `new-${index}`).toBe(true);
    }
    answer = async () => new Map();
    reads = [];
    for (let index = 0; index < 20; index += 1) {
      ready(`slow-${index}`);
      await pass(100);
    }
    expect(reads.length).toBeLessThanOrEqual(4);
  });

  test("read at most once a second while many objects become ready", async () => {
    const readyAt = new Map<string, number>();
    answer = async () => new Map([...readyAt].map(([id, at]) => [id, at <= clock.now() ? "RUNNING" : "STARTING"]));
    for (let index = 0; index < 40; index += 1) {
      readyAt.set(`new-${index}`, clock.now() + 600);
      ready(`new-${index}`);
      await pass(100);
    }
    expect(reads.length).toBeLessThanOrEqual(6);
  });

  test("send at most one request a second for 20 pods if RunPod's list does not show their containers", async () => {
    let requests = 0;
    const shown = async <Answer>(answer: Answer) => {
      requests += 1;
      return answer;
    };
    const ids = Array.from({ length: 20 }, (_, index) => `pod-${index}`);
    const pods = {
      listing: () => shown({ items: ids.map((id) => ({ id, status: "RUNNING" })) }),
      get: (id: string) => shown({ id, status: "RUNNING", runtime: null }),
    };
    const platform = { pods } as unknown as Platform;
    poller = sharedPollers(platform, { clock, timeScale: 1 })(watchedPods);
    for (const id of ids) watch(id);
    await pass(1_000, 60);
    expect(requests).toBeGreaterThan(40);
    expect(requests).toBeLessThanOrEqual(63);
  });

  test.each([2, 5, 12])(
    "send at most one request a second for %i pods of an account with 5,000 pods",
    async (count) => {
      const { ids, requests } = largeAccount(5, count);
      for (const id of ids) watch(id);
      await pass(1_000, 60);
      expect(requests.list + requests.get).toBeGreaterThan(20);
      // The first round comes early, and nobody knows yet how many pages the list has.
      expect(requests.list + requests.get).toBeLessThanOrEqual(60 + 5);
    },
  );

  test("notice within 15 seconds what happens to 6 pods of an account with 5,000 pods, with 20 requests a minute", async () => {
    const { ids, requests } = largeAccount(5, 6);
    for (const id of ids) watch(id);
    await pass(1_000, 300);
    requests.list = 0;
    await pass(1_000, 300);
    expect(requests).toEqual({ list: 100, get: 0 });
  });

  test("do not pause for the requests of an earlier round that had more pods", async () => {
    const { ids } = largeAccount(5, 40);
    const reads: number[] = [];
    let othersRun = false;
    for (const id of ids) {
      const isEnough = () => (id === ids[0] ? reads.push(clock.now()) === 0 : othersRun);
      void poller.watch(id, isEnough, new AbortController().signal);
    }
    await pass(1_000, 60);
    othersRun = true;
    const before = reads.length;
    await pass(1_000, 40);
    const [ended = 0, next = Number.NaN] = reads.slice(before);
    expect(next - ended).toBeLessThanOrEqual(11_000);
  });

  test("read their own pods instead of a list of all pods if that takes fewer requests", async () => {
    const { ids, requests } = largeAccount(5, 3);
    for (const id of ids) watch(id);
    await pass(1_000, 60);
    expect(requests.list).toBe(5);
    expect(requests.get).toBeGreaterThan(20);
  });

  test("end soon after their pods are ready in an account with 5,000 pods, even while many new waits start", async () => {
    const { ids, requests } = largeAccount(5, 80, "RUNNING");
    for (let first = 0; first < ids.length; first += 8) {
      const found: string[] = [];
      for (const id of ids.slice(first, first + 8))
        void poller.watch(id, () => found.push(id) > 0, new AbortController().signal);
      await pass(110);
      expect(found).toHaveLength(8);
    }
    expect(requests).toEqual({ list: 50, get: 0 });
  });

  test("end as soon as their pod is ready, even while 20 other pods are not ready", async () => {
    const ids = Array.from({ length: 20 }, (_, index) => `pod-${index}`);
    let lists = 0;
    const listing = async () => {
      lists += 1;
      const old = ids.map((id) => ({ id, status: "RUNNING", runtime: null }));
      return { items: [...old, { id: "new", status: "RUNNING", runtime: { uptime: 1 } }] };
    };
    const get = () => Promise.reject(new Error("the list shows every pod"));
    const platform = { pods: { listing, get } } as unknown as Platform;
    poller = sharedPollers(platform, { clock, timeScale: 1 })(watchedPods);
    for (const id of ids) watch(id);
    await pass(1_000, 60);
    expect(lists).toBeGreaterThan(20);
    let isReady = false;
    const isRunning = (pod: unknown) => (pod as Pod).runtime?.uptime !== undefined;
    void poller.watch("new", isRunning, new AbortController().signal).then(() => {
      isReady = true;
    });
    await pass(100);
    expect(isReady).toBe(true);
  });

  test("read soon after a new wait starts, even if an older wait already pauses for long", async () => {
    watch("a");
    await pass(1_000, 60);
    const seen = reads.length;
    while (reads.length === seen) await pass(1_000);
    const before = reads.length;
    await pass(1_000);
    watch("b");
    await pass(1_000);
    expect(reads.slice(before)).toEqual([["a", "b"]]);
  });

  test("do not become slower when new waits keep arriving", async () => {
    watch("a");
    for (let index = 0; index < 30; index += 1) {
      watch(`new-${index}`);
      await pass(100);
    }
    expect(reads.length).toBeGreaterThanOrEqual(3);
  });

  test("read again if a new wait starts after all waits have ended", async () => {
    watch("a").end();
    const { snapshots } = watch("a");
    await pass(1_000);
    expect(snapshots).toEqual(["STARTING"]);
  });
});

describe("a failed read in a wait", () => {
  test("is repeated if the failure is transient", async () => {
    answer = () => Promise.reject(new NetworkError({ operation: "listPods", sentence: "cut", retryable: true }));
    const { snapshots, errors } = watch("a");
    await pass(1_000);
    answer = async () => new Map([["a", "RUNNING"]]);
    await pass(1_000);
    expect({ snapshots, errors }).toEqual({ snapshots: ["RUNNING"], errors: [] });
  });

  test("ends every wait with the error if the failure is not transient", async () => {
    answer = () => Promise.reject(new Error("forbidden"));
    const watches = [watch("a"), watch("b")];
    await pass(1_000, 5);
    expect(watches.map(({ errors }) => errors)).toEqual([[new Error("forbidden")], [new Error("forbidden")]]);
    expect(reads).toHaveLength(1);
  });

  test("ends only the waits for the object that Podwright could not read", async () => {
    const looks = new Map<string, string | Error>([["a", new Error("forbidden")]]);
    answer = async () => new Map([...looks, ["b", "STARTING"]]);
    const [refused, other] = [watch("a"), watch("b")];
    await pass(1_000, 3);
    expect(refused).toMatchObject({ snapshots: [], errors: [new Error("forbidden")] });
    expect(other).toMatchObject({ snapshots: ["STARTING", "STARTING", "STARTING"], errors: [] });
    expect(reads).toEqual([["a", "b"], ["b"], ["b"]]);
  });

  test("delays only the wait for its own object if the failure is transient", async () => {
    const cut = new NetworkError({ operation: "getPod", sentence: "cut", retryable: true });
    answer = async () =>
      new Map<string, string | Error>([
        ["a", cut],
        ["b", "RUNNING"],
      ]);
    const [a, b] = [watch("a"), watch("b")];
    await pass(1_000);
    answer = async () => new Map([["a", "RUNNING"]]);
    b.end();
    await pass(1_000);
    expect({ a: a.snapshots, b: b.snapshots, errors: a.errors }).toEqual({
      a: ["RUNNING"],
      b: ["RUNNING"],
      errors: [],
    });
  });

  test("does not stop later waits", async () => {
    answer = () => Promise.reject(new Error("forbidden"));
    watch("a");
    await pass(1_000);
    answer = async () => new Map([["b", "RUNNING"]]);
    const { snapshots } = watch("b");
    await pass(1_000);
    expect(snapshots).toEqual(["RUNNING"]);
  });
});
