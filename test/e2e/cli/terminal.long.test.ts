import { spawn } from "node:child_process";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../../emulator";
import { project } from "../../cli/support/project";
import { accountFor } from "../../docs/support/account";
import { podwrightProgram } from "../harness/repository";

let emulator: Emulator;
let env: Record<string, string>;

beforeEach(async () => {
  emulator = await startEmulator({ workerStart: 1, jobDuration: 1 });
  env = await accountFor(emulator);
});
afterEach(() => emulator.close());

const ordinary = [80, 24] as const;
const odd = [
  [0, 0],
  [1, 1],
  [20, 5],
] as const;

test("every command has its usual exit code in a terminal of 0, 1 or 20 columns", async () => {
  const { cwd: folder, pulumi } = project({ dev: [], prod: [{ kind: "Pod", name: "web", id: "pod-that-is-gone" }] });
  env = { ...env, PATH: pulumi.path };
  // Long enough for a progress line.
  emulator.handle("jobs", () => ({ durationMs: 2_000 }));
  const commands = [
    ["--help"],
    ["billing", "pods", "--chart"],
    ["billing", "serverless", "--bucket-size", "hour"],
    ["jobs", "run", env.ENDPOINT ?? "", "--input", '{"n":1}', "--follow"],
    ["jobs", "health", env.ENDPOINT ?? ""],
    ["public", "models"],
    ["drift", "--all", "--unmanaged"],
    ["ps"],
    ["guard", "--idle", "1h"],
    ["cost"],
    ["recover", "--dry-run"],
    ["migrate"],
    ["completion", "bash"],
    ["emulator", "--port", "none"],
  ];
  for (const command of commands) {
    const [usual, ...others] = await Promise.all([ordinary, ...odd].map((size) => inTerminal(size, command, folder)));
    expect(usual?.shown, command.join(" ")).not.toBe("");
    for (const [index, { exitCode, shown }] of others.entries()) {
      const where = `${command.join(" ")} in ${odd[index]?.join("×")}: ${shown.slice(0, 2_000)}`;
      expect(exitCode, where).toBe(usual?.exitCode);
      expect(shown, where).not.toContain("    at ");
      // A narrow terminal gets each line only once.
      expect(shown.length, where).toBeLessThan(30_000);
    }
  }
}, 300_000);

/** Returns the output of a command in a terminal of that size, and its exit code. */
function inTerminal([columns, rows]: readonly [number, number], args: readonly string[], cwd: string) {
  const harness = path.join(__dirname, "terminal.py");
  const command = [harness, String(rows), String(columns), process.execPath, podwrightProgram, ...args];
  const child = spawn("python3", command, {
    cwd,
    env: { ...process.env, ...env, TERM: "xterm" },
    stdio: ["ignore", "pipe", "inherit"],
    timeout: 60_000,
  });
  let shown = "";
  child.stdout.on("data", (text: Buffer) => {
    if (shown.length < 1_000_000) shown += text;
  });
  return new Promise<{ exitCode: number | null; shown: string }>((end) =>
    child.on("close", (exitCode) => end({ exitCode, shown })),
  );
}
