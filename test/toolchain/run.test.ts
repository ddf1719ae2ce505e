import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { repositoryFolder, toolchainFolder } from "../../toolchain/lib/machine.mjs";

const script = path.join(toolchainFolder, "run.mjs");
const empty = mkdtempSync(path.join(os.tmpdir(), "podwright-run-"));
afterAll(() => rmSync(empty, { recursive: true, force: true }));
/** The command must work without an engine and a cache. */
const env = { PATH: path.dirname(process.execPath), HOME: empty, XDG_CACHE_HOME: empty };
const running = (program: string) =>
  spawn(process.execPath, [script, process.execPath, "-e", program], { env, stdio: ["ignore", "pipe", "ignore"] });
const run = (...args: string[]) => spawnSync(process.execPath, [script, ...args], { env, encoding: "utf8" });

describe("node toolchain/run.mjs", () => {
  test("puts the project's installed programs first on the PATH", () => {
    const { stdout } = run(process.execPath, "-p", "process.env.PATH");
    expect(stdout.split(path.delimiter)[0]).toBe(path.join(repositoryFolder, "node_modules", ".bin"));
  });

  test("passes arguments to the command and ends with the command's exit code", () => {
    const { stdout, status } = run(process.execPath, "-e", "console.log(process.argv[1]); process.exit(7)", "a b");
    expect(stdout).toBe("a b\n");
    expect(status).toBe(7);
  });

  test("reports a command that is not given or does not exist", () => {
    expect(run("podwright-no-such-command")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('"podwright-no-such-command" did not start'),
    });
    expect(run()).toMatchObject({ status: 1, stderr: expect.stringContaining("Name the command to run") });
  });

  test.each(["SIGINT", "SIGTERM"] as const)("passes %s to the command", async (signal) => {
    const handled = `process.on("${signal}", () => process.exit(9)); console.log("ready"); setInterval(() => {}, 1000)`;
    const child = running(handled);
    await once(child.stdout, "data");
    child.kill(signal);
    expect(await once(child, "exit")).toEqual([9, null]);
  });

  test("registers its signals before it starts the command", () => {
    const text = readFileSync(script, "utf8");
    expect(text.indexOf("process.on(name")).toBeGreaterThan(0);
    expect(text.indexOf("process.on(name")).toBeLessThan(text.indexOf("spawn(command"));
  });

  test("ends with the same signal as the command", async () => {
    const program = 'console.log("ready"); setInterval(() => {}, 1000)';
    const child = running(program);
    await once(child.stdout, "data");
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([null, "SIGTERM"]);
  });
});

describe("the temporary folder of toolchain/run.mjs", () => {
  const shared = mkdtempSync(path.join(empty, "shared-"));
  const within = { env: { ...env, TMPDIR: shared, TMP: shared, TEMP: shared }, encoding: "utf8" } as const;
  const filling = 'require("fs").mkdtempSync(require("os").tmpdir() + "/left-"); console.log(require("os").tmpdir());';
  const start = (program: string) =>
    spawn(process.execPath, [script, process.execPath, "-e", program], {
      ...within,
      stdio: ["pipe", "pipe", "ignore"],
    });

  test("is removed when the command ends", async () => {
    const args = [script, process.execPath, "-e", `${filling} process.exit(7)`];
    const { stdout, status } = spawnSync(process.execPath, args, within);
    expect(path.dirname(stdout.trim())).toBe(shared);
    // The path of a socket has at most 104 bytes, and a temporary folder of macOS has 49.
    expect(path.basename(stdout.trim()).length).toBeLessThan(25);
    expect([status, readdirSync(shared)]).toEqual([7, []]);
    const child = start(`${filling} setInterval(() => {}, 1000)`);
    await once(child.stdout, "data");
    child.kill("SIGTERM");
    await once(child, "exit");
    expect(readdirSync(shared)).toEqual([]);
  });

  test("is also removed when a script of the toolchain ends", () => {
    const machine = JSON.stringify(path.join(toolchainFolder, "lib/machine.mjs"));
    const program = `import { main } from ${machine}; import fs from "node:fs"; import os from "node:os";
      await main(async () => console.log(fs.mkdtempSync(os.tmpdir() + "/left-")));`;
    const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", program], within);
    expect(path.dirname(path.dirname(stdout.trim()))).toBe(shared);
    expect(readdirSync(shared)).toEqual([]);
  });

  test("is shared with another toolchain/run.mjs that the command starts", () => {
    const inner = `[${JSON.stringify(script)}, process.execPath, "-p", "require('os').tmpdir()"]`;
    const program = `${filling} process.stdout.write(require("child_process").execFileSync(process.execPath, ${inner}))`;
    const { stdout } = spawnSync(process.execPath, [script, process.execPath, "-e", program], within);
    const [outer, same] = stdout.trim().split("\n");
    expect(same).toBe(outer);
  });

  test("is removed by the next run if the first run was killed", async () => {
    const ending = `${filling} process.stdin.on("end", () => process.exit(0)).resume()`;
    const [killed, working] = [start(ending), start(ending)];
    const [[text]] = await Promise.all([once(working.stdout, "data"), once(killed.stdout, "data")]);
    killed.kill("SIGKILL");
    await once(killed, "exit");
    killed.stdin.end();
    expect(readdirSync(shared)).toHaveLength(2);
    spawnSync(process.execPath, [script, process.execPath, "-e", ""], within);
    expect(readdirSync(shared)).toEqual([path.basename(String(text).trim())]);
    working.kill("SIGTERM");
    await once(working, "exit");
  });
});
