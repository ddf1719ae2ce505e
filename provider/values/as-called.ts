/** The words that call the command line. Each program of Podwright names its own; a library has only the command's name. */
let form = () => "podwright";

/** Names the words with which the user of this process calls the command line, such as `npx podwright`. */
export function callCommandsWith(words: () => string): void {
  form = words;
}

/** The words that the user of this process writes before a command. */
export function commandName(): string {
  return form();
}

/** A text with command lines of Podwright, each as the user of this process can call it. */
export function asCalled(text: string): string {
  return text.replace(COMMAND, form);
}

/** The name before a command or a flag, and not inside another word. */
const COMMAND = /(?<![\w.:/-])podwright(?= (?:[a-z]|--))/g;
