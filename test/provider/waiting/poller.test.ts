import { beforeEach, describe, expect, test } from "vitest";
import { NetworkError, type Platform } from "../../../client";
import { watchedRollouts } from "../../../provider/kinds/serverless-endpoint/serving/rollout";
import { sharedPollers } from "../../../provider/operations/watched";
import { Poller } from "../../../provider/waiting/poller";
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

async function pass(ms: number, steps = 1): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    await settle();
    clock.advance(ms);
    await settle();
  }
}

describe("everyone who waits for something of one kind", () => {
  test("is served by one look", async () => {
    const first = watch("a");
    const second = watch("b");
    const third = watch("a");
    await pass(1_000);
    expect(reads).toEqual([["a", "b"]]);
    expect([first, second, third].map(({ snapshots }) => snapshots)).toEqual([["STARTING"], [undefined], ["STARTING"]]);
  });

  test("causes no request any more once nobody waits", async () => {
    const { end } = watch("a");
    await pass(1_000);
    end();
    await pass(60_000, 3);
    expect(reads).toHaveLength(1);
  });

  test("is read less often the longer it takes, within both bounds times the time scale", async () => {
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

  test("of 50 endpoints, whose workers have no list, costs no more polls than of one, and no more than a request a second", async () => {
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

  test("is looked at soon for the first time, and with ever new ones no more than once a second", async () => {
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

  test("does not have to sit out the long pauses of those who wait longer", async () => {
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

  test("is not put off by ever new ones", async () => {
    watch("a");
    for (let index = 0; index < 30; index += 1) {
      watch(`new-${index}`);
      await pass(100);
    }
    expect(reads.length).toBeGreaterThanOrEqual(3);
  });

  test("starts anew after an end", async () => {
    watch("a").end();
    const { snapshots } = watch("a");
    await pass(1_000);
    expect(snapshots).toEqual(["STARTING"]);
  });
});

describe("a read that fails", () => {
  test("is followed by the next one when the failure is transient", async () => {
    answer = () => Promise.reject(new NetworkError({ operation: "listPods", sentence: "cut", retryable: true }));
    const { snapshots, errors } = watch("a");
    await pass(1_000);
    answer = async () => new Map([["a", "RUNNING"]]);
    await pass(1_000);
    expect({ snapshots, errors }).toEqual({ snapshots: ["RUNNING"], errors: [] });
  });

  test("is reported once to every waiter when it is not transient", async () => {
    answer = () => Promise.reject(new Error("forbidden"));
    const watches = [watch("a"), watch("b")];
    await pass(1_000, 5);
    expect(watches.map(({ errors }) => errors)).toEqual([[new Error("forbidden")], [new Error("forbidden")]]);
    expect(reads).toHaveLength(1);
  });

  test("of one object is reported to its waiters; the others continue", async () => {
    const looks = new Map<string, string | Error>([["a", new Error("forbidden")]]);
    answer = async () => new Map([...looks, ["b", "STARTING"]]);
    const [refused, other] = [watch("a"), watch("b")];
    await pass(1_000, 3);
    expect(refused).toMatchObject({ snapshots: [], errors: [new Error("forbidden")] });
    expect(other).toMatchObject({ snapshots: ["STARTING", "STARTING", "STARTING"], errors: [] });
    expect(reads).toEqual([["a", "b"], ["b"], ["b"]]);
  });

  test("at one object that is transient leaves it without news until the next look, and the others with theirs", async () => {
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

  test("does not keep later waits from being served", async () => {
    answer = () => Promise.reject(new Error("forbidden"));
    watch("a");
    await pass(1_000);
    answer = async () => new Map([["b", "RUNNING"]]);
    const { snapshots } = watch("b");
    await pass(1_000);
    expect(snapshots).toEqual(["RUNNING"]);
  });
});
