import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { DriftReport, Shard } from "../../../cli/drift/report";
import { merged, type Part } from "../../../cli/drift/shards/merge";
import { isInShard } from "../../../cli/drift/shards/shard";
import { commandLine } from "../support/command-line";
import { FakePulumi } from "../support/fake-pulumi";
import { reportOf, resource, stackDrift, stray } from "./support/reports";

const places = Array.from({ length: 200 }, (_, index) => ({ cwd: `project-${index % 7}`, stack: `stack-${index}` }));

test("podwright drift --shard assigns each stack to exactly one shard", () => {
  const partsOf = (one: (typeof places)[number]) =>
    Array.from({ length: 10 }, (_, index) => index + 1).filter((part) => isInShard(one, { part, parts: 10 }));
  const found = places.map(partsOf);

  expect(found.every((parts) => parts.length === 1)).toBe(true);
  expect(new Set(found.flat()).size).toBe(10);
  // A new release must not move stacks between machines that run different releases.
  expect(partsOf({ cwd: ".", stack: "prod" })).toEqual([10]);
});

describe("podwright drift", () => {
  const pulumi = () => new FakePulumi({ version: 3, deployment: { resources: [] } });
  const drift = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    commandLine(["drift", "--stack", "prod", "--output", "json", ...args], { env: { PATH: pulumi().path, ...env } });

  test("reads the shard's number from the index of a Kubernetes job", async () => {
    const { out } = await drift(["--shard", "3"], { JOB_COMPLETION_INDEX: "2" });
    expect((JSON.parse(out) as DriftReport).shard).toEqual({ part: 3, parts: 3, held: [] });
  });

  test.each([
    [["--shard", "0/3"], "--shard must have a part from 1 to 3, not 0"],
    [["--shard", "4/3"], "--shard must have a part from 1 to 3, not 4"],
    [["--shard", "3"], "--shard names no part: give 1/3, or set JOB_COMPLETION_INDEX as Kubernetes does"],
    [["--shard", "a/3"], '--shard must be a part such as 3/10, not "a/3"'],
    [
      ["--merge", "x.json"],
      "--merge compares nothing, so leave out --shard, --accept and all flags that select stacks",
    ],
    [["--all"], "--stack and --all exclude each other: give one of them"],
  ])("refuses invalid flags before Podwright starts Pulumi: %j", async (args, problem) => {
    const { err, exitCode } = await drift(args);
    expect(err).toContain(problem);
    expect(exitCode).toBe(64);
  });
});

const part = (number: number, change: Partial<DriftReport>, held: Shard["held"] = []): Part => {
  const shard = { part: number, parts: 2, held };
  return { file: `part-${number}.json`, report: { ...reportOf({ ...change, shard }), shard } };
};
const pod = (id: string) => ({ ...stray, id, name: id });

describe("podwright drift --merge", () => {
  test("lists a resource as unmanaged only if no stack of any shard manages the resource", () => {
    const all = merged([
      part(2, { stacks: [stackDrift({ stack: "b" })], unmanaged: [pod("a1"), pod("stray")] }, [
        { kind: "Pod", id: "b1", holder: "b1 of b" },
      ]),
      part(1, { stacks: [stackDrift({ stack: "a" })], unmanaged: [pod("b1"), pod("stray")] }, [
        { kind: "Pod", id: "a1", holder: "a1 of a" },
      ]),
    ]);

    expect(all.unmanaged?.map(({ id }) => id)).toEqual(["stray"]);
    expect(all.stacks.map(({ stack }) => stack)).toEqual(["a", "b"]);
    expect(all.result).toBe("drift");
    expect(all.shard).toBeUndefined();
  });

  test("refuses a part that is more than a day older than another part", () => {
    const at = (checkedAt: string) => part(1, { checkedAt });
    const newest = part(2, { checkedAt: "2026-06-02T12:00:00Z" });
    expect(() => merged([at("2025-06-02T12:00:00Z"), newest])).toThrow(
      "part-1.json is of 2025-06-02T12:00:00Z, and part-2.json is of 2026-06-02T12:00:00Z, more than a day later: compare the stacks of the older part again",
    );
    expect(() => merged([at("2026-06-01T11:59:59Z"), newest])).toThrow("more than a day later");
    expect(merged([at("2026-06-01T12:00:00Z"), newest]).checkedAt).toBe("2026-06-01T12:00:00Z");
  });

  test("prints no import if a part could not read an account or a stack", () => {
    const known = { ...pod("stray"), createdBy: "shop/prod", import: "pulumi import podwright:index:Pod stray stray" };
    for (const lack of [{ unmanagedError: "the key was refused" }, { stacksNotRead: ["dev: no access"] }]) {
      const [one] = merged([part(1, { unmanaged: [known] }), part(2, lack)]).unmanaged ?? [];
      expect(one).toMatchObject({ id: "stray", uncertain: true });
      expect(one).not.toHaveProperty("import");
    }
  });

  test("reports no drift if the stacks of all shards together manage every resource", () => {
    const parts = [
      part(1, { unmanaged: [pod("b1")] }, [{ kind: "Pod", id: "a1", holder: "a" }]),
      part(2, { unmanaged: [pod("a1")] }, [{ kind: "Pod", id: "b1", holder: "b" }]),
    ];
    expect(parts.map(({ report }) => report.result)).toEqual(["in-sync", "in-sync"]);
    expect(merged(parts).result).toBe("in-sync");
  });

  test("does not call a resource unmanaged that another shard's run has just created", () => {
    const interrupted = [{ ...pod("new"), resource: "web", stack: "a", recover: "podwright recover --stack a" }];
    const all = merged([part(1, { interrupted, unmanaged: [] }), part(2, { unmanaged: [pod("new"), pod("stray")] })]);
    expect(all.unmanaged?.map(({ id }) => id)).toEqual(["stray"]);
    expect(all.interrupted).toHaveLength(1);
  });

  test("marks an unmanaged resource as uncertain if the report of a shard is missing", () => {
    const all = merged([part(2, { stacks: [stackDrift({ resources: [resource] })], unmanaged: [pod("a1")] })]);
    expect(all).toMatchObject({ missingShards: [1], result: "error", unmanaged: [{ id: "a1", uncertain: true }] });
    expect(all.unmanaged?.[0]).not.toHaveProperty("import");
  });

  test("reports a resource that stacks of two shards manage", () => {
    const held = (holder: string) => [{ kind: "Pod", id: "p", holder }];
    const all = merged([part(1, {}, held("web of a")), part(2, {}, held("web of b"))]);
    expect(all).toMatchObject({
      heldTwice: [{ kind: "Pod", id: "p", holders: ["web of a", "web of b"] }],
      result: "drift",
    });
  });

  test("shows the import command for the stack that created the resource", () => {
    const plain = { ...pod("p"), import: "pulumi import plain" };
    const known = { ...pod("p"), createdBy: "shop/b", import: "pulumi import known --stack b" };
    expect(merged([part(1, { unmanaged: [plain] }), part(2, { unmanaged: [known] })]).unmanaged).toEqual([known]);
  });

  test("shows one error for a folder whose stacks no shard could list", () => {
    const unlisted = stackDrift({ cwd: "infra", stack: "*", error: "no backend" });
    expect(merged([part(1, { stacks: [unlisted] }), part(2, { stacks: [unlisted] })]).stacks).toEqual([unlisted]);
  });

  test("uses the strictest threshold of all shards", () => {
    const parts = [
      part(1, { failOn: "high" }),
      part(2, { failOn: "medium", stacks: [stackDrift({ resources: [resource] })] }),
    ];
    expect(merged(parts)).toMatchObject({ failOn: "medium", result: "drift" });
    expect(merged(parts, "high")).toMatchObject({ failOn: "high", result: "tolerated" });
  });

  test.each([
    [
      "belongs to another run",
      part(1, {}),
      { ...part(2, {}), report: { ...part(2, {}).report, shard: { part: 2, parts: 3, held: [] } } },
      /is a part of a run with 3 parts, and part-1\.json is a part of a run with 2 parts/,
    ],
    [
      "has the same number as another shard",
      part(1, {}),
      { ...part(1, {}), file: "again.json" },
      /^part-1\.json and again\.json are both part 1 of 2: give one of them$/,
    ],
  ])("refuses the report of a shard that %s", (_, first, second, message) => {
    expect(() => merged([first, second])).toThrow(message);
  });
});

test("podwright drift --merge combines the reports of all shards into one report", async () => {
  const folder = mkdtempSync(join(tmpdir(), "podwright-parts-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const one = write("1.json", JSON.stringify(part(1, { stacks: [stackDrift({ resources: [resource] })] }).report));
  const two = write("2.json", JSON.stringify(part(2, { stacks: [stackDrift({ stack: "b" })] }).report));

  const both = await commandLine(["drift", "--merge", one, two]);
  expect(both).toMatchObject({ exitCode: 2, err: "" });
  expect(both.out).toMatch(
    /^2 stacks: 1 with drift, 1 in sync\nprod: drift in 1 of 3 resources \(changed: web\)\nin sync: b\n/,
  );

  const half = await commandLine(["drift", "--merge", two]);
  expect(half.exitCode).toBe(1);
  expect(half.err).toBe("error: the report of part 1 is missing: give it to --merge\n");

  for (const [text, problem] of [
    ["{", /is not JSON: make such a file with `podwright drift --shard 1\/2 --output json > /],
    ["{}", /is not a report of `podwright drift`/],
    [JSON.stringify(reportOf({})), /is the report of a whole run: --merge takes reports of `podwright drift --shard`/],
  ] as const) {
    expect((await commandLine(["drift", "--merge", write("bad.json", text)])).err).toMatch(problem);
  }
});
