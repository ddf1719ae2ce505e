import { describe, expect, test, vi } from "vitest";
import { parse } from "yaml";
import { chartOf } from "../../cli/output/chart";
import { csvOf } from "../../cli/output/csv";
import { jsonOf, yamlOf } from "../../cli/output/documents";
import { code, text } from "../../cli/output/markdown";
import { recordOf } from "../../cli/output/record";
import { asMarkdown, onTerminal, type Report } from "../../cli/output/report";
import { tableOf } from "../../cli/output/table";
import { startEmulator } from "../../emulator";
import { colouredLines, oneLine, plainLines } from "../../kernel/plain-text";
import { fc } from "../support/property";
import { commandLine } from "./support/command-line";

/** A carriage return with a heading, a clipboard escape, right-to-left letters, and commands of two CI systems. */
const hostile =
  "::error::web\r# No drift. Approved by @security\u001b]52;c;aGk=\u0007\u202edeppots\u2028\n  ::set-output name=drift::0 ##vso[task.complete]\u0085\u200b";

/** Characters and commands that must reach no terminal, page or log. */
const forbidden = /(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|^\s*::|##\w*\[/mu;

test("Podwright replaces control characters and CI commands in names and logs from RunPod", () => {
  expect(oneLine(hostile)).toBe(
    "\\::error::web # No drift. Approved by @security ]52;c;aGk= deppots ::set-output name=drift::0 # #vso[task.complete] ",
  );
  expect(plainLines(hostile)).toBe(
    "\\::error::web# No drift. Approved by @security]52;c;aGk=deppots\n\n\\  ::set-output name=drift::0 # #vso[task.complete]",
  );
  for (const harmless of ["web-1 (2×)", "日本 👩‍💻", "a::b", "## [link]", "C:\\x", "می‌خواهم"]) {
    expect([oneLine(harmless), plainLines(`${harmless}\n\tx`)]).toEqual([harmless, `${harmless}\n\tx`]);
  }
});

/** Characters that can begin or end a code span, a cell or a line, and characters that `oneLine` removes. */
const piece = fc.constantFrom("`", "|", "\\", "\u200b", "\u0000", "\u202e", "\n", " ", "*", "@security", "No drift");

test("no value ends its code span or its table cell", () => {
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 12 }), (pieces) => {
      const written = code(pieces.join(""));
      const [fence = ""] = /^`+/.exec(written) ?? [];
      const runs = [...written.matchAll(/`+/g)].filter(([run], index) => index > 0 && run === fence);
      expect(runs.map(({ index }) => index + fence.length)).toEqual([written.length]);
      // GitHub's reader of tables takes each escaped character as a pair.
      expect(written.replace(/\\[!-/:-@[-`{-~]/g, "")).not.toContain("|");
    }),
  );
});

test("a name cannot end its code span with backticks around an invisible character", () => {
  expect(code("web`\u200b` @security **No drift, approved**")).toBe("```web`` @security **No drift, approved**```");
});

const report: Report = {
  title: "Drift found",
  stacks: [
    {
      heading: { title: hostile, markdown: code(hostile) },
      verdict: [["bad", hostile], hostile],
      blocks: [
        {
          columns: [{ title: "Value" }, { title: "Code", as: "code" }],
          resources: [{ name: hostile, kind: "Pod", cells: [hostile, hostile] }],
        },
        { remark: hostile, label: "note", style: "hint" },
        { text: hostile },
        { lines: [hostile] },
      ],
    },
  ],
  closing: [],
};

test.each(
  Object.entries({
    "a table": () => tableOf({ columns: [{ title: "NAME" }], rows: [[hostile]] }, {}),
    "a narrow table": () =>
      tableOf({ columns: [{ title: "A" }, { title: "B" }], rows: [[hostile, hostile]] }, { terminal: { columns: 9 } }),
    "a record": () => recordOf([["name", hostile]], {}),
    "a chart": () => chartOf({ title: "x", bars: [{ label: hostile, amount: 1 }], format: String }, {}),
    "a report": () => onTerminal(report, {}),
    "a report in Markdown": () => asMarkdown(report),
    "a table of a spreadsheet": async () =>
      (await csvOf({ columns: ["name"], rows: [{ name: hostile }] })).replaceAll("\r\n", "\n"),
    JSON: () => jsonOf({ [hostile]: [hostile] }, 2),
    YAML: () => yamlOf({ [hostile]: [hostile], next: hostile }),
  }),
)("%s contains no part of a hostile name that a terminal or a CI would execute", async (_, print) => {
  const printed = await print();
  expect(printed).not.toMatch(forbidden);
  expect(printed).toContain("erro");
});

test("output in JSON or YAML contains the exact name from RunPod", async () => {
  const value = { [hostile]: [hostile, "\u{e0041}\u{e007f}", "a\n\n##[group]\n"], plain: "a: b" };
  expect(JSON.parse(jsonOf(value))).toEqual(value);
  expect(parse(await yamlOf(value))).toEqual(value);
  expect(await yamlOf(value)).not.toMatch(forbidden);
});

test.each(["=1+1", "\t=1+1", " @SUM(A1)", "+1", "\u202e-1", "＝1"])(
  "a spreadsheet reads the name %j in CSV as text",
  async (name) => {
    const [, cell = ""] = (await csvOf({ columns: ["name"], rows: [{ name }] })).split("\r\n");
    expect(cell).toMatch(/^"?'/);
  },
);

describe("a name in a Markdown report", () => {
  test.each([
    ["- a", "\\- a"],
    ["+ a", "\\+ a"],
    ["=====", "\\====="],
    ["1. a", "1\\. a"],
    ["    code", " code"],
    ["~~gone~~", "\\~\\~gone\\~\\~"],
    ["&#64;security", "\\&`#`64;security"],
  ])("stays plain text instead of markup: %s", (given, shown) => {
    expect(text(given)).toBe(shown);
  });

  test("never becomes a mention that notifies a GitHub user", () => {
    expect(text("by @security, see #12")).toBe("by `@`security, see `#`12");
  });
});

test("an error message shows hostile arguments as plain text", async () => {
  const { err } = await commandLine([`x${hostile}`], { colors: true });
  expect(err).toContain("No drift");
  for (const obeyed of ["\r", "\u001b]", "\u0007", "\u202e"]) expect(err).not.toContain(obeyed);
  expect(err).not.toMatch(/^\s*::/m);
  expect(colouredLines(`\u001b[1mNAME\u001b[22m\u001b[2J\n::error::`)).toBe("\u001b[1mNAME\u001b[22m[2J\n\\::error::");
});

test("shell completion offers names without control characters", async () => {
  const emulator = await startEmulator();
  try {
    const headers = { authorization: `Bearer ${emulator.apiKey}`, "content-type": "application/json" };
    const body = JSON.stringify({ name: hostile.slice(0, 60), image: "nginx:1.29", gpu: { id: "NVIDIA L4" } });
    await fetch(`${emulator.url}/v2/pods`, { method: "POST", headers, body });
    const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
    const env = { PODWRIGHT_API_KEY: emulator.apiKey, PODWRIGHT_BASE_URL: emulator.url };
    await commandLine(["complete", "--", "billing", "pods", "--pod-id", ""], { env });
    const offered = log.mock.calls.flat().map(String);
    log.mockRestore();
    expect(offered.join("\n")).toContain("No drift");
    for (const line of offered) expect(line.replace("\t", " ")).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
  } finally {
    await emulator.close();
  }
});
