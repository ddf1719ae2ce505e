import stringWidth from "string-width";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { parseDuration } from "../../cli/flags/inputs";
import { chartOf, folded } from "../../cli/output/chart";
import { moneyFormat, roundMoney } from "../../cli/output/money";
import { startProgress } from "../../cli/output/progress";
import { tableOf } from "../../cli/output/table";
import type { CommandContext } from "../../cli/program/context";
import { terminalOf } from "../../cli/program/terminal";
import { quietContext } from "./support/command-line";

describe("tables", () => {
  const columns = [{ title: "NAME" }, { title: "WHAT" }, { title: "COST", align: "right" as const }];

  test("cut the widest texts to the terminal's width, and never figures", () => {
    const rows = [["a-rather-long-name", "an even longer description of it", "$1,234.56"]];
    const lines = tableOf({ columns, rows }, { terminal: { columns: 40 } }).split("\n");
    expect(lines[1]).toBe("a-rather-lon…  an even longe…  $1,234.56");
    expect(tableOf({ columns, rows }, {})).toContain("an even longer description of it");
  });

  const wide = {
    columns: [
      { title: "NAME" },
      { title: "KIND" },
      ...["NOW", "MOST"].map((title) => ({ title, align: "right" as const })),
    ],
    rows: [
      ["推論-inference-endpoint", "ServerlessEndpoint", "$1,234.56", "$12,345.67"],
      ["web", "", "$0.39", "$0.39"],
    ],
    footer: ["total", "", "$1,234.95", "$12,346.06"],
  };

  test.each([30, 40, 80, 200])("with figures and wide characters fit a line of %i characters", (width) => {
    const lines = tableOf(wide, { terminal: { columns: width } }).split("\n");
    expect(Math.max(...lines.map((line) => stringWidth(line)))).toBeLessThanOrEqual(width);
    expect(lines.join(" ")).toContain("$12,346.06");
  });

  test("are a block for each row where no cutting is enough, without its empty cells", () => {
    expect(tableOf(wide, { terminal: { columns: 30 } })).toBe(`NAME  推論-inference-endpoint
KIND  ServerlessEndpoint
NOW   $1,234.56
MOST  $12,345.67

NAME  web
NOW   $0.39
MOST  $0.39

NAME  total
NOW   $1,234.95
MOST  $12,346.06
`);
  });

  test("measure wide characters as a terminal does", () => {
    const lines = tableOf(
      {
        columns: columns.slice(0, 2),
        rows: [
          ["日本", "x"],
          ["abcd", "y"],
        ],
      },
      {},
    ).split("\n");
    expect(lines.slice(1, 3)).toEqual(["日本  x", "abcd  y"]);
  });

  test("show nothing of what would move the cursor", () => {
    expect(tableOf({ columns: [{ title: "A" }], rows: [["a\u001b[2Jb\nc"]] }, {})).toBe("A\na [2Jb c\n");
  });
});

describe("money", () => {
  test.each([
    [
      [1234.5, 0],
      ["$1,234.50", "$0.00"],
    ],
    [
      [0.0024, 0.5],
      ["$0.0024", "$0.5000"],
    ],
    [
      [0.0024, 1],
      ["<$0.01", "$1.00"],
    ],
    [[0.000_000_1], ["<$0.000001"]],
    [[-0], ["$0.00"]],
    [[-3], ["-$3.00"]],
  ])("%j is written %j, all amounts of a column alike", (amounts, texts) => {
    expect(amounts.map(moneyFormat(amounts))).toEqual(texts);
  });

  test("sums have no noise", () => {
    expect(roundMoney(0.1 + 0.2)).toBe(0.3);
  });
});

describe("charts", () => {
  test("scale to the largest amount, and show the smallest", () => {
    const bars = [
      { label: "a", amount: 100 },
      { label: "b", amount: 0.01 },
      { label: "c", amount: 0 },
    ];
    const chart = chartOf({ title: "T", bars, format: (amount) => String(amount) }, { terminal: { columns: 20 } });
    expect(chart).toBe("T\na  ███████████   100\nb  ▏            0.01\nc                  0\n");
  });

  test.each([30, 40, 80, 200])("fit a line of %i characters, with wide characters too", (width) => {
    const bars = [
      { label: "推論エンドポイントの名前がとても長い場合", amount: 12_345.67 },
      { label: "b\u001b[2J", amount: 1 },
    ];
    const chart = chartOf({ title: "T", bars, format: (amount) => `$${amount}` }, { terminal: { columns: width } });
    const lines = chart.trimEnd().split("\n").slice(1);
    expect(lines.map((line) => stringWidth(line))).toEqual([width, width]);
    expect(chart).not.toContain("\u001b");
  });

  test("fold neighbours when there are many bars, and lose nothing", () => {
    const bars = Array.from({ length: 8760 }, (_, hour) => ({ label: String(hour), amount: 1 }));
    const few = folded(bars, { most: 40, steps: [24, 168], offset: 20 });
    expect(few.each).toBe(336);
    expect(few.bars.length).toBeLessThanOrEqual(40);
    expect(few.bars.reduce((sum, { amount }) => sum + amount, 0)).toBe(8760);
    const days = folded(bars.slice(0, 72), { most: 40, steps: [24, 168], offset: 20 });
    expect(days.bars.map(({ label }) => label)).toEqual(["0", "4", "28", "52"]);
  });
});

test.each([
  ["250ms", 250],
  ["90s", 90_000],
  ["1.5m", 90_000],
  ["7d", 604_800_000],
  ["500", 500],
  ["soon", undefined],
  ["-1s", undefined],
])("the time %s is %s ms", (text, ms) => {
  expect(parseDuration(text)).toBe(ms);
});

describe("progress", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  function watch(env: CommandContext["env"], display: Pick<CommandContext, "watched" | "colors"> = {}) {
    const said: string[] = [];
    const warn = (text: string) => said.push(text);
    return { said, progress: startProgress("working", quietContext({ env, warn, ...display })) };
  }

  test.each([{ CI: "true" }, { CI: "1" }, { TF_BUILD: "True" }, { BUILD_NUMBER: "17" }])(
    "in the log of a CI that sets %j is a line for each change, once it has taken a second",
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

  test("on a terminal that cannot move its cursor is a line for each change", () => {
    const { said, progress } = watch({}, { watched: { stream: terminal().stream, moves: false } });
    vi.advanceTimersByTime(1_000);
    progress.update("running");
    progress.stop();
    expect(said).toEqual(["working\n", "running\n"]);
  });

  test.each([
    [true, true],
    [false, false],
  ])("on a terminal with colours: %s is a spinner with colours: %s, gone when it stops", (err, coloured) => {
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

  test("on a terminal never takes a second line, which it could not take back", () => {
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

  test.each([0, 1, 9])("on a terminal of %s columns is a line for each change", (columns) => {
    const { stream, shown } = terminal(columns);
    const { said, progress } = watch({}, { watched: { stream, moves: true } });
    vi.advanceTimersByTime(1_000);
    progress.update("running");
    progress.stop();
    expect(said).toEqual(["working\n", "running\n"]);
    expect(shown()).toBe("");
  });

  test("on a terminal that shrinks to nothing waits for room", () => {
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

  /** What a terminal keeps of the stream, as a stream. */
  function terminal(columns = 80) {
    let written = "";
    const write = (text: string) => {
      written += text;
      return true;
    };
    return { shown: () => written, stream: { isTTY: true, columns, write } as unknown as NodeJS.WriteStream };
  }

  test.each([{ CI: "false" }, { CI: "" }])("with %j is silent, as without it", (env) => {
    const { said, progress } = watch(env);
    vi.advanceTimersByTime(5_000);
    progress.stop();
    expect(said).toEqual([]);
  });

  test("of what is over within a second is not shown", () => {
    const { said, progress } = watch({ CI: "true" });
    vi.advanceTimersByTime(999);
    progress.stop();
    vi.advanceTimersByTime(10_000);
    expect(said).toEqual([]);
  });

  test("elsewhere is silent, but for a pause that the platform ordered", () => {
    const { said, progress } = watch({});
    vi.advanceTimersByTime(5_000);
    progress.update("running");
    progress.note("waiting 30 seconds for the rate limit");
    progress.stop();
    expect(said).toEqual(["waiting 30 seconds for the rate limit\n"]);
  });
});

describe("a stream's colours", () => {
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
  ])("on a terminal: %s, with %j: %s", (isTTY, env, colors) => {
    expect(colorsOf(isTTY, env)).toBe(colors);
  });
});
