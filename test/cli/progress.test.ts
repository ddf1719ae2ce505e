import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { CommandContext } from "../../cli/context/context";
import { terminalOf } from "../../cli/context/terminal";
import { startProgress } from "../../cli/output/progress";
import { quietContext } from "./support/command-line";

describe("the progress of a command", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  function watch(env: CommandContext["env"], display: Pick<CommandContext, "watched" | "colors"> = {}) {
    const said: string[] = [];
    const warn = (text: string) => said.push(text);
    return { said, progress: startProgress("working", quietContext({ env, warn, ...display })) };
  }

  test.each([{ CI: "true" }, { CI: "1" }, { TF_BUILD: "True" }, { BUILD_NUMBER: "17" }])(
    "becomes one line per change in the log of a CI that sets %j",
    (env) => {
      const { said, progress } = watch(env);
      progress.update("queued");
      vi.advanceTimersByTime(1_000);
      progress.update("running");
      progress.update("running");
      progress.stop();
      expect(said).toEqual(["queued\n", "running\n"]);
    },
  );

  test("becomes one line per change if the terminal cannot move the cursor", () => {
    const { said, progress } = watch({}, { watched: { stream: terminal().stream, moves: false } });
    vi.advanceTimersByTime(1_000);
    progress.update("running");
    progress.stop();
    expect(said).toEqual(["working\n", "running\n"]);
  });

  test.each([
    [true, true],
    [false, false],
  ])("appears as a spinner, which is coloured if the terminal has colours: %s, %s", (err, coloured) => {
    const { stream, shown } = terminal();
    const { said, progress } = watch({}, { watched: { stream, moves: true }, colors: { out: false, err } });
    vi.advanceTimersByTime(1_000);
    expect(shown()).toContain("working");
    progress.update("running");
    expect(shown()).toContain("running");
    progress.note("a pause");
    progress.stop();
    const last = shown();
    vi.advanceTimersByTime(1_000);
    expect(shown()).toBe(last);
    expect(last.includes("\u001b[36m")).toBe(coloured);
    expect(said).toEqual(["a pause\n"]);
    expect(last.endsWith("\r\u001b[K")).toBe(true);
  });

  test("fits one line of the terminal", () => {
    const { stream, shown } = terminal(20);
    const { progress } = watch({}, { watched: { stream, moves: true } });
    vi.advanceTimersByTime(1_000);
    progress.update("reading a state\nthat has more resources than a line");
    vi.advanceTimersByTime(1_000);
    progress.stop();
    const drawn = shown()
      .split("\r\u001b[K")
      .filter((line) => line !== "");
    expect(drawn).toContain("- reading a state …");
    expect(drawn.filter((line) => line.length >= 20)).toEqual([]);
  });

  test.each([0, 1, 9])("becomes one line per change if the terminal has only %s columns", (columns) => {
    const { stream, shown } = terminal(columns);
    const { said, progress } = watch({}, { watched: { stream, moves: true } });
    vi.advanceTimersByTime(1_000);
    progress.update("running");
    progress.stop();
    expect(said).toEqual(["working\n", "running\n"]);
    expect(shown()).toBe("");
  });

  test("is not updated while the terminal is too narrow", () => {
    const { stream, shown } = terminal();
    const { progress } = watch({}, { watched: { stream, moves: true } });
    vi.advanceTimersByTime(1_000);
    stream.columns = 0;
    const before = shown();
    progress.update("running");
    vi.advanceTimersByTime(1_000);
    expect(shown()).toBe(before);
    stream.columns = 80;
    vi.advanceTimersByTime(1_000);
    progress.stop();
    expect(shown()).toContain("running");
  });

  /** A terminal that collects the text of its stream. */
  function terminal(columns = 80) {
    let written = "";
    const write = (text: string) => {
      written += text;
      return true;
    };
    return { shown: () => written, stream: { isTTY: true, columns, write } as unknown as NodeJS.WriteStream };
  }

  test.each([{ CI: "false" }, { CI: "" }])("does not appear without a terminal if the environment is %j", (env) => {
    const { said, progress } = watch(env);
    vi.advanceTimersByTime(5_000);
    progress.stop();
    expect(said).toEqual([]);
  });

  test("does not appear for work that ends within a second", () => {
    const { said, progress } = watch({ CI: "true" });
    vi.advanceTimersByTime(999);
    progress.stop();
    vi.advanceTimersByTime(10_000);
    expect(said).toEqual([]);
  });

  test("does not appear in a pipe", () => {
    const { said, progress } = watch({});
    vi.advanceTimersByTime(5_000);
    progress.update("running");
    progress.note("waiting 30 seconds for the rate limit");
    progress.stop();
    expect(said).toEqual(["waiting 30 seconds for the rate limit\n"]);
  });
});

describe("the output of a command", () => {
  const stream = (isTTY: boolean) => ({ isTTY, columns: 100 }) as NodeJS.WriteStream;
  const colorsOf = (isTTY: boolean, env: NodeJS.ProcessEnv) =>
    terminalOf({ stdin: process.stdin, stdout: stream(isTTY), stderr: stream(isTTY), env }).colors?.out;

  test.each([
    [true, {}, true],
    [false, {}, false],
    [true, { NO_COLOR: "1" }, false],
    [true, { NO_COLOR: "" }, true],
    [false, { FORCE_COLOR: "1" }, true],
    [true, { FORCE_COLOR: "1", NO_COLOR: "1" }, false],
    [true, { TERM: "dumb" }, false],
  ])("has colours with standard output on a terminal (%s) and the environment %j: %s", (isTTY, env, colors) => {
    expect(colorsOf(isTTY, env)).toBe(colors);
  });
});
