import type { Command } from "commander";
import { expect, test } from "vitest";
import { exitCodeTable } from "../../cli/context/exit-codes";
import { commands } from "../../cli/program/commands";
import { buildProgram } from "../../cli/program/program";
import manifest from "../../package.json";
import { commandLine, quietContext } from "./support/command-line";

test("podwright --version prints the version of the package", async () => {
  expect(await cli("--version")).toEqual({ exitCode: 0, out: `${manifest.version}\n`, err: "" });
});

test("podwright --help lists every command and exit code", async () => {
  const { exitCode, out } = await cli("--help");

  expect(exitCode).toBe(0);
  for (const { name, summary } of commands)
    expect(out).toMatch(new RegExp(`^  ${name} .*${summary.slice(0, 20)}`, "m"));
  expect(out).toContain("Examples:");
  expect(out).toMatch(/^ {2}completion /m);
  for (const { code, meaning } of exitCodeTable)
    expect(out.split(`  ${String(code).padEnd(5)}${meaning}\n`)).toHaveLength(2);
});

test.each(commands.map(({ name }) => name))("podwright %s --help shows examples", async (name) => {
  const { exitCode, out } = await cli(name, "--help");

  expect(exitCode).toBe(0);
  expect(out).toContain(`Usage: podwright ${name}`);
  expect(out).toMatch(/Examples:\n {2}\$ /);
});

test("the help of every subcommand shows examples of the subcommand", async () => {
  const paths = await subcommands();
  expect(paths).toContainEqual(["billing", "network-volume"]);
  const wanting = [];
  for (const path of paths) {
    const { out } = await cli(...path, "--help");
    if (!out.includes(`\n  $ podwright ${path.join(" ")}`)) wanting.push(path.join(" "));
  }
  expect(wanting).toEqual([]);
});

test.each(["ps", "drift", "cost", "recover", "migrate", "doctor"])(
  "podwright %s refuses --stack with an empty name",
  async (name) => {
    for (const flag of ["--stack", "--cwd"]) {
      const { exitCode, out, err } = await cli(name, flag, "");
      expect([exitCode, out, err]).toEqual([64, "", expect.stringContaining(`error: ${flag} must not be empty\n`)]);
    }
  },
);

test("every command accepts the examples in the command's help", async () => {
  const paths = [[], ...commands.map(({ name }) => [name]), ...(await subcommands()), ["completion"]];
  const lines = await Promise.all(
    paths.map(async (path) =>
      [...(await cli(...path, "--help")).out.matchAll(/^ {2}\$ (.*)$/gm)].map(([, line = ""]) => line),
    ),
  );
  const examples = [...new Set(lines.flat())].flatMap(wordsOfOurs);
  expect(examples.length).toBeGreaterThan(30);
  const refused = [];
  for (const words of examples) {
    const answer = await parsed(words);
    if (answer !== "taken") refused.push(`${words.join(" ")}: ${answer}`);
  }
  expect(refused).toEqual([]);
});

test("podwright help recover prints the same text as podwright recover --help", async () => {
  expect(await cli("help", "recover")).toEqual(await cli("recover", "--help"));
});

test("podwright without a command prints the help", async () => {
  const { exitCode, err } = await cli();

  expect(exitCode).toBe(64);
  expect(err).toContain("Usage: podwright");
});

test.each([
  [["recovr"], "error: unknown command 'recovr'\n(Did you mean recover?)"],
  [["billing", "pod"], "error: unknown command 'pod'\n(Did you mean pods?)"],
  [["billing", "pods", "--bucket", "day"], "error: unknown option '--bucket'"],
  [["recover", "--outputs", "json"], "error: unknown option '--outputs'"],
  [["recover", "--output", "xml"], '--output must be one of table, json, yaml, not "xml"'],
  [["recover", "what"], "error: too many arguments for 'recover'"],
])("podwright says why the arguments %j are wrong", async (args, message) => {
  const { exitCode, out, err } = await cli(...args);

  expect(exitCode).toBe(64);
  expect(out).toBe("");
  expect(err).toContain(message);
  expect(err).toMatch(/^hint: "podwright.* --help" lists its arguments and flags$/m);
});

test.each([
  ...commands.flatMap(({ name, words = [] }) => words.map((word) => ({ word, leadsTo: `podwright ${name}` }))),
  { word: "version", leadsTo: "podwright --version" },
])("podwright $word names the command that other tools call so: $leadsTo", async ({ word, leadsTo }) => {
  const { exitCode, out, err } = await cli(word, "web", "--yes");

  expect({ exitCode, out }).toEqual({ exitCode: 64, out: "" });
  expect(err).toContain(`error: there is no command "${word}". To `);
  expect(err).toContain(`run "${leadsTo}"`);
  expect(await cli(...leadsTo.split(" ").slice(1), "--help")).toMatchObject({ exitCode: 0 });
});

test("the help text has colours only on a terminal with colours", async () => {
  expect((await commandLine(["--help"], { columns: 80, colors: true })).out).toContain("\u001b[1mUsage:");
  expect((await commandLine(["--help"], { columns: 80 })).out).not.toContain("\u001b");
});

test("a failed command prints the reason on standard error", async () => {
  const { exitCode, out, err } = await cli("recover", "--cwd", "/nowhere/at/all");

  expect(exitCode).toBe(64);
  expect(out).toBe("");
  expect(err).toMatch(
    /^error: there is no folder \/nowhere\/at\/all: set --cwd to the folder that contains Pulumi\.yaml\nhint: .*--help/,
  );
});

/** The arguments of each call of `podwright` in a shell line. */
function wordsOfOurs(line: string): string[][] {
  return line.split(/ (?:&&|\|) /).flatMap((call) => {
    const plain = call.replace(/ +#.*$/, "").replace(/ >>? \S+$/, "");
    const [program, ...words] = [...plain.matchAll(/'[^']*'|"[^"]*"|\S+/g)].map(([word]) =>
      word.replace(/^['"]|['"]$/g, ""),
    );
    return program === "podwright" ? [words] : [];
  });
}

/** Tells whether the command accepts these flags and arguments. The command does not run. */
async function parsed(words: readonly string[]): Promise<string> {
  const program = await buildProgram(words, quietContext());
  const idle = (command: Command) => {
    command.action(() => undefined);
    for (const below of command.commands) idle(below);
  };
  for (const command of program.commands) idle(command);
  try {
    await program.parseAsync([...words], { from: "user" });
    return "taken";
  } catch (error) {
    return String(error);
  }
}

/** The subcommands that each command's help lists. */
async function subcommands(): Promise<string[][]> {
  const lists = await Promise.all(
    commands.map(async ({ name }) => {
      const { out } = await cli(name, "--help");
      const [, list = ""] = out.split("\nCommands:\n");
      const names = [...list.split("\n\n")[0]!.matchAll(/^ {2}([a-z-]+)/gm)].map(([, found = ""]) => found);
      return names.filter((found) => found !== "help").map((found) => [name, found]);
    }),
  );
  return lists.flat();
}

const cli = (...args: string[]) => commandLine(args);
