// What a handler or another user has named must not move the terminal's cursor, or break a table.

const CONTROLS = /\p{Cc}+/gu;
const CONTROLS_BUT_LINES = /[^\P{Cc}\n\t]+/gu;
const PLAIN = /^[\x20-\x7e]*$/;

/** For one line: every control character is a blank. */
export function oneLine(text: string): string {
  return PLAIN.test(text) ? text : text.replace(CONTROLS, " ");
}

/** For several lines. */
export function withoutControls(text: string): string {
  return text.replace(CONTROLS_BUT_LINES, "");
}
