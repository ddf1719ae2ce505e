import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { beforeEach, describe, expect, test } from "vitest";
import { withLock } from "../../toolchain/lib/lock.mjs";
import { toolchainFolder } from "../../toolchain/lib/machine.mjs";
import { temporaryFolder } from "../support/temporary-folder";

const lockModule = pathToFileURL(path.join(toolchainFolder, "lib", "lock.mjs")).href;
let file: string;
let log: string;

beforeEach(() => {
  const temporary = temporaryFolder("lock");
  file = path.join(temporary, "lock");
  log = path.join(temporary, "log");
  writeFileSync(log, "");
});

const never = new AbortController().signal;

/** A real process that holds the lock for a while and logs its start and end. */
function holder(name: string, holdMs: number): ChildProcess {
  const program = `
    import { appendFileSync } from "node:fs";
    import { withLock } from ${JSON.stringify(lockModule)};
    const note = (what) => appendFileSync(${JSON.stringify(log)}, what + " ${name}\\n");
    await withLock(${JSON.stringify(file)}, { signal: new AbortController().signal, onWait: () => note("wait") }, async () => {
      note("enter");
      await new Promise((resolve) => setTimeout(resolve, ${holdMs}));
      note("leave");
    });`;
  return spawn(process.execPath, ["--input-type=module", "-e", program], { stdio: "inherit" });
}

const noted = () => readFileSync(log, "utf8").trim().split("\n");

describe("the lock between processes", () => {
  test("admits one process at a time", async () => {
    const processes = ["a", "b", "c", "d"].map((name) => holder(name, 60));
    await Promise.all(processes.map((child) => once(child, "exit")));
    const turns = noted().filter((line) => !line.startsWith("wait"));
    expect(turns).toHaveLength(8);
    for (let i = 0; i < turns.length; i += 2) {
      expect(turns[i + 1]).toBe(turns[i]?.replace("enter", "leave"));
    }
  });

  test("passes to exactly one waiting process when the owner is killed", async () => {
    const dead = holder("dead", 60_000);
    await expect.poll(noted).toContain("enter dead");
    const waiting = ["one", "two", "three"].map((name) => holder(name, 60));
    for (const name of ["one", "two", "three"]) await expect.poll(noted).toContain(`wait ${name}`);
    expect(noted().filter((line) => line.startsWith("enter"))).toEqual(["enter dead"]);
    dead.kill("SIGKILL");
    await Promise.all(waiting.map((child) => once(child, "exit")));
    const turns = noted()
      .filter((line) => !line.startsWith("wait"))
      .slice(1);
    expect(turns).toHaveLength(6);
    for (let i = 0; i < turns.length; i += 2) expect(turns[i + 1]).toBe(turns[i]?.replace("enter", "leave"));
  });

  test("lets an interrupted process stop waiting", async () => {
    await withLock(file, { signal: never }, async () => {
      const interrupt = new AbortController();
      const onWait = (pid: number) => {
        expect(pid).toBe(process.pid);
        interrupt.abort(new Error("interrupted"));
      };
      const waiting = withLock(file, { signal: interrupt.signal, onWait }, async () => {});
      await expect(waiting).rejects.toThrow();
    });
  });

  test("is free again after the work of the owner has failed", async () => {
    const failing = withLock(file, { signal: never }, async () => {
      throw new Error("broken work");
    });
    await expect(failing).rejects.toThrow("broken work");
    expect(await withLock(file, { signal: never }, async () => "free")).toBe("free");
  });
});
