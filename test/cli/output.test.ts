import stringWidth from "string-width";
import { describe, expect, test } from "vitest";
import { parseDuration } from "../../cli/flags/inputs";
import { chartOf, folded } from "../../cli/output/chart";
import { moneyFormat, roundMoney } from "../../cli/output/money";
import { tableOf } from "../../cli/output/table";
import { shownTime } from "../../cli/output/time";

describe("a table", () => {
  const columns = [{ title: "NAME" }, { title: "WHAT" }, { title: "COST", align: "right" as const }];

  test("shortens texts but never numbers to fit the terminal", () => {
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

  test.each([30, 40, 80, 200])("fits a terminal of %i columns even with wide characters", (width) => {
    const lines = tableOf(wide, { terminal: { columns: width } }).split("\n");
    expect(Math.max(...lines.map((line) => stringWidth(line)))).toBeLessThanOrEqual(width);
    expect(lines.join(" ")).toContain("$12,346.06");
  });

  test("shows each row as a block of lines if the terminal is too narrow", () => {
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

  test("omits optional columns rather than shorten texts", () => {
    const content = {
      columns: [
        { title: "ID", cut: false },
        { title: "PLACE", mayGo: true },
        { title: "AGE", mayGo: true },
      ],
      rows: [["0123456789abcd", "EU-RO-1", "3 days"]],
      footer: ["total", "", ""],
    };
    const headingAt = (width: number) => tableOf(content, { terminal: { columns: width } }).split("\n")[0];
    expect([80, 27, 20].map(headingAt)).toEqual(["ID              PLACE    AGE", "ID              PLACE", "ID"]);
  });

  test("aligns columns with wide characters", () => {
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

  test("contains no control characters", () => {
    expect(tableOf({ columns: [{ title: "A" }], rows: [["a\u001b[2Jb\nc"]] }, {})).toBe("A\na [2Jb c\n");
  });
});

describe("a sum of money", () => {
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
  ])("has as many decimals as the other sums in the column: %j becomes %j", (amounts, texts) => {
    expect(amounts.map(moneyFormat(amounts))).toEqual(texts);
  });

  test("contains no error from binary arithmetic", () => {
    expect(roundMoney(0.1 + 0.2)).toBe(0.3);
  });
});

describe("a chart", () => {
  test("shows even an amount that is much smaller than the largest amount", () => {
    const bars = [
      { label: "a", amount: 100 },
      { label: "b", amount: 0.01 },
      { label: "c", amount: 0 },
    ];
    const chart = chartOf({ title: "T", bars, format: (amount) => String(amount) }, { terminal: { columns: 20 } });
    expect(chart).toBe("T\na  ███████████   100\nb  ▏            0.01\nc                  0\n");
  });

  test.each([30, 40, 80, 200])("fits a terminal of %i columns even with wide characters", (width) => {
    const bars = [
      { label: "推論エンドポイントの名前がとても長い場合", amount: 12_345.67 },
      { label: "b\u001b[2J", amount: 1 },
    ];
    const chart = chartOf({ title: "T", bars, format: (amount) => `$${amount}` }, { terminal: { columns: width } });
    const lines = chart.trimEnd().split("\n").slice(1);
    expect(lines.map((line) => stringWidth(line))).toEqual([width, width]);
    expect(chart).not.toContain("\u001b");
  });

  test("combines neighbouring bars without a change of the total", () => {
    const bars = Array.from({ length: 8760 }, (_, hour) => ({ label: String(hour), amount: 1 }));
    const few = folded(bars, { most: 40, steps: [24, 168], offset: 20 });
    expect(few.each).toBe(336);
    expect(few.bars.length).toBeLessThanOrEqual(40);
    expect(few.bars.reduce((sum, { amount }) => sum + amount, 0)).toBe(8760);
    const days = folded(bars.slice(0, 72), { most: 40, steps: [24, 168], offset: 20 });
    expect(days.bars.map(({ label }) => label)).toEqual(["0", "4", "28", "52"]);
  });
});

test("a time on a terminal is in the local time zone", () => {
  const at = "2026-06-01T12:00:03Z";
  const [hours, minutes] = [new Date(at).getHours(), new Date(at).getMinutes()].map((part) =>
    String(part).padStart(2, "0"),
  );
  expect(shownTime(at, { terminal: { columns: 80 } })).toMatch(new RegExp(`^2026-0\\d-\\d\\d ${hours}:${minutes}:03$`));
  expect(shownTime(at, {})).toBe(at);
  expect(shownTime("never\n", { terminal: { columns: 80 } })).toBe("never ");
});

test.each([
  ["250ms", 250],
  ["90s", 90_000],
  ["1.5m", 90_000],
  ["7d", 604_800_000],
  ["500", 500],
  ["soon", undefined],
  ["-1s", undefined],
])("a duration of %s means this number of milliseconds: %s", (text, ms) => {
  expect(parseDuration(text)).toBe(ms);
});
