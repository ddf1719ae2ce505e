import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readHandlers } from "../../../emulator";
import { temporaryFolder } from "../../support/temporary-folder";
import { startWorld, useEmulator } from "../support/harness";

const it = useEmulator();

async function file(name: string, text: string): Promise<string> {
  const path = join(temporaryFolder("handlers"), name);
  await writeFile(path, text);
  return path;
}

/** Runs one job on an endpoint with that name, with the handlers of the file. */
async function outcome(path: string, name: string, input: object) {
  for (const [endpoint, handler] of Object.entries(await readHandlers(path))) it.emulator.handle(endpoint, handler);
  const id = await it.endpoint({ name });
  const job = await it.run(id, { input });
  const chunks: unknown[] = [];
  for (;;) {
    it.advance(1000);
    await new Promise((resolve) => setImmediate(resolve));
    const stream = await it.get(`/v2/${id}/stream/${job}`);
    chunks.push(...stream.map((chunk: { output: unknown }) => chunk.output));
    const shown = await it.job(id, job);
    if (!["IN_QUEUE", "IN_PROGRESS"].includes(shown.status)) return { ...shown, chunks };
  }
}

const commonjs = `
module.exports = {
  "llm-*": function* ({ words }) { for (const word of words) yield word; },
  sum: async ({ a, b }) => a + b,
  slow: () => ({ output: "as told", durationMs: 5 }),
  nothing: () => undefined,
};`;
const esm = `
export async function* counter({ to }, { signal }) {
  for (let n = 1; n <= to && !signal.aborted; n++) yield { output: n, metrics: { n }, afterMs: 1 };
  return { text: "counted to " + to };
}
export function broken() { throw new TypeError("not today"); }
export default { "any-*": (input) => ({ got: input }) };`;

describe("handlers from a file", () => {
  test("run the jobs of the endpoints that a CommonJS file names", async () => {
    const path = await file("common.cjs", commonjs);
    expect(await outcome(path, "llm-small", { words: ["a", "b"] })).toMatchObject({
      chunks: ["a", "b"],
      output: ["a", "b"],
    });
    expect(await outcome(path, "sum", { a: 1, b: 2 })).toMatchObject({ status: "COMPLETED", output: 3 });
    expect(await outcome(path, "slow", { n: 1 })).toMatchObject({ output: "as told" });
    expect((await outcome(path, "nothing", { n: 1 })).output).toBeUndefined();
    expect(await outcome(path, "another", { x: 1 })).toMatchObject({ output: { x: 1 } });
  });

  test("run the jobs of the endpoints that an ES module names", async () => {
    const path = await file("module.mjs", esm);
    expect(await outcome(path, "counter", { to: 3 })).toMatchObject({
      chunks: [1, 2, 3],
      output: { text: "counted to 3" },
    });
    expect(await outcome(path, "broken", { n: 1 })).toMatchObject({ status: "FAILED", error: "not today" });
    expect(await outcome(path, "any-thing", { a: 1 })).toMatchObject({ output: { got: { a: 1 } } });
  });

  test("may be one function for all endpoints", async () => {
    const path = await file("one.cjs", "module.exports = (input) => Object.keys(input)");
    expect(await outcome(path, "whatever", { a: 1, b: 2 })).toMatchObject({ output: ["a", "b"] });
  });
});

test("handlers from the emulator's options stay in use after a reset", async () => {
  const handlers = { "*": () => ({ output: "given" }) };
  const world = await startWorld({ handlers, workerStart: 0, jobDuration: 0 });
  for (let round = 0; round < 2; round++) {
    const { body } = await world.post(`/v2/${await world.endpoint()}/runsync`, { input: { n: 1 } });
    expect(body).toMatchObject({ output: "given" });
    world.emulator.handle("*", () => ({ output: "other" }));
    world.emulator.reset();
  }
});

describe("the error about a handlers file", () => {
  test.each([
    ["number.mjs", "export const workers = 3;", 'exports "workers", which is of type number, not a function.'],
    ["list.cjs", "module.exports = { a: [] };", 'exports "a", which is an array, not a function.'],
    ["empty.mjs", "", "exports no function."],
    ["syntax.mjs", "export function (", "could not be loaded: "],
    ["import.mjs", 'import "no-such-package";', "could not be loaded: Error: Cannot find package 'no-such-package'"],
    ["throws.cjs", 'throw new Error("no model\\nsecond line")', "could not be loaded: Error: no model."],
  ])("says that %s $2", async (name, text, sentence) => {
    const path = await file(name, text);
    await expect(readHandlers(path)).rejects.toThrow(`The handlers file ${path} ${sentence}`);
  });

  test("names the path of a missing file", async () => {
    await expect(readHandlers("/no/such.mjs")).rejects.toThrow("The handlers file /no/such.mjs does not exist.");
  });
});
