import { beforeEach, describe, expect, test } from "vitest";
import { NetworkError } from "../../../client";
import { Failed, type Looks, Poller } from "../../../provider/waiting/poller";
import { settle, VirtualClock } from "../../support/virtual-clock";

let clock: VirtualClock;
let reads: string[][];
let answer: () => Promise<Looks<string>>;
let poller: Poller<string>;

beforeEach(() => {
  clock = new VirtualClock();
  reads = [];
  answer = async () => new Map([["a", "STARTING"]]);
  poller = new Poller({
    clock,
    read: (ids) => {
      reads.push([...ids]);
      return answer();
    },
    interval: (ageMs) => (ageMs < 10_000 ? 1_000 : 5_000),
    isPassing: (error) => error instanceof NetworkError,
  });
});

function watch(id: string) {
  const snapshots: (string | undefined)[] = [];
  const errors: unknown[] = [];
  const end = poller.watch(
    id,
    (snapshot) => snapshots.push(snapshot),
    (error) => errors.push(error),
  );
  return { snapshots, errors, end };
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

  test("is asked for less often the longer it takes", async () => {
    watch("a");
    await pass(1_000, 10);
    expect(reads).toHaveLength(10);
    await pass(1_000, 10);
    expect(reads).toHaveLength(12);
  });

  test("does not have to sit out the long pauses of those who wait longer", async () => {
    watch("a");
    await pass(1_000, 10);
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

describe("a look that fails", () => {
  test("is followed by the next one when the failure is passing", async () => {
    answer = () => Promise.reject(new NetworkError({ operation: "listPods", sentence: "cut" }));
    const { snapshots, errors } = watch("a");
    await pass(1_000);
    answer = async () => new Map([["a", "RUNNING"]]);
    await pass(1_000);
    expect({ snapshots, errors }).toEqual({ snapshots: ["RUNNING"], errors: [] });
  });

  test("is told once to everyone who waits when it is not", async () => {
    answer = () => Promise.reject(new Error("forbidden"));
    const watches = [watch("a"), watch("b")];
    await pass(1_000, 5);
    expect(watches.map(({ errors }) => errors)).toEqual([[new Error("forbidden")], [new Error("forbidden")]]);
    expect(reads).toHaveLength(1);
  });

  test("at one object is told to who waits for that one; the others go on", async () => {
    const looks = new Map<string, string | Failed>([["a", new Failed(new Error("forbidden"))]]);
    answer = async () => new Map([...looks, ["b", "STARTING"]]);
    const [refused, other] = [watch("a"), watch("b")];
    await pass(1_000, 3);
    expect(refused).toMatchObject({ snapshots: [], errors: [new Error("forbidden")] });
    expect(other).toMatchObject({ snapshots: ["STARTING", "STARTING", "STARTING"], errors: [] });
    expect(reads).toEqual([["a", "b"], ["b"], ["b"]]);
  });

  test("at one object in passing leaves it without news until the next look, and the others with theirs", async () => {
    const cut = new Failed(new NetworkError({ operation: "getPod", sentence: "cut" }));
    answer = async () =>
      new Map<string, string | Failed>([
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
