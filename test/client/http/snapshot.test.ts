import { expect, test } from "vitest";
import { Snapshot } from "../../../client/collections/snapshot";
import { AuthenticationError } from "../../../client/errors/kinds";
import { settle, VirtualClock } from "../../support/virtual-clock";

function setUp() {
  const clock = new VirtualClock();
  const loads: { resolve: (value: string) => void; reject: (error: Error) => void; signal: AbortSignal }[] = [];
  const snapshot = new Snapshot<string>(
    (signal) => new Promise((resolve, reject) => loads.push({ resolve, reject, signal })),
    clock,
  );
  return { clock, loads, snapshot };
}

test("reads of the same list at the same time share one request", async () => {
  const { loads, snapshot } = setUp();
  const reads = Promise.all([snapshot.read(1_000), snapshot.read(0), snapshot.read(1_000)]);
  loads[0]?.resolve("a");
  expect(await reads).toEqual(["a", "a", "a"]);
  expect(loads).toHaveLength(1);
});

test("the maximum age of a shared list counts from the end of the request", async () => {
  const { clock, loads, snapshot } = setUp();
  const first = snapshot.read(1_000);
  clock.advance(5_000);
  loads[0]?.resolve("a");
  await first;
  clock.advance(1_000);
  expect(await snapshot.read(1_000)).toBe("a");
  clock.advance(1);
  const second = snapshot.read(1_000);
  loads[1]?.resolve("b");
  expect(await second).toBe("b");
});

test("a read with a maximum age of 0 always causes a new request", async () => {
  const { loads, snapshot } = setUp();
  const first = snapshot.read(0);
  loads[0]?.resolve("a");
  await first;
  const second = snapshot.read(0);
  loads[1]?.resolve("b");
  expect(await second).toBe("b");
});

test("a write discards the shared list, even if the write fails", async () => {
  const { loads, snapshot } = setUp();
  const first = snapshot.read(1_000);
  loads[0]?.resolve("a");
  await first;
  await expect(snapshot.write(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  const second = snapshot.read(1_000);
  loads[1]?.resolve("b");
  expect(await second).toBe("b");
});

test("a read after a write never returns a list that the client requested before the write", async () => {
  const { loads, snapshot } = setUp();
  const early = snapshot.read(1_000);
  await snapshot.write(async () => "done");
  const late = snapshot.read(1_000);
  loads[0]?.resolve("before");
  expect(await early).toBe("before");
  await settle();
  loads[1]?.resolve("after");
  expect(await late).toBe("after");
  expect(await snapshot.read(1_000)).toBe("after");
});

test("all reads after a burst of writes share one request, which begins after the writes", async () => {
  const { loads, snapshot } = setUp();
  const before = snapshot.read(0);
  const after: Promise<string>[] = [];
  for (let write = 0; write < 8; write += 1) {
    await snapshot.write(async () => "done");
    after.push(snapshot.read(0));
  }
  await settle();
  expect(loads).toHaveLength(1);
  loads[0]?.resolve("before");
  expect(await before).toBe("before");
  await settle();
  loads[1]?.resolve("after");
  expect(await Promise.all(after)).toEqual(Array(8).fill("after"));
  expect(loads).toHaveLength(2);
});

test("a failed list does not stop the reads that wait for the next list", async () => {
  const { loads, snapshot } = setUp();
  const before = snapshot.read(0);
  snapshot.forget();
  const after = snapshot.read(0);
  loads[0]?.reject(new Error("down"));
  await expect(before).rejects.toThrow("down");
  await settle();
  loads[1]?.resolve("up");
  expect(await after).toBe("up");
});

test("a read that ends before its list begins sends no request, and a cancelled list delays no read", async () => {
  const { loads, snapshot } = setUp();
  const [one, two] = [new AbortController(), new AbortController()];
  const first = snapshot.read(0, one.signal);
  snapshot.forget();
  const second = snapshot.read(0, two.signal);
  two.abort(new Error("two"));
  await expect(second).rejects.toThrow("two");
  one.abort(new Error("one"));
  await expect(first).rejects.toThrow("one");
  const third = snapshot.read(0);
  await settle();
  expect(loads).toHaveLength(2);
  loads[1]?.resolve("third");
  expect(await third).toBe("third");
});

test("an abort signal ends only the read to which the program passed the signal", async () => {
  const { loads, snapshot } = setUp();
  const [one, two] = [new AbortController(), new AbortController()];
  const reads = [snapshot.read(0, one.signal), snapshot.read(0, two.signal)];
  one.abort(new Error("one"));
  await expect(reads[0]).rejects.toThrow("one");
  expect(loads[0]?.signal.aborted).toBe(false);
  two.abort(new Error("two"));
  await expect(reads[1]).rejects.toThrow("two");
  expect(loads[0]?.signal.aborted).toBe(true);
});

test("every read throws the error of the shared request", async () => {
  const { loads, snapshot } = setUp();
  const reads = [snapshot.read(0), snapshot.read(0)];
  loads[0]?.reject(new Error("down"));
  await expect(reads[0]).rejects.toThrow("down");
  await expect(reads[1]).rejects.toThrow("down");
  await settle();
  const again = snapshot.read(0);
  loads[1]?.resolve("up");
  expect(await again).toBe("up");
});

test("reads repeat a known refusal of the API key without a request, up to the maximum age", async () => {
  const { clock, loads, snapshot } = setUp();
  const refused = new AuthenticationError({ operation: "myself", sentence: "the key was refused", status: 401 });
  const first = snapshot.read(1_000);
  loads[0]?.reject(refused);
  await expect(first).rejects.toBe(refused);
  await expect(snapshot.read(1_000)).rejects.toBe(refused);
  expect(loads).toHaveLength(1);
  clock.advance(1_001);
  const later = snapshot.read(1_000);
  loads[1]?.reject(refused);
  await expect(later).rejects.toBe(refused);
  snapshot.forget();
  const second = snapshot.read(1_000);
  loads[2]?.resolve("a");
  expect(await second).toBe("a");
});
