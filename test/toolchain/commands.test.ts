import { describe, expect, test } from "vitest";
import { runCommand } from "../../toolchain/lib/commands.mjs";

const node = (program: string, options = {}) => runCommand(process.execPath, ["-e", program], options);

describe("a command of the toolchain", () => {
  test("reports each line of the output while the command runs", async () => {
    const lines: string[] = [];
    const result = await node('console.log("out"); console.error("err")', {
      onLine: (line: string) => lines.push(line),
    });
    expect(result).toMatchObject({ ok: true, stdout: "out\n" });
    expect(lines.sort()).toEqual(["err", "out"]);
  });

  test("shows the last lines of the output in the error if the command fails", async () => {
    const { ok, problem } = await node("for (let i = 1; i <= 100; i++) console.log('line ' + i); process.exitCode = 3");
    expect(ok).toBe(false);
    expect(problem).toContain("ended with exit code 3\nline 81\n");
    expect(problem).toMatch(/line 100$/);
  });

  test("reports the name of a program that does not exist", async () => {
    const { ok, problem } = await runCommand("podwright-no-such-command", []);
    expect(ok).toBe(false);
    expect(problem).toMatch(/"podwright-no-such-command" did not start: .*ENOENT/);
  });

  test("is stopped when the time limit ends", async () => {
    const { problem } = await node("setInterval(() => {}, 1000)", { timeoutMs: 200 });
    expect(problem).toContain("did not end within 0.2 s");
  });

  test("ends after an interruption even if child processes still run", async () => {
    const interrupt = new AbortController();
    let child = 0;
    const program = `
      const { spawn } = require("node:child_process");
      const { pid } = spawn(process.execPath, ["-e", "setTimeout(() => {}, 600_000)"], { stdio: "inherit" });
      console.log(pid);
      process.on("SIGINT", () => process.exit(1));`;
    try {
      const running = node(program, {
        signal: interrupt.signal,
        onLine: (line: string) => {
          child = Number(line);
          interrupt.abort(new Error("interrupted"));
        },
      });
      await expect(running).rejects.toThrow("interrupted");
      expect(() => process.kill(child, 0)).not.toThrow();
    } finally {
      if (child > 0) process.kill(child, "SIGKILL");
    }
  });
});
