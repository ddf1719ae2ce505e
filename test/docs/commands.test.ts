import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { commands } from "../../cli/program/commands";
import { type Emulator, startEmulator } from "../../emulator/index";
import { temporaryFolder } from "../support/temporary-folder";
import { accountFor, spend } from "./support/account";
import { blocksOf } from "./support/blocks";
import { faultsOf } from "./support/page-shell";

const pages = join(__dirname, "../../docs/commands");
let emulator: Emulator;

beforeEach(async () => {
  emulator = await startEmulator({ workerStart: 1, jobDuration: 1, provision: 1, start: 1 });
});
afterEach(() => emulator.close());

test.each(readdirSync(pages))(
  "the commands on %s print the output that the page shows",
  async (name) => {
    const page = readFileSync(join(pages, name), "utf8");
    // `stop` asks every state of the backend whose a resource is.
    const env = { ...(await accountFor(emulator)), PULUMI_BACKEND_URL: `file://${temporaryFolder("backend")}` };
    await spend(emulator, env);
    expect(await faultsOf(blocksOf(page, "console", "sh"), { env })).toEqual([]);
  },
  120_000,
);

test("the page with all commands links to every command", () => {
  const index = readFileSync(join(pages, "README.md"), "utf8");
  for (const { name } of commands) expect(index).toMatch(new RegExp(`^\\| \\[${name}\\]\\(`, "m"));
});
