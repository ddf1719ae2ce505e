import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { beforeEach, describe, expect, test } from "vitest";
import { withLock } from "../../../toolchain/lib/lock.mjs";
import { toolchainFolder } from "../../../toolchain/lib/places.mjs";
import { temporaryFolder } from "../../support/temporary-folder";

const lockModule = pathToFileURL(path.join(toolchainFolder, "lib", "lock.mjs")).href;
let folder: string;
let log: string;

beforeEach(() => {
  const temporary = temporaryFolder("lock");
  folder = path.join(temporary, "lock");
  log = path.join(temporary, "log");
  writeFileSync(log, "");
});

const never = new AbortController().signal;

/** A real process that holds the lock for a while and writes down when it comes and goes. */
function holder(name: string, holdMs: number): ChildProcess {
  const program = `
    import { appendFileSync } from "node:fs";
    import { withLock } from ${JSON.stringify(lockModule)};
    const note = (what) => appendFileSync(${JSON.stringify(log)}, what + " ${name}\\n");
    await withLock(${JSON.stringify(folder)}, { signal: new AbortController().signal, onWait: () => note("wait"), pollMs: 10 }, async () => {
      note("enter");
      await new Promise((resolve) => setTimeout(resolve, ${holdMs}));
      note("leave");
    });`;
  return spawn(process.execPath, ["--input-type=module", "-e", program], { stdio: "inherit" });
}

const noted = () => readFileSync(log, "utf8").trim().split("\n");

describe("the lock between processes", () => {
  test("lets one process in at a time", async () => {
    const processes = ["a", "b", "c", "d"].map((name) => holder(name, 60));
    await Promise.all(processes.map((child) => once(child, "exit")));
    const turns = noted().filter((line) => !line.startsWith("wait"));
    expect(turns).toHaveLength(8);
    for (let i = 0; i < turns.length; i += 2) {
      expect(turns[i + 1]).toBe(turns[i]?.replace("enter", "leave"));
    }
  });

  test("is taken over from a process that was killed", async () => {
    const dead = holder("dead", 60_000);
    await expect.poll(noted).toContain("enter dead");
    const waiting = holder("next", 1);
    await expect.poll(noted).toContain("wait next");
    expect(noted()).not.toContain("enter next");
    dead.kill("SIGKILL");
    await once(waiting, "exit");
    expect(noted()).toContain("leave next");
  });

  test("is left to a holder on another host that shows that it lives, and taken over from one that is silent", async () => {
    mkdirSync(folder);
    const claim = path.join(folder, "7");
    writeFileSync(claim, JSON.stringify({ pid: 1, host: "elsewhere", released: false }));
    let beats = 0;
    const interrupt = new AbortController();
    // Longer than any machine is too busy to beat, and one beat takes it up to here again.
    const patient = withLock(
      folder,
      { signal: interrupt.signal, pollMs: 10, silenceMs: 10_000 },
      async () => "entered",
    );
    const beat = setInterval(() => {
      beats += 1;
      utimesSync(claim, new Date(), new Date());
      if (beats === 20) interrupt.abort(new Error("still held"));
    }, 20);
    await expect(patient).rejects.toThrow();
    clearInterval(beat);
    expect(await withLock(folder, { signal: never, pollMs: 10, silenceMs: 50 }, async () => "entered")).toBe("entered");
  });

  test("tells a holder that lost it", async () => {
    const lost = withLock(folder, { signal: never, beatMs: 10 }, async (signal) => {
      const ended = once(signal, "abort");
      await withLock(`${folder}`, { signal: never, pollMs: 5, silenceMs: -1 }, async () => {
        await ended;
      });
      signal.throwIfAborted();
    });
    await expect(lost).rejects.toThrow(/took over this work/);
  });

  test("stops waiting when it is interrupted, and names whom it waits for", async () => {
    await withLock(folder, { signal: never }, async () => {
      const interrupt = new AbortController();
      const onWait = (claim: { pid: number } | undefined) => {
        expect(claim?.pid).toBe(process.pid);
        interrupt.abort(new Error("interrupted"));
      };
      const waiting = withLock(folder, { signal: interrupt.signal, onWait }, async () => {});
      await expect(waiting).rejects.toThrow();
    });
  });

  test("is free again after work that failed", async () => {
    const failing = withLock(folder, { signal: never }, async () => {
      throw new Error("broken work");
    });
    await expect(failing).rejects.toThrow("broken work");
    expect(await withLock(folder, { signal: never }, async () => "free")).toBe("free");
  });
});
