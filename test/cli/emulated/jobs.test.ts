import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { MovableClock } from "../../support/movable-clock";
import { temporaryFolder } from "../../support/temporary-folder";
import { useJobs } from "../support/jobs";

const its = useJobs();
const { cli, jobs } = its;
const submitted = () =>
  its.emulator.requests().filter(({ operation }) => operation === "run" || operation === "runsync");

describe("podwright jobs run", () => {
  test("prints the submitted job as JSON into a pipe", async () => {
    const { exitCode, out, err } = await jobs(["run", "ENDPOINT", "--input", '{"prompt":"hi"}']);
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: "" });
    expect(JSON.parse(out)).toEqual({ id: expect.stringMatching(/-e1$/), status: "IN_QUEUE" });
  });

  test("prints on a terminal the command that waits for the submitted job", async () => {
    const { out, err } = await jobs(["run", "ENDPOINT", "--input", '{"n":1}'], { columns: 80 });
    const id = /^JOB +(\S+)$/m.exec(out)?.[1];
    expect(out).toMatch(/^STATUS +IN_QUEUE$/m);
    expect(err).toBe(`hint: "podwright jobs status ${its.endpoint} ${id} --follow" waits for the job\n`);
  });

  test("prints the id of a job that RunPod accepts after Ctrl-C", async () => {
    const ctrlC = new AbortController();
    its.emulator.clearRequests();
    its.emulator.addFault({ operation: "run", times: 1, effect: { delayMs: 200 } });
    const ended = jobs(["run", "ENDPOINT", "--input", '{"n":1}'], { signal: ctrlC.signal });
    await expect.poll(submitted).toHaveLength(1);
    ctrlC.abort(new Error("interrupted"));
    expect(JSON.parse((await ended).out)).toMatchObject({ id: expect.any(String), status: "IN_QUEUE" });
  });

  test("waits with --follow for a job that RunPod does not show yet", async () => {
    its.emulator.addFault({ operation: "status", times: 2, effect: { status: 404, body: { error: "job not found" } } });
    const { exitCode } = await jobs(["run", "ENDPOINT", "--input", '{"n":1}', "--follow"]);
    its.emulator.clearFaults();
    expect(exitCode).toBe(0);
  });

  test("prints the result with --follow", async () => {
    const { exitCode, out } = await jobs(["run", "ENDPOINT", "--input", '{"prompt":"hi"}', "--follow"]);
    expect(exitCode).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ status: "COMPLETED", output: { prompt: "hi" } });
  });

  test("passes --low-priority and --ttl to RunPod", async () => {
    const { out } = await jobs(["run", "ENDPOINT", "--input", '{"n":1}', "--low-priority", "--ttl", "1h"]);
    const { id } = JSON.parse(out);
    its.emulator.advance(3_599_000);
    expect(JSON.parse((await cli(["jobs", "status", its.endpoint, id])).out).status).toBe("IN_QUEUE");
    its.emulator.advance(2_000);
    expect(await cli(["jobs", "status", its.endpoint, id])).toMatchObject({ exitCode: 1 });
  });

  test("passes --execution-timeout and --webhook to RunPod", async () => {
    its.emulator.handle("*", () => ({ durationMs: 60_000 }));
    const flags = ["--execution-timeout", "30s", "--webhook", "https://example.com/done"];
    const { id } = JSON.parse((await jobs(["run", "ENDPOINT", "--input", '{"n":1}', ...flags])).out);
    its.emulator.advance(31_000);
    const { exitCode, err } = await cli(["jobs", "status", its.endpoint, id, "--follow"]);
    expect(exitCode).toBe(4);
    expect(err).toContain("ran longer than its time limit");
    expect(its.emulator.webhooks().map(({ url }) => url)).toEqual(["https://example.com/done"]);
  });

  test("prints each streamed text as soon as the text arrives", async () => {
    its.emulator.handle("*", function* () {
      yield { output: "Hel" };
      yield { output: { text: ["lo ", "you"] } };
      yield { output: { n: 1 } };
    });
    const arrived: string[] = [];
    const { exitCode, out } = await jobs(["run", "ENDPOINT", "--input", '{"n":1}', "--stream"], {
      columns: 80,
      onOutput: (text) => arrived.push(text),
    });
    expect(exitCode).toBe(0);
    expect(out).toBe('Hello you{"n":1}\n');
    expect(arrived.length).toBeGreaterThan(1);
  });

  test("prints one line of JSON for each streamed chunk into a pipe", async () => {
    its.emulator.handle("*", function* () {
      yield { output: "a", metrics: { n: 1 } };
      yield { output: "b" };
    });
    const { out } = await jobs(["run", "ENDPOINT", "--input", '{"n":1}', "--stream"]);
    const lines = out.trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).output)).toEqual(["a", "b"]);
    expect(JSON.parse(lines[0]!).metrics).toEqual({ n: 1 });
  });

  test("prints the streamed chunks that arrive before the handler fails", async () => {
    its.emulator.handle("*", function* () {
      yield { output: "half" };
      throw new Error("out of memory");
    });
    const { exitCode, out, err } = await jobs([
      "run",
      "ENDPOINT",
      "--input",
      '{"n":1}',
      "--stream",
      "--output",
      "text",
    ]);
    expect({ exitCode, out }).toEqual({ exitCode: 4, out: "half\n" });
    expect(err).toContain("out of memory");
  });

  test("reports with --stream that the handler streamed nothing", async () => {
    const { exitCode, out, err } = await jobs(["run", "ENDPOINT", "--input", '{"n":1}', "--stream"]);
    expect({ exitCode, out }).toEqual({ exitCode: 0, out: "" });
    expect(err).toContain("the handler streamed nothing");
  });
});

describe.each([
  ["podwright jobs run --follow", ["run", "ENDPOINT", "--input", '{"n":1}', "--follow", "--timeout", "1s"]],
  ["podwright jobs runsync", ["runsync", "ENDPOINT", "--input", '{"n":1}', "--wait", "1s"]],
])("%s", (_, args) => {
  test("ends with exit code 4 if the job fails", async () => {
    its.emulator.handle("*", () => {
      throw new Error("no such model");
    });
    const { exitCode, out, err } = await jobs(args);
    expect(exitCode).toBe(4);
    expect(JSON.parse(out)).toMatchObject({ status: "FAILED", error: expect.stringContaining("no such model") });
    expect(err).toMatch(/^error: Job \S+ failed: .*no such model/);
  });

  test("ends with exit code 5 if the job runs longer than the command may wait", async () => {
    let isRunning = false;
    its.emulator.handle("*", () => {
      isRunning = true;
      return { durationMs: 60_000 };
    });
    const clock = new MovableClock();
    const ended = jobs(args, { clock });
    await expect.poll(() => isRunning).toBe(true);
    // The command of the first row waits itself. After two more reads it has seen that the job runs. RunPod waits for the other command.
    const { runsync, status: reads = 0 } = its.emulator.counts();
    if (runsync === undefined) await expect.poll(() => its.emulator.counts().status).toBeGreaterThan(reads + 1);
    clock.advance(1_000);
    its.emulator.advance(1_000);
    const { exitCode, out, err } = await ended;
    const { id, status } = JSON.parse(out);
    expect({ exitCode, status }).toEqual({ exitCode: 5, status: "IN_PROGRESS" });
    expect(err).toBe(
      `error: job ${id} did not finish in time and continues: \`podwright jobs status ${its.endpoint} ${id}\` shows it\n`,
    );
    expect(its.emulator.counts().cancel).toBeUndefined();
  });
});

describe("the flag --input", () => {
  test("reads the input from a file or from standard input", async () => {
    const file = join(temporaryFolder("cli"), "input.json");
    writeFileSync(file, '{"from":"file"}');
    const { out } = await jobs(["run", "ENDPOINT", "--input", `@${file}`, "--follow"]);
    expect(JSON.parse(out).output).toEqual({ from: "file" });
    const piped = await cli(["jobs", "run", its.endpoint, "--input", "-", "--follow"], { stdin: '{"from":"stdin"}' });
    expect(JSON.parse(piped.out).output).toEqual({ from: "stdin" });
  });

  test.each([
    [["--input", '{"token":"canary" oops}'], /--input is not JSON at line 1, column \d+: quote it for the shell/],
    [["--input", "canary"], /--input is not JSON: quote it for the shell/],
    [["--input", '["canary"]'], /--input must be a JSON object .*, not a list/],
    [["--input", "null"], /--input must be a JSON object .*, not null/],
    [["--input", ""], /--input is empty/],
    [["--input", "@/no/such/file"], /--input names \/no\/such\/file, and there is no such file/],
    [[], /--input is missing: give JSON such as/],
  ])("causes an error that does not repeat an invalid input: %j", async (flags, message) => {
    const { exitCode, err } = await jobs(["run", "ENDPOINT", ...flags]);
    expect(exitCode).toBe(64);
    expect(err).toMatch(message);
    expect(err).not.toContain("canary");
    expect(submitted()).toEqual([]);
  });

  test("causes an error with an example if the input is an empty object", async () => {
    const { exitCode, err } = await jobs(["run", "ENDPOINT", "--input", "{}"]);
    expect(exitCode).not.toBe(0);
    expect(err).toContain("RunPod's workers treat an empty input as missing");
    expect(err).toContain('{"ping": true}');
    expect(submitted()).toEqual([]);
  });

  test("stops reading the input from a terminal after Ctrl-C", async () => {
    const stop = new AbortController();
    const stdin = Object.assign(new Readable({ read: () => undefined }), { isTTY: true });
    const ended = jobs(["run", "ENDPOINT", "--input", "-"], {
      signal: stop.signal,
      stdin,
      onOutput: (_, err) => err.includes("Ctrl-D ends it") && stop.abort(new Error("interrupted")),
    });
    expect((await ended).err).toContain("interrupted");
    expect(submitted()).toEqual([]);
  });

  test("appears in one error with all other wrong flags if the input is invalid", async () => {
    const flags = "--input [] --ttl 1s --execution-timeout soon --webhook ftp://x --timeout 5m --output csv".split(" ");
    const { exitCode, err } = await jobs(["run", "ENDPOINT", ...flags]);
    expect(exitCode).toBe(64);
    expect(err).toContain("6 things are wrong:");
    expect(err).toContain("--input must be a JSON object");
    expect(err).toContain('--ttl must be a time from 10s to 7d, such as 90s or 5m, not "1s"');
    expect(err).toContain('--execution-timeout must be a time from 5s to 7d, such as 90s or 5m, not "soon"');
    expect(err).toContain("--webhook must be an http or https URL");
    expect(err).toContain("--timeout needs --follow");
    expect(err).toContain("--output must be one of table, json, yaml");
  });
});

test("podwright jobs runsync prints the finished job", async () => {
  const { exitCode, out } = await jobs(["runsync", "ENDPOINT", "--input", '{"a":1}']);
  expect(exitCode).toBe(0);
  const id = expect.stringMatching(/^sync-/);
  expect(JSON.parse(out)).toMatchObject({ id, status: "COMPLETED", output: { a: 1 } });
});

test("the output of podwright jobs never contains the API key, even if RunPod refuses the key", async () => {
  const env = { PODWRIGHT_API_KEY: "canary-key" };
  const { exitCode, out, err } = await jobs(["run", "ENDPOINT", "--input", '{"n":1}'], { env });
  expect(exitCode).toBe(1);
  expect(err).toMatch(/^error: .*API key/);
  expect(out + err).not.toContain("canary-key");
});
