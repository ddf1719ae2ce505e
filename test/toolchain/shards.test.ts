import { expect, test } from "vitest";
import type { TestSpecification, Vitest } from "vitest/node";
import { LongestFirst } from "../support/vitest/longest-first.mjs";

const file = (path: string, name = "e2e") =>
  ({ moduleId: `/clone/test/${path}`, project: { name } }) as TestSpecification;

const files = [
  ...["two-teams", "recover", "advice", "drain"].map((name) => file(`e2e/safety/${name}.test.ts`)),
  ...["a", "b", "c", "d", "e"].map((name) => file(`client/${name}.test.ts`, "unit")),
  file("e2e/safety/soak.test.ts", "long"),
  file("e2e/safety/soak.test.ts", "long-dynamic"),
];

const shard = (index: number, count: number, found = files) =>
  new LongestFirst({ config: { shard: { index, count } } } as Vitest).shard(found);

test("each test file runs in one shard, in whatever order a machine finds the files", async () => {
  const shards = await Promise.all([1, 2, 3].map((index) => shard(index, 3)));
  expect(new Set(shards.flat()).size).toBe(files.length);
  expect(shards.flat()).toHaveLength(files.length);
  expect(await shard(2, 3, files.toReversed())).toEqual(shards[1]);
});

test("each shard gets its part of the long files", async () => {
  const shards = await Promise.all([1, 2, 3].map((index) => shard(index, 3)));
  expect(shards.map((part) => part.filter(({ moduleId }) => moduleId.includes("/e2e/")).length)).toEqual([2, 2, 2]);
});
