import { type Names, type Spelling, spellingFor } from "../../pulumi/spelling";
import { inProjectFile } from "../project-file";

let names: () => Names = () => new Set();
let spelling: Spelling | undefined;

/** Sets the source of the names that messages spell as the program does. A language that spells them in another way reads it with the first message. */
export function spellNames(source: () => Names): void {
  names = source;
  spelling = undefined;
}

/**
 * Writes the names of inputs in a message as the program's language does. The engine tells a plugin nothing about the language,
 * but starts it in the folder of the program.
 */
export function forProgram(message: string): string {
  spelling ??= spellingFor(runtimeIn(process.cwd()), names);
  return spelling(message);
}

/** The name of the runtime as a text, or as `name` in an object, in YAML or JSON. */
const runtime = /(?:^|[{,])\s*"?runtime"?:\s*\{?\s*(?:"?name"?:\s*)?["']?([a-z]+)\b(?!:)/m;

/** Returns the runtime of the nearest project. Returns `undefined` if no project names one. */
export function runtimeIn(folder: string): string | undefined {
  return inProjectFile(folder, runtime);
}
