/*
 * Makes texts harmless. Other people write the name of a pod, the log of a container and the output of a handler. Podwright
 * shows such a text in a terminal, on a page of Markdown, in a spreadsheet or in the log of a CI. There it must not move the
 * cursor, write to the clipboard, reverse letters, begin its own line or act as a command to the CI's runner. Every output of
 * such a text uses the functions of this file.
 */

/** A quick test for the usual case: almost all texts are harmless, and there may be tens of thousands of texts. */
const HARMLESS = /^[\x20-\x7e]*$/;

/**
 * Control characters of a terminal and invisible characters. The pattern leaves out the two joiners, because emoji and some
 * scripts need them.
 */
const UNSEEN = /(?![\u200c\u200d]|\r\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const BREAKS = /[\s\p{Cc}\p{Zl}\p{Zp}]*[\p{Cc}\p{Zl}\p{Zp}][\s\p{Cc}\p{Zl}\p{Zp}]*/gu;

/** Beginnings of commands. GitHub's runner executes `::error::` at the start of a line, and other runners execute `##vso[…]` anywhere. */
const COMMAND = /^(?=[^\S\n]*::)|##(?=[\w-]*\[)/gm;

/** Replaces control characters and line breaks, so that the text can safely stand within one line. */
export function oneLine(text: string): string {
  const line = HARMLESS.test(text) ? text : text.toWellFormed().replace(BREAKS, " ").replace(UNSEEN, "");
  return withoutCommands(line);
}

/** Makes a text harmless and keeps its line breaks and tabs. */
export function plainLines(text: string): string {
  if (HARMLESS.test(text)) return withoutCommands(text);
  const lines = text.toWellFormed().replace(/[\p{Zl}\p{Zp}]/gu, "\n");
  return withoutCommands(lines.replace(UNSEEN, (character) => (/[\n\t]/.test(character) ? character : "")));
}

/** Makes a text harmless and keeps its line breaks, tabs and terminal colours. */
export function colouredLines(text: string): string {
  const parts = text.split(COLOUR);
  return parts.map((part, index) => (index % 2 === 0 ? plainLines(part) : part)).join("");
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: this character begins the code of a terminal colour.
const COLOUR = /(\u001b\[[\d;]*m)/;

function withoutCommands(text: string): string {
  return text.replace(COMMAND, (marker) => (marker === "" ? "\\" : "# #"));
}

/** Whether plain text could not show this text unchanged. */
export function needsEscapes(text: string): boolean {
  return plainLines(text) !== text;
}

/** Escapes the characters that must not be printed, in a document whose strings are in quotes. */
export function escaped(document: string, escapeOf: (codePoint: number) => string): string {
  return document
    .replace(UNSEEN, (character) => (/[\n\t]/.test(character) ? character : escapeOf(character.codePointAt(0) ?? 0)))
    .replace(/##(?=[\w-]*\[)/g, () => `#${escapeOf(0x23)}`);
}

/** Returns the text of any thrown value. */
export function messageOf(error: unknown): string {
  return plainLines(error instanceof Error ? error.message : String(error));
}
