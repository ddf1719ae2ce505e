import { oneLine } from "../../kernel/plain-text";

export interface Csv {
  readonly columns: readonly string[];
  readonly rows: readonly Readonly<Record<string, string | number | undefined>>[];
}

/**
 * Writes CSV by RFC 4180, with a heading line. If a spreadsheet would read a text as a formula, the text gets an
 * apostrophe in front, as OWASP advises. A number stays a number.
 */
export async function csvOf({ columns, rows }: Csv): Promise<string> {
  const { stringify } = await import("csv-stringify/sync");
  return stringify([...rows], {
    header: true,
    columns: [...columns],
    record_delimiter: "windows",
    escape_formulas: true,
    cast: { number: plain, string: (text) => oneLine(text).trimStart() },
  });
}

/** Formats a number without an exponent, because some spreadsheets read an exponent as text. */
function plain(value: number): string {
  const text = String(value);
  return text.includes("e") ? value.toFixed(9).replace(/\.?0+$/, "") : text;
}
