import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../../emulator";
import { project } from "../../cli/support/project";
import { accountFor, spend } from "../../docs/support/account";
import { temporaryFolder } from "../../support/temporary-folder";
import { podwrightProgram } from "../harness/repository";

// Runs the command as a process, with signals, pipes and shells, which the other tests of the commands leave out.

/** The compiled command line in single files, so that a test sees what a command loads. The bundle loads the same parts in the same order. */
const compiled = path.resolve(__dirname, "../../../dist/cli");
let emulator: Emulator;
let env: Record<string, string>;

beforeEach(async () => {
  emulator = await startEmulator({ workerStart: 1, jobDuration: 1 });
  env = await accountFor(emulator);
});
afterEach(() => emulator.close());

describe("podwright jobs run --follow", () => {
  test("prints the id of the running job on Ctrl-C", async () => {
    const { exitCode, out, err } = await interrupted(["--follow"]);
    expect({ exitCode, out }).toEqual({ exitCode: 130, out: "" });
    const [, id] = /^Job (\S+) continues: `podwright jobs status \S+ \1` shows it\.\ninterrupted\n$/.exec(err) ?? [];
    const status = await bash(`podwright jobs status $ENDPOINT ${id}`);
    expect(JSON.parse(status.out).status).toBe("IN_PROGRESS");
    expect(emulator.counts().cancel).toBeUndefined();
  });

  test("cancels the job on Ctrl-C with --cancel-on-interrupt", async () => {
    const { exitCode, err } = await interrupted(["--follow", "--cancel-on-interrupt"]);
    expect(exitCode).toBe(130);
    expect(err).toMatch(/^Job \S+ is CANCELLED\.\ninterrupted\n$/);
    expect(emulator.counts().cancel).toBe(1);
  });

  test("ends on SIGTERM with the exit code 143", async () => {
    const { exitCode, out, err } = await interrupted(["--follow"], "SIGTERM");
    expect({ exitCode, out }).toEqual({ exitCode: 143, out: "" });
    expect(err).toMatch(/^Job \S+ continues: /m);
  });

  async function interrupted(flags: readonly string[], signal: "SIGINT" | "SIGTERM" = "SIGINT") {
    emulator.handle("jobs", () => ({ durationMs: 600_000 }));
    const child = podwright(["jobs", "run", env.ENDPOINT ?? "", "--input", '{"n":1}', ...flags]);
    const ended = outcomeOf(child);
    await expect.poll(() => emulator.counts().status, { timeout: 30_000, interval: 20 }).toBeGreaterThan(0);
    child.kill(signal);
    return await ended;
  }
});

test.each(["SIGINT", "SIGTERM"] as const)("podwright emulator ends with success on %s", async (signal) => {
  const child = podwright(["emulator", "--port", "0"]);
  const exit = once(child, "exit");
  if (child.stdout !== null) await once(child.stdout, "data");
  child.kill(signal);
  expect(await exit).toEqual([0, null]);
});

test("a command ends without an error if the next program in the pipe ends early", async () => {
  const absent = await bash("podwright public models | true; echo $PIPESTATUS");
  expect(absent).toEqual({ exitCode: 0, out: "0\n", err: "" });
  await spend(emulator, env);
  const { out, err } = await bash(
    "set -o pipefail; podwright billing pods --bucket-size hour --output csv | head -1; echo $?",
  );
  expect({ out, err }).toEqual({
    out: "startTime,endTime,gpuId,totalAmount,gpuAmount,cpuAmount,diskAmount\r\n0\n",
    err: "",
  });
});

test("podwright drift --all ends with its usual exit code if the next program in the pipe ends early", async () => {
  const lost = { kind: "Pod", name: "web", id: "gone" };
  const { cwd, pulumi } = project({ dev: [lost], prod: [lost] });
  env = { ...env, PATH: pulumi.path };
  const drift = `podwright drift --cwd '${cwd}' --all --output`;
  const printed = await bash(`set -o pipefail; ${drift} table | head -1; echo $?`);
  expect(printed).toEqual({ exitCode: 0, out: expect.stringMatching(/^2 stacks: .*\n2\n$/), err: expect.any(String) });
  expect(await bash(`${drift} json | true; echo $PIPESTATUS`)).toMatchObject({ out: "2\n", err: printed.err });
});

describe.skipIf(!existsSync("/dev/full"))("a command with unwritable output", () => {
  test.each([
    ["jobs health $ENDPOINT"],
    ["public models --output csv"],
    ["completion bash"],
    ["--help"],
    ["jobs run $STREAMING --input '{\"n\":1}' --stream"],
  ])("fails with an error of one sentence: podwright %s", async (args) => {
    const { exitCode, err } = await bash(`podwright ${args} > /dev/full`);
    expect({ exitCode, err }).toEqual({
      exitCode: 1,
      err: "error: Podwright cannot write to standard output, so the result is lost: no space left on device\n",
    });
  });

  test("ends with its usual exit code if only standard error is unwritable", async () => {
    expect((await bash("podwright billing pods --bucket-size never 2> /dev/full")).exitCode).toBe(64);
    expect((await bash("podwright billing pods 2> /dev/full")).exitCode).toBe(0);
  });
});

test("a wrong flag and a wrong API key lead to different exit codes", async () => {
  expect((await bash("podwright billing pods --bucket-size never")).exitCode).toBe(64);
  expect((await bash("PODWRIGHT_API_KEY=wrong podwright billing pods")).exitCode).toBe(1);
});

test("a command with an empty HOME writes nothing into the working folder", async () => {
  const cwd = temporaryFolder("working");
  const child = spawn(process.execPath, [podwrightProgram, "--version"], { cwd, env: { HOME: "", USERPROFILE: "" } });
  expect(await outcomeOf(child)).toMatchObject({ exitCode: 0, err: "" });
  expect(readdirSync(cwd)).toEqual([]);
});

test("a command with --help loads only the libraries that print help", async () => {
  const script = `
    const { run } = require(${JSON.stringify(path.join(compiled, "program/run.js"))});
    const io = { signal: new AbortController().signal, env: {}, print() {}, warn() {} };
    const done = async () => { for (const args of [[], ["billing", "pods"], ["jobs", "run"], ["public"]]) await run([...args, "--help"], io); };
    done().then(() => console.log(Object.keys(require.cache).join("\\n")));
  `;
  const { out } = await outcomeOf(spawn(process.execPath, ["-e", script]));
  const libraries = new Set([...out.matchAll(/node_modules\/((?:@[^/]+\/)?[^/]+)/g)].map(([, name]) => name));
  expect(
    [...libraries].filter(
      (name) => !/^(commander|string-width|strip-ansi|ansi-regex|get-east-asian-width)$/.test(name ?? ""),
    ),
  ).toEqual([]);
});

test.each([
  ["zsh", "#compdef podwright"],
  ["fish", "complete -c podwright"],
  ["powershell", "Register-ArgumentCompleter -CommandName 'podwright'"],
])("podwright completion %s prints the script of that shell", async (shell, line) => {
  const { exitCode, out, err } = await bash(`podwright completion ${shell}`);
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: "" });
  expect(out).toContain(line);
});

test("podwright jobs run --stream does not cancel its job if the next program in the pipe ends early", async () => {
  emulator.handle("streaming", function* () {
    for (let n = 0; n < 1_000; n++) yield { output: "word\n", afterMs: 1_000 };
  });
  const { out } = await bash(
    "podwright jobs run $STREAMING --input '{\"n\":1}' --stream | head -1 > /dev/null; echo $PIPESTATUS",
  );
  expect(out).toBe("0\n");
  const health = await bash("podwright jobs health $STREAMING");
  expect(JSON.parse(health.out).jobs).toMatchObject({ inProgress: 1, completed: 0 });
});

test("podwright jobs run fails for a failed job even if the next program in the pipe ends early", async () => {
  const { out } = await bash("podwright jobs run $FAILING --input '{\"n\":1}' --follow | true; echo $PIPESTATUS");
  expect(out).toBe("4\n");
});

describe("the completion in bash", () => {
  test.each([
    ["podwright bil", ["billing"]],
    ["podwright jobs re", ["retry"]],
    ["podwright billing pods --gr", ["--grouping"]],
    ["podwright billing pods --grouping ", ["gpuId", "podId", "stack", "owner"]],
  ])("completes `%s` with %j", async (line, offered) => {
    expect(await completed(line)).toEqual(offered);
  });

  test("offers the names of the account's endpoints", async () => {
    expect((await completed("podwright jobs run ")).sort()).toEqual(["failing", "jobs", "streaming"]);
  });

  /** The words that bash offers after the line. The script replaces the functions of bash's completion package. */
  async function completed(line: string): Promise<string[]> {
    const script = `
      _get_comp_words_by_ref() { words=(${line.trimEnd()}); cur="${line.split(" ").at(-1)}"; }
      compopt() { :; }
      source <(podwright completion bash)
      source <(podwright completion bash)
      __podwright_complete
      printf '%s\\n' "\${COMPREPLY[@]}"
    `;
    const { out, err } = await bash(script);
    expect(err).toBe("");
    return out.trimEnd().split("\n");
  }
});

interface Outcome {
  readonly exitCode: number | null;
  readonly out: string;
  readonly err: string;
}

function podwright(args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [podwrightProgram, ...args], { env: { ...process.env, ...env } });
}

/** Defines `podwright` as a function, so that a test installs nothing. */
function bash(script: string): Promise<Outcome> {
  const command = `podwright() { ${JSON.stringify(process.execPath)} ${JSON.stringify(podwrightProgram)} "$@"; }`;
  return outcomeOf(spawn("bash", ["-c", `${command}\n${script}`], { env: { ...process.env, ...env } }));
}

async function outcomeOf(child: ChildProcess): Promise<Outcome> {
  const exit = new Promise<number | null>((resolve) => child.on("exit", resolve));
  const read = (stream: ChildProcess["stdout"]) => (stream === null ? "" : text(stream));
  const [out, err, exitCode] = await Promise.all([read(child.stdout), read(child.stderr), exit]);
  return { exitCode, out, err };
}
