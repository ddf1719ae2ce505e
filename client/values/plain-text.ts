/*
 * A pod's name, a container's log and a handler's output come from other people. They reach a terminal, a page of Markdown, a
 * spreadsheet or the log of a CI only as plain text: such a text moves no cursor, writes to no clipboard, turns no letters
 * around, begins no line of its own, and is no command to the runner of a CI. Each way out uses the functions of this file.
 */

/** Almost every text is harmless, and there may be ten thousands of them. */
const HARMLESS = /^[\x20-\x7e]*$/;

/** Controls of a terminal, and characters without a glyph. Emoji and some scripts need the two joiners. */
const UNSEEN = /(?![\u200c\u200d]|\r\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const BREAKS = /[\s\p{Cc}\p{Zl}\p{Zp}]*[\p{Cc}\p{Zl}\p{Zp}][\s\p{Cc}\p{Zl}\p{Zp}]*/gu;

/** GitHub's runner obeys `::error::` at the beginning of a line; other runners obey `##vso[…]` anywhere. */
const COMMAND = /^(?=[^\S\n]*::)|##(?=[\w-]*\[)/gm;

/** As a part of a line. */
export function oneLine(text: string): string {
  const line = HARMLESS.test(text) ? text : text.toWellFormed().replace(BREAKS, " ").replace(UNSEEN, "");
  return withoutCommands(line);
}

/** As lines: breaks and tabs stay. */
export function plainLines(text: string): string {
  if (HARMLESS.test(text)) return withoutCommands(text);
  const lines = text.toWellFormed().replace(/[\p{Zl}\p{Zp}]/gu, "\n");
  return withoutCommands(lines.replace(UNSEEN, (character) => (/[\n\t]/.test(character) ? character : "")));
}

/** As lines that keep the colours of a terminal. */
export function colouredLines(text: string): string {
  const parts = text.split(COLOUR);
  return parts.map((part, index) => (index % 2 === 0 ? plainLines(part) : part)).join("");
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: it begins what a terminal takes for a colour.
const COLOUR = /(\u001b\[[\d;]*m)/;

function withoutCommands(text: string): string {
  return text.replace(COMMAND, (marker) => (marker === "" ? "\\" : "# #"));
}

/** Whether the text means another thing as plain text. */
export function needsEscapes(text: string): boolean {
  return plainLines(text) !== text;
}

/** A document with strings in quotes, with escapes for the characters that must not be printed. */
export function escaped(document: string, escapeOf: (codePoint: number) => string): string {
  return document
    .replace(UNSEEN, (character) => (/[\n\t]/.test(character) ? character : escapeOf(character.codePointAt(0) ?? 0)))
    .replace(/##(?=[\w-]*\[)/g, () => `#${escapeOf(0x23)}`);
}
