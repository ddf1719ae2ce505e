import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { type Emulator, startEmulator } from "../../emulator/index";
import { accountFor, spend } from "./support/account";
import { blocksOf } from "./support/blocks";
import { outputOf, programOf, shownBy } from "./support/page-program";
import { hasShape } from "./support/shape";

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
  const folder = mkdtempSync(join(tmpdir(), "podwright-docs-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const files = readdirSync(pages).map((name) => {
    const file = join(folder, `${name}.mts`);
    writeFileSync(file, programOf(blocksOf(readFileSync(join(pages, name), "utf8"), "ts")));
    return file;
  });
  expect(typeErrorsIn(files)).toEqual([]);
}, 120_000);

/** With the settings of this repository. */
function typeErrorsIn(files: readonly string[]): string[] {
  const root = join(__dirname, "../..");
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ compilerOptions: config.compilerOptions, files }, ts.sys, root);
  const program = ts.createProgram([...files], {
    ...options,
    typeRoots: [join(root, "node_modules/@types")],
    allowImportingTsExtensions: true,
  });
  return files
    .flatMap((file) => ts.getPreEmitDiagnostics(program, program.getSourceFile(file)))
    .map(({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`);
}
