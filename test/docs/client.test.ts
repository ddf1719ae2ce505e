import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../emulator/index";
import { accountFor, spend } from "./support/account";
import { blocksOf } from "./support/blocks";
import { outputOf, programOf, shownBy } from "./support/page-program";
import { hasShape } from "./support/shape";
import { typeErrorsIn } from "./support/types";

const pages = join(__dirname, "../../docs/client");
let emulator: Emulator;

beforeEach(async () => {
  emulator = await startEmulator({ workerStart: 1, jobDuration: 1, provision: 1, start: 1, strict: true });
});
afterEach(() => emulator.close());

test.each(readdirSync(pages))(
  "the program of %s runs and prints what the page says",
  async (name) => {
    const blocks = blocksOf(readFileSync(join(pages, name), "utf8"), "ts");
    const env = await accountFor(emulator);
    if (name === "billing.md") await spend(emulator, env);
    const printed = await outputOf(programOf(blocks), env);
    // Whole lines say best what differs.
    expect(hasShape(shownBy(blocks), printed) ? shownBy(blocks) : printed).toEqual(shownBy(blocks));
  },
  60_000,
);

test("the programs of the pages are well typed", () => {
  const programs = readdirSync(pages).map((name) => [
    name,
    programOf(blocksOf(readFileSync(join(pages, name), "utf8"), "ts")),
  ]);
  expect(typeErrorsIn(Object.fromEntries(programs))).toEqual([]);
}, 120_000);
