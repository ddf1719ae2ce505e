import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";

describe("the process of the provider", () => {
  const lifeline = resolve(__dirname, "../../../../dist/provider/hosts/engine/lifeline.js");

  /** Runs a host whose engine is this test, which holds the host's standard input open. */
  function host(program: string, stdin: "pipe" | "ignore" = "pipe") {
    const child = spawn(
      process.execPath,
      ["-e", `const line = require(${JSON.stringify(lifeline)}).watchEngine();${program}`],
      {
        stdio: [stdin, "pipe", "inherit"],
      },
    );
    let text = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      text += chunk;
    });
    return { child, text: () => text };
  }

  test("ends when the engine is killed, even if a timer would keep the process alive", async () => {
    const { child, text } = host("setInterval(() => {}, 1000); console.log('up');");
    await expect.poll(text).toContain("up");
    child.stdin?.end();
    expect(await once(child, "exit")).toEqual([0, null]);
  });

  test("finishes the running operation before it ends", async () => {
    const { child, text } = host(`
      line.hold(new Promise((done) => line.signal.addEventListener("abort", () => setTimeout(() => {
        console.log("put back: " + line.signal.reason.message); done();
      }, 20))));
      setInterval(() => {}, 1000);
      console.log("up");
    `);
    await expect.poll(text).toContain("up");
    child.stdin?.end();
    await once(child, "exit");
    expect(text()).toContain("put back: the Pulumi engine is gone");
  });

  test("finishes each operation, even if another operation fails at once", async () => {
    const { child, text } = host(`
      const atTheEnd = (work) => line.hold(new Promise((done, failed) =>
        line.signal.addEventListener("abort", () => work(done, failed)))).catch(() => undefined);
      atTheEnd((done, failed) => failed(new Error("refused")));
      atTheEnd((done) => setTimeout(() => { console.log("first put back"); done(); }, 50));
      atTheEnd((done) => setTimeout(() => { console.log("second put back"); done(); }, 100));
      setInterval(() => {}, 1000);
      console.log("up");
    `);
    await expect.poll(text).toContain("up");
    child.stdin?.end();
    await once(child, "exit");
    expect(text().split("\n").slice(1, 3)).toEqual(["first put back", "second put back"]);
  });

  test("ends without an error if it still prints lines after the engine is killed", async () => {
    const child = spawn(
      process.execPath,
      [
        "-e",
        `// Pulumi's dynamic provider prints every uncaught error, and fails at its end because of it.
        process.on("uncaughtException", (error) => { failed = true; console.error(error.stack); });
        let failed = false;
        process.on("exit", () => { if (failed) process.exitCode = 1; });
        const line = require(${JSON.stringify(lifeline)}).watchEngine();
        line.hold(new Promise((done) => line.signal.addEventListener("abort", () => setTimeout(() => {
          process.stdout.write("restored\\n"); process.stderr.write("restored\\n"); setTimeout(done, 50);
        }, 50))));
        setInterval(() => {}, 1000);
        process.stdout.write("up");`,
      ],
      { stdio: ["pipe", "pipe", "pipe"] },
    );
    await once(child.stdout, "data");
    const exited = once(child, "exit");
    // A process that never ends must not outlive this test.
    onTestFinished(() => void child.kill("SIGKILL"));
    for (const pipe of [child.stdout, child.stderr, child.stdin]) pipe.destroy();
    expect(await exited).toEqual([0, null]);
  });

  const waiting = `
    line.hold(new Promise((done) => line.signal.addEventListener("abort", () => setTimeout(() => {
      console.log("recorded: " + line.signal.reason.message); done();
    }, 50))));
    setInterval(() => {}, 1000);
    console.log("up");
  `;

  test("after SIGTERM, ends only its waits while the engine runs", async () => {
    const { child, text } = host(waiting);
    await expect.poll(text).toContain("up");
    child.kill("SIGTERM");
    await expect.poll(text).toContain("recorded: cancelled by SIGTERM");
    expect(child.exitCode).toBeNull();
    child.stdin?.end();
    expect(await once(child, "exit")).toEqual([0, null]);
  });

  test("stops its waits and exits after SIGTERM if it has no engine to watch", async () => {
    const { child, text } = host(waiting, "ignore");
    await expect.poll(text).toContain("up");
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
    expect(text()).toContain("recorded: cancelled by SIGTERM");
  });

  test("ends after its work and does not wait for the engine's end", async () => {
    const { child } = host("");
    expect(await once(child, "exit")).toEqual([0, null]);
  });
});
