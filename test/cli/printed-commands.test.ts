import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Command, CommanderError } from "commander";
import ts from "typescript";
import { expect, test } from "vitest";
import { commands } from "../../cli/program/commands";
import { buildProgram } from "../../cli/program/program";
import { quietContext } from "./support/command-line";

const repository = join(__dirname, "../..");
/** Stands for a value that the message contains, such as an id. */
const value = "value";

const lines = ["cli", "provider", "client", "kernel"].flatMap((folder) =>
  readdirSync(join(repository, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .flatMap((name) => commandsIn(join(folder, name)).map((line) => ({ file: `${folder}/${name}`, line }))),
);

test.each(["cli/doctor/", "cli/", "provider/"])("each printed command of %s exists with its flags", async (folder) => {
  const printed = lines.filter(({ file }) => file.startsWith(folder));
  expect(printed.length).toBeGreaterThan(2);
  const wrong = await Promise.all(
    printed.map(async ({ file, line }) => {
      const problem = await problemOf(line);
      return problem === undefined ? [] : [`${file}: ${line}: ${problem}`];
    }),
  );
  expect(wrong.flat()).toEqual([]);
});

test.each([
  ["podwright recover --no-such-flag", "unknown option '--no-such-flag'"],
  ["podwright docter", "unknown command 'docter'"],
  ["podwright jobs purge value", "unknown command 'purge'"],
  ["podwright recover value", "too many arguments"],
])("%s is not a command", async (line, problem) => {
  expect(await problemOf(line)).toContain(problem);
});

/** Returns the command lines in the texts of a file: each is in quotes, or the whole text that a function completes. */
function commandsIn(file: string): readonly string[] {
  const source = ts.createSourceFile(file, readFileSync(join(repository, file), "utf8"), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const text = textOf(node);
    if (text !== undefined) {
      const isWhole = text.startsWith("podwright ") && (isCompleted(node) || ts.isVariableDeclaration(node.parent));
      const quoted = [...text.matchAll(/[`"](podwright [a-z][^`"]*)[`"]/g)].map(([, line = ""]) => line);
      found.push(...(isWhole ? [text] : quoted));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  // Some messages contain the name of the command itself as a value.
  return found.filter((line) => !line.startsWith(`podwright ${value}`));
}

/** Returns whether a function adds the user's form of the command, or the flags of the stack, to the text. */
function isCompleted({ parent }: ts.Node): boolean {
  return ts.isCallExpression(parent) && /\b(asCalled|commandLine|commandFor)$/.test(parent.expression.getText());
}

/** Returns the text of a string, with a word in place of each of its values. */
function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => value + literal.text).join("");
}

/**
 * Parses a command line without running the command, and returns the error of the parser. A sentence may name a command or
 * a flag without its value.
 */
async function problemOf(line: string): Promise<string | undefined> {
  const [, ...args] = line.split(/\s+/);
  const [name = ""] = args;
  if (!commands.some((one) => one.name === name)) return `unknown command '${name}'`;
  const program = await buildProgram(args, quietContext());
  withoutActions(program);
  try {
    await program.parseAsync(args, { from: "user" });
    return undefined;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return unfinished.has(error.code) ? undefined : error.message;
  }
}

const unfinished = new Set(["commander.optionMissingArgument", "commander.missingArgument", "commander.help"]);

function withoutActions(command: Command): void {
  if (command.commands.length === 0) command.action(() => undefined);
  for (const below of command.commands) withoutActions(below);
}
