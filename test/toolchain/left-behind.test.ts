import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { repositoryFolder } from "../../toolchain/lib/machine.mjs";
import { temporaryFolder } from "../support/temporary-folder";

interface Results {
  readonly testResults: readonly { readonly name: string; readonly status: string; readonly message: string }[];
}

/** Runs Vitest on the files in support/leaving, and returns the message of each file. */
async function messages(): Promise<Readonly<Record<string, string>>> {
  const folder = temporaryFolder("leaving");
  const results = path.join(folder, "results.json");
  const vitest = path.join(repositoryFolder, "node_modules/vitest/vitest.mjs");
  const config = path.join(repositoryFolder, "test/toolchain/support/leaving/vitest.config.mts");
  const args = [vitest, "run", "--config", config, "--reporter", "json", "--outputFile", results];
  // The files leave servers, connections, processes and timers that never close, so the guard waits only for a second.
  const env = { PATH: process.env.PATH, XDG_DATA_HOME: folder, TMPDIR: folder, PODWRIGHT_LEFT_RUNNING_MS: "1000" };
  const code = await new Promise((resolve) => {
    execFile(process.execPath, args, { env }, (error) => resolve(error?.code ?? 0));
  });
  expect(code).toBe(1);
  const { testResults } = JSON.parse(readFileSync(results, "utf8")) as Results;
  return Object.fromEntries(testResults.map(({ name, message }) => [path.basename(name, ".ts"), message]));
}

test("Vitest fails each file that leaves something behind, and names the kind", async () => {
  const shared = "this test file leaves a variable or a working folder behind";
  const running = "this test file leaves timers, servers, connections or processes behind";
  const of = (...parts: readonly string[]) => expect.stringMatching(new RegExp(parts.join("[^]*"), "u"));
  expect(await messages()).toEqual({
    connection: of(running, "TCPSocketWrap"),
    folder: of(shared),
    nothing: "",
    process: of(running, "ProcessWrap"),
    server: of(running, "TCPServerWrap"),
    timer: of(running, "Timeout"),
    variable: of(shared),
    "vitest-timers": of("this test file leaves Vitest's fake timers behind"),
  });
}, 180_000);
