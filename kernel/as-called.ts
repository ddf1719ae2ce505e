/**
 * The words that call the command line, such as `npx podwright`. Each program of Podwright sets its own words. The
 * default is the name of the command.
 */
let form = () => "podwright";

/** Names the words with which the user of this process calls the command line, such as `npx podwright`. */
export function callCommandsWith(words: () => string): void {
  form = words;
}

/** Returns the words that the user of this process writes before a command. */
export function commandName(): string {
  return form();
}

/** Rewrites the command lines of Podwright in a text, so that the user of this process can call them. */
export function asCalled(text: string): string {
  return text.replace(COMMAND, form);
}

/** Matches the name if a command or a flag follows, but not inside another word. */
const COMMAND = /(?<![\w.:/-])podwright(?= (?:[a-z]|--))/g;
