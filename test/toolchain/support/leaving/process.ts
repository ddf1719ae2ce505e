import { spawn } from "node:child_process";
import { test } from "vitest";

test("leaves a process behind, which ends with this worker", () => {
  spawn(process.execPath, ["--eval", "process.stdin.resume()"], { stdio: ["pipe", "ignore", "ignore"] });
});
