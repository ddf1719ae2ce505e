import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../../emulator";
import { environmentOf, newEndpoint } from "../../support/account";
import { temporaryFolder } from "../../support/temporary-folder";
import { commandLine, type World } from "../support/command-line";

let emulator: Emulator;
let endpoint: string;

beforeAll(async () => {
  emulator = await startEmulator({ workerStart: 1, jobDuration: 1, strict: true });
});
afterEach(() => emulator.reset());
afterAll(() => emulator.close());

/** A queue-based endpoint, and its jobs from the command line. */
async function jobs(args: readonly string[], world: World = {}) {
  endpoint = await newEndpoint(emulator, "jobs");
  return await cli(["jobs", ...args.map((arg) => (arg === "ENDPOINT" ? endpoint : arg))], world);
}

function cli(args: readonly string[], world: World = {}) {
  return commandLine(args, { ...world, env: { ...environmentOf(emulator), ...world.env } });
}

const submitted = () => emulator.requests().filter(({ operation }) => operation === "run" || operation === "runsync");

describe("jobs run", () => {
  test("submits the input and prints the job; a pipe gets the platform's fields as JSON", async () => {
    const { exitCode, out, err } = await jobs(["run", "ENDPOINT", "--input", '{"prompt":"hi"}']);
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: "" });
    expect(JSON.parse(out)).toEqual({ id: expect.stringMatching(/-e1$/), status: "IN_QUEUE" });
  });

  test("on a terminal it says what to type to wait for the job", async () => {
    const { out, err } = await jobs(["run", "ENDPOINT", "--input", "{}"], { columns: 80 });
    const id = /^JOB +(\S+)$/m.exec(out)?.[1];
    expect(out).toMatch(/^STATUS +IN_QUEUE$/m);
    expect(err).toBe(`hint: "podwright jobs status ${endpoint} ${id} --follow" waits for it\n`);
  });

  test("--follow waits and prints the result", async () => {
    const { exitCode, out } = await jobs(["run", "ENDPOINT", "--input", '{"prompt":"hi"}', "--follow"]);
    expect(exitCode).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ status: "COMPLETED", output: { prompt: "hi" } });
  });

  test("--low-priority adds no worker, and --ttl removes the job in time", async () => {
    const { out } = await jobs(["run", "ENDPOINT", "--input", "{}", "--low-priority", "--ttl", "1h"]);
    const { id } = JSON.parse(out);
    emulator.advance(3_599_000);
    expect(JSON.parse((await cli(["jobs", "status", endpoint, id])).out).status).toBe("IN_QUEUE");
    emulator.advance(2_000);
    expect(await cli(["jobs", "status", endpoint, id])).toMatchObject({ exitCode: 1 });
  });

  test("--execution-timeout ends a job that runs on, with exit code 4, and --webhook receives it", async () => {
    emulator.handle("*", () => ({ durationMs: 60_000 }));
    const flags = ["--execution-timeout", "30s", "--webhook", "https://example.com/done"];
    const { id } = JSON.parse((await jobs(["run", "ENDPOINT", "--input", "{}", ...flags])).out);
    emulator.advance(31_000);
    const { exitCode, err } = await cli(["jobs", "status", endpoint, id, "--follow"]);
    expect(exitCode).toBe(4);
    expect(err).toContain("ran longer than it may");
    expect(emulator.webhooks().map(({ url }) => url)).toEqual(["https://example.com/done"]);
  });

  test("--stream prints texts as they arrive", async () => {
    emulator.handle("*", function* () {
      yield { output: "Hel" };
      yield { output: { text: ["lo ", "you"] } };
      yield { output: { n: 1 } };
    });
    const arrived: string[] = [];
    const { exitCode, out } = await jobs(["run", "ENDPOINT", "--input", "{}", "--stream"], {
      columns: 80,
      onOutput: (text) => arrived.push(text),
    });
    expect(exitCode).toBe(0);
    expect(out).toBe('Hello you{"n":1}\n');
    expect(arrived.length).toBeGreaterThan(1);
  });

  test("--stream into a pipe is a line of JSON for each chunk", async () => {
    emulator.handle("*", function* () {
      yield { output: "a", metrics: { n: 1 } };
      yield { output: "b" };
    });
    const { out } = await jobs(["run", "ENDPOINT", "--input", "{}", "--stream"]);
    const lines = out.trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).output)).toEqual(["a", "b"]);
    expect(JSON.parse(lines[0]!).metrics).toEqual({ n: 1 });
  });

  test("a stream whose handler fails midway shows what came, and ends with 4", async () => {
    emulator.handle("*", function* () {
      yield { output: "half" };
      throw new Error("out of memory");
    });
    const { exitCode, out, err } = await jobs(["run", "ENDPOINT", "--input", "{}", "--stream", "--output", "text"]);
    expect({ exitCode, out }).toEqual({ exitCode: 4, out: "half\n" });
    expect(err).toContain("out of memory");
  });

  test("a handler that streams nothing is reported as such", async () => {
    const { exitCode, out, err } = await jobs(["run", "ENDPOINT", "--input", "{}", "--stream"]);
    expect({ exitCode, out }).toEqual({ exitCode: 0, out: "" });
    expect(err).toContain("the handler streamed nothing");
  });
});

describe.each([
  ["jobs run --follow", ["run", "ENDPOINT", "--input", "{}", "--follow", "--timeout", "1s"], "in time"],
  ["jobs runsync", ["runsync", "ENDPOINT", "--input", "{}", "--wait", "1s"], "when the wait ended"],
])("%s", (_, args, when) => {
  test("of a job that fails ends with 4, its state on standard output and the reason on standard error", async () => {
    emulator.handle("*", () => {
      throw new Error("no such model");
    });
    const { exitCode, out, err } = await jobs(args);
    expect(exitCode).toBe(4);
    expect(JSON.parse(out)).toMatchObject({ status: "FAILED", error: expect.stringContaining("no such model") });
    expect(err).toMatch(/^error: Job \S+ failed: .*no such model/);
  });

  test("of a job that takes longer stops waiting, leaves the job alone and ends with 5", async () => {
    emulator.handle("*", () => ({ durationMs: 60_000 }));
    const { exitCode, out, err } = await jobs(args);
    const { id, status } = JSON.parse(out);
    expect({ exitCode, status }).toEqual({ exitCode: 5, status: "IN_PROGRESS" });
    expect(err).toBe(
      `error: job ${id} was not finished ${when} and continues: \`podwright jobs status ${endpoint} ${id}\` shows it\n`,
    );
    expect(emulator.counts().cancel).toBeUndefined();
  });
});

describe("--input", () => {
  test("is taken from a file, and from standard input", async () => {
    const file = join(temporaryFolder("cli"), "input.json");
    writeFileSync(file, '{"from":"file"}');
    const { out } = await jobs(["run", "ENDPOINT", "--input", `@${file}`, "--follow"]);
    expect(JSON.parse(out).output).toEqual({ from: "file" });
    const piped = await cli(["jobs", "run", endpoint, "--input", "-", "--follow"], { stdin: '{"from":"stdin"}' });
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
  ])("%j is refused without quoting it, and nothing is sent", async (flags, message) => {
    const { exitCode, err } = await jobs(["run", "ENDPOINT", ...flags]);
    expect(exitCode).toBe(64);
    expect(err).toMatch(message);
    expect(err).not.toContain("canary");
    expect(submitted()).toEqual([]);
  });

  test("that nobody ends typing is given up on Ctrl-C", async () => {
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

  test("all wrong flags are reported together", async () => {
    const flags = "--input [] --ttl 1s --execution-timeout soon --webhook ftp://x --timeout 5m --output csv".split(" ");
    const { exitCode, err } = await jobs(["run", "ENDPOINT", ...flags]);
    expect(exitCode).toBe(64);
    expect(err).toContain("6 things are wrong:");
    expect(err).toContain('--ttl must be a time from 10s to 7d, such as 90s or 5m, not "1s"');
    expect(err).toContain('--execution-timeout must be a time from 5s to 7d, such as 90s or 5m, not "soon"');
    expect(err).toContain("--webhook must be an http or https URL");
    expect(err).toContain("--timeout needs --follow");
    expect(err).toContain("--output must be one of table, json, yaml");
  });
});

test("jobs runsync prints the finished job", async () => {
  const { exitCode, out } = await jobs(["runsync", "ENDPOINT", "--input", '{"a":1}']);
  expect(exitCode).toBe(0);
  const id = expect.stringMatching(/^sync-/);
  expect(JSON.parse(out)).toMatchObject({ id, status: "COMPLETED", output: { a: 1 } });
});

describe("jobs that were submitted before", () => {
  async function failed(): Promise<string> {
    let times = 0;
    emulator.handle("*", () => {
      times += 1;
      if (times === 1) throw new Error("first time");
      return { output: "second time" };
    });
    return JSON.parse((await jobs(["run", "ENDPOINT", "--input", "{}", "--follow"])).out).id;
  }

  test("status shows a job, whatever its state, and ends with 0", async () => {
    const id = await failed();
    const { exitCode, out } = await cli(["jobs", "status", endpoint, id], { columns: 80 });
    expect(exitCode).toBe(0);
    expect(out).toMatch(/^STATUS +FAILED$/m);
    expect(out).toMatch(/^ERROR +.*first time$/m);
  });

  test("status --ttl makes the platform forget it", async () => {
    const id = await failed();
    await cli(["jobs", "status", endpoint, id, "--ttl", "10s"]);
    emulator.advance(10_000);
    expect(await cli(["jobs", "status", endpoint, id])).toMatchObject({ exitCode: 1 });
  });

  test("retry --follow runs it again under its id", async () => {
    const id = await failed();
    const { exitCode, out } = await cli(["jobs", "retry", endpoint, id, "--follow"]);
    expect(exitCode).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ id, status: "COMPLETED", output: "second time" });
  });

  test("cancel stops it, and whoever waits for it learns so with exit code 4", async () => {
    emulator.handle("*", () => ({ durationMs: 60_000 }));
    const { id } = JSON.parse((await jobs(["run", "ENDPOINT", "--input", "{}"])).out);
    expect(JSON.parse((await cli(["jobs", "cancel", endpoint, id])).out)).toEqual({ id, status: "CANCELLED" });
    expect(await cli(["jobs", "status", endpoint, id, "--follow"])).toMatchObject({
      exitCode: 4,
      err: `error: Job ${id} was cancelled.\n`,
    });
  });

  test("stream delivers what was yielded, in yet another process", async () => {
    emulator.handle("*", function* () {
      yield { output: "late" };
    });
    const { id } = JSON.parse((await jobs(["run", "ENDPOINT", "--input", "{}"])).out);
    const { exitCode, out } = await cli(["jobs", "stream", endpoint, id, "--output", "text"]);
    expect({ exitCode, out }).toEqual({ exitCode: 0, out: "late\n" });
  });

  test("an id nobody knows is an error in a sentence", async () => {
    const { exitCode, out, err } = await jobs(["status", "ENDPOINT", "nope"]);
    expect({ exitCode, out }).toEqual({ exitCode: 1, out: "" });
    expect(err).toMatch(/^error: .*job not found\. Results are kept for 30 minutes after run, .*\n$/);
  });
});

describe("the queue", () => {
  test("purge-queue --yes removes what waits, and says how much", async () => {
    endpoint = await newEndpoint(emulator, "jobs", { workersMax: 0 });
    for (let n = 0; n < 3; n++) await cli(["jobs", "run", endpoint, "--input", "{}"]);
    expect((await cli(["jobs", "purge-queue", endpoint, "--yes"], { columns: 80 })).out).toBe("3 jobs removed.\n");
    expect(JSON.parse((await cli(["jobs", "health", endpoint])).out).jobs.inQueue).toBe(0);
  });

  test("purge-queue without --yes removes nothing without a terminal", async () => {
    const { exitCode, err } = await jobs(["purge-queue", "ENDPOINT"]);
    expect(exitCode).toBe(64);
    expect(err).toContain("--yes is needed where nobody can be asked");
    expect(emulator.counts()["purge-queue"]).toBeUndefined();
  });

  test.each(["n\n", ""])("purge-queue that is answered with %j removes nothing, and is no success", async (typed) => {
    const stdin = Object.assign(Readable.from([typed]), { isTTY: true });
    const stream = new PassThrough() as unknown as NodeJS.WriteStream;
    const { exitCode, out, err } = await jobs(["purge-queue", "ENDPOINT"], {
      stdin,
      watched: { stream, moves: true },
    });
    expect({ exitCode, out, err }).toEqual({ exitCode: 1, out: "", err: "nothing was removed\n" });
    expect(emulator.counts()["purge-queue"]).toBeUndefined();
  });

  test("health counts jobs and workers", async () => {
    await jobs(["run", "ENDPOINT", "--input", "{}", "--follow"]);
    const { out } = await cli(["jobs", "health", endpoint], { columns: 120 });
    expect(out).toMatch(/^JOBS +in queue 0, in progress 0, completed 1, failed 0, retried 0$/m);
    expect(out).toMatch(/^WORKERS +idle 1, running 0/m);
  });
});

describe("public models", () => {
  const flux = "black-forest-labs-flux-1-schnell";

  test("run --follow shows the result and what it cost", async () => {
    const args = ["public", "run", flux, "--input", '{"prompt":"a cat"}', "--follow"];
    const { exitCode, out } = await cli(args, { columns: 80 });
    expect(exitCode).toBe(0);
    expect(out).toMatch(/^COST +\$0\.0025$/m);
    expect(out).toContain("image_url");
  });

  test("runsync prints the platform's fields as JSON into a pipe", async () => {
    const { out } = await cli(["public", "runsync", flux, "--input", '{"prompt":"a cat","width":512,"height":512}']);
    expect(JSON.parse(out).output.cost).toBeCloseTo(0.0024 * 0.262144, 9);
  });

  test("models and estimates come from the price list, and nothing is sent", async () => {
    const { out } = await cli(["public", "models"], { columns: 80 });
    expect(out).toMatch(new RegExp(`^${flux} +\\$0\\.0024 +megapixel$`, "m"));
    const estimate = await cli(["public", "estimate", flux, "--input", '{"width":512}'], { columns: 80 });
    expect(estimate.out).toBe("COST     about $0.0013\nFOR      0.5243 × megapixel at $0.0024\nASSUMED  height 1024\n");
    expect(await cli(["public", "estimate", "nobody", "--input", "{}"])).toMatchObject({ exitCode: 1 });
    expect(emulator.requests()).toEqual([]);
  });
});

test("the key is on no output, also when it is refused", async () => {
  const env = { PODWRIGHT_API_KEY: "canary-key" };
  const { exitCode, out, err } = await jobs(["run", "ENDPOINT", "--input", "{}"], { env });
  expect(exitCode).toBe(1);
  expect(err).toMatch(/^error: .*API key/);
  expect(out + err).not.toContain("canary-key");
});
