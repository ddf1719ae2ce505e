import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../emulator/index";
import { sectionsOf } from "../e2e/harness/guide/sections";
import { accountFor, spend } from "./support/account";
import { blocksOf } from "./support/blocks";
import { outputOf, programOf, shownBy } from "./support/page-program";
import { hasShape } from "./support/shape";
import { typeErrorsIn } from "./support/types";

const page = readFileSync(join(__dirname, "../../docs/client.md"), "utf8");
const blocks = blocksOf(page, "ts");

/** The first block connects; each section continues from it separately. */
const sections = sectionsOf(page)
  .filter(({ level }) => level <= 2)
  .map(({ anchor, from, to }) => {
    const own = blocks.slice(1).filter(({ line }) => from <= line && line < to);
    const program = programOf([...blocks.slice(0, 1), ...own, { text: "await platform.close();\n" }]);
    return { anchor, program, shown: shownBy(own) };
  });

let emulator: Emulator;

beforeEach(async () => {
  emulator = await startEmulator({ workerStart: 1, jobDuration: 1, provision: 1, start: 1, strict: true });
});
afterEach(() => emulator.close());

test.each(sections)(
  "the program under '$anchor' in client.md prints the output that the page shows",
  async ({ anchor, program, shown }) => {
    expect(shown).not.toEqual([]);
    const env = await accountFor(emulator);
    if (anchor === "billing") await spend(emulator, env);
    const printed = await outputOf(program, env);
    // A comparison of whole lines shows the difference best.
    expect(hasShape(shown, printed) ? shown : printed).toEqual(shown);
  },
  60_000,
);

test("the programs in client.md have correct types", () => {
  const programs = sections.map(({ anchor, program }) => [anchor === "" ? "beginning" : anchor, program]);
  expect(typeErrorsIn(Object.fromEntries(programs))).toEqual([]);
}, 120_000);
