import path from "node:path";
import { areas } from "../../test/interface/areas";
import type { Area, Row } from "../../test/interface/row";
import { type TestTitles, titlesIn } from "../../test/interface/test-titles";
import { table } from "./markdown";

const tests = path.resolve(__dirname, "../../test");
const known = new Map<string, TestTitles>();

/** The tests of a row that are not there, by what their row calls them. */
export function missingTests({ shownBy }: Row): string[] {
  return shownBy.filter((test) => {
    const { file, name } = split(test);
    const titles = known.get(file) ?? titlesIn(path.join(tests, file));
    known.set(file, titles);
    return !titles.has(name);
  });
}

/** What each row of the interface is shown by, as tables. Throws where a test is not there. */
export function coverage(): string {
  const rows = areas.reduce((sum, area) => sum + area.rows.length, 0);
  return [`${rows} rows in ${areas.length} tables.`, ...areas.map(section)].join("\n\n");
}

function section({ title, rows }: Area): string {
  const cells = rows.map((row) => [row.about, row.says, shownBy(row)]);
  return `## ${title}\n\n${table(["What", "Is", "Shown by"], cells)}`;
}

function shownBy(row: Row): string {
  const missing = missingTests(row);
  if (missing.length > 0) throw new Error(`${row.about} names tests that are not there: ${missing.join("; ")}`);
  const named = row.shownBy.map(split);
  const files = [...new Set(named.map(({ file }) => file))];
  const titles = (wanted: string) => named.filter(({ file }) => file === wanted).map(titleOf);
  return files
    .map((file) => `[${path.basename(file, ".test.ts")}](../test/${file}): ${titles(file).join("; ")}`)
    .join("<br>");
}

/** Whole tables of cases are named by their pattern. */
function titleOf({ name }: { readonly name: string }): string {
  const text = name.replaceAll(" > ", " › ").replace(/%[sdijo]|\$[a-z]\w*/gi, "…");
  return text.replace(/[<>{}*_[\]]/g, (sign) => `\\${sign}`);
}

function split(test: string): { file: string; name: string } {
  const end = test.indexOf(": ");
  return { file: `${test.slice(0, end)}.test.ts`, name: test.slice(end + 2) };
}
