import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { controlRoutes } from "../../emulator/control/routes";
import { type Emulator, startEmulator } from "../../emulator/index";
import { createPlatform } from "../../emulator/platform/platform";
import { blocksOf } from "./support/blocks";
import { outputOf, programOf, shownBy } from "./support/page-program";

const read = (page: string) => readFileSync(join(__dirname, "../../docs", page), "utf8");
const control = read("emulator-control.md");
/** First cells of the tables under a heading. */
const rowsUnder = (heading: string) =>
  [...(control.split(`## ${heading}\n`)[1]?.split("\n## ")[0] ?? "").matchAll(/^\| `(.+?)` \|/gm)].map(
    ([, cell]) => cell ?? "",
  );

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.close());

test("the program in emulator.md prints the output that the page shows", { timeout: 60_000 }, async () => {
  const blocks = blocksOf(read("emulator.md"), "ts");
  expect(await outputOf(programOf(blocks), {})).toEqual(shownBy(blocks));
});

test("the page about the emulator's control calls lists exactly the control calls that exist", () => {
  const routes = controlRoutes(createPlatform({}), () => undefined);
  const calls = routes.map(({ method, path }) => `${method} ${path.replace("/_emulator", "").replace(":id", "ID")}`);
  const listed = rowsUnder("Calls").filter((cell) => /^(GET|POST|DELETE) /.test(cell));
  expect([...new Set(listed)].sort()).toEqual([...new Set(calls)].sort());
});

test("the emulator accepts every fault effect that emulator.md lists", async () => {
  const exhausted = ["minute", "hour"];
  const values: Readonly<Record<string, unknown>> = {
    status: 503,
    delayMs: 1,
    absent: "web",
    exhausted,
    refusal: "balance",
  };
  const effects = rowsUnder("Faults").filter((cell) => cell.startsWith("{") && !cell.includes("operation"));
  expect(effects.length).toBeGreaterThan(6);
  for (const cell of effects) {
    const [name = "", ...others] = cell.replace(/[{}]/g, "").split(", ");
    const field = name.split(":")[0] ?? "";
    const afterWork = others.includes("afterWork: true") ? { afterWork: true } : {};
    const effect = { [field]: values[field] ?? true, ...afterWork };
    const reply = await emulator.inject({
      method: "POST",
      url: "/_emulator/faults",
      payload: { operation: "x", effect },
    });
    expect([reply.statusCode, cell]).toEqual([204, cell]);
  }
});
