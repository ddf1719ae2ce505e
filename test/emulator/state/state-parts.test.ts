import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { stateOf } from "../../../emulator/control/state";
import { readState, textOfState } from "../../../emulator/state/file";
import { decode, encode } from "../../../emulator/state/graph";
import { isPlain, partsOf } from "../../../emulator/state/parts";
import { fc, runs } from "../../support/property";
import { anyRequest, opening } from "../support/any-request";
import { Machine } from "../support/machine";

const options = { provision: 300, start: 300, releaseLag: 2000 };
const [original, restarted] = [new Machine(options), new Machine(options)];
const file = join(tmpdir(), `podwright-parts-${process.pid}.json`);
afterAll(async () => {
  await Promise.all([original.server.close(), restarted.server.close(), rm(file, { force: true })]);
});

const requests = fc.array(anyRequest(original.routes), { maxLength: 60 });

/** The second platform continues with the state of the first one, through a file. */
async function restart(): Promise<void> {
  await writeFile(file, textOfState(partsOf(original.platform), "now"));
  restarted.reset();
  restarted.load((await readState(file)) ?? {});
  for (const { platform } of [original, restarted]) {
    platform.faults.clear();
    platform.journal.clear();
    platform.webhooks.clear();
  }
}

test("a restart of the emulator changes no later response", async () => {
  await fc.assert(
    fc.asyncProperty(requests, requests, async (before, after) => {
      original.reset();
      for (const request of [...opening, ...before]) await original.send(request);
      await restart();
      expect(encode(partsOf(restarted.platform))).toEqual(encode(partsOf(original.platform)));
      for (const request of after) expect(await restarted.send(request)).toEqual(await original.send(request));
      for (const ms of [1, 500, 2500, 60_000, 3_600_000]) {
        for (const { platform } of [original, restarted]) platform.clock.advance(ms);
        expect(stateOf(restarted.platform)).toEqual(stateOf(original.platform));
      }
      expect(encode(partsOf(restarted.platform))).toEqual(encode(partsOf(original.platform)));
    }),
    { numRuns: runs(8), seed: 7 },
  );
}, 60_000);

test("the state file contains every part of the emulator's state", async () => {
  const met = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(anyRequest(original.routes), { minLength: 100, maxLength: 100 }), async (wild) => {
      original.reset();
      for (const [index, request] of [...opening, ...wild].entries()) {
        await original.send(request);
        if (index % 10 > 0) continue;
        for (const [name, part] of Object.entries(partsOf(original.platform))) if (!isEmpty(part)) met.add(name);
      }
      expect(strangeIn(partsOf(original.platform))).toEqual([]);
    }),
    { numRuns: runs(15), seed: 3 },
  );
  const { platform } = original;
  const advice = "a new part is filled by a request of support/any-request.ts or a body of support/good-bodies.ts";
  expect([...met].sort(), advice).toEqual(Object.keys(partsOf(platform)).sort());
  // Parts that the file leaves out on purpose. A new part of the platform is plain data, has `save` and `load`, or is listed here.
  const leftOut = Object.keys(platform).filter((name) => !(name in partsOf(platform)));
  expect(leftOut.sort()).toEqual([
    "faults",
    "graphqlRate",
    "jobRate",
    "journal",
    "paging",
    "rate",
    "servedPorts",
    "settings",
    "webhooks",
  ]);
}, 60_000);

test("a state file keeps JSON, maps and circular objects unchanged", () => {
  const json = fc.json({ maxDepth: 2 }).map((text): unknown => JSON.parse(text));
  fc.assert(
    fc.property(json, fc.dictionary(fc.string(), json), (value, object) => {
      const shared = { value, object };
      const map = new Map<string, unknown>(Object.entries(object));
      const all: Record<string, unknown> = { shared, again: [shared, shared, map], map, $same: ["x"] };
      all.self = all;
      const back = decode(JSON.parse(JSON.stringify(encode(all)))) as typeof all;
      expect(back).toEqual(all);
      expect(back.self).toBe(back);
      expect((back.again as unknown[])[1]).toBe(back.shared);
      expect((back.again as unknown[])[2]).toBe(back.map);
    }),
  );
}, 30_000);

function isEmpty(part: unknown): boolean {
  if (part instanceof Map) return part.size === 0;
  return typeof part === "object" && part !== null && Object.keys(part).length === 0;
}

/** Returns the paths of values that a file would change. Handlers that are functions are left out on purpose. */
function strangeIn(value: unknown, path = "", met = new Set<unknown>()): string[] {
  if (typeof value === "number") return Number.isFinite(value) ? [] : [path];
  if (["string", "boolean", "undefined"].includes(typeof value) || value === null) return [];
  if (typeof value !== "object" || !isPlain(value)) return path.startsWith("/handlers/") ? [] : [path];
  if (met.has(value)) return [];
  met.add(value);
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  return entries.flatMap(([key, item]) => strangeIn(item, `${path}/${key}`, met));
}
