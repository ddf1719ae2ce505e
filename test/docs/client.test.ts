import { afterEach, beforeEach, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../emulator/index";
import { sections } from "./client-page";
import { accountFor, spend } from "./support/account";
import { outputOf } from "./support/page-program";
import { hasShape } from "./support/shape";

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
