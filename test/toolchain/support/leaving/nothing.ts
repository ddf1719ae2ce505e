import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";

test("leaves nothing behind, after files that left something", async () => {
  vi.stubEnv("LEFT", "until the end of the file");
  const server = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const child = spawn(process.execPath, ["--eval", "process.stdin.resume()"], { stdio: ["pipe", "ignore", "ignore"] });
  child.stdin.end();
  expect(await once(child, "exit")).toEqual([0, null]);
});
