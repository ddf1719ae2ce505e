import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import type { ConfigReader } from "../provider/settings";
import type { CommandContext } from "./context";

export interface StackLocation {
  /** The folder of the Pulumi project. */
  readonly cwd: string;
  /** Default: the stack that is selected there. */
  readonly stack?: string | undefined;
}

/**
 * One stack, through the `pulumi` command. Not through the Automation API: its export decrypts the secrets of the state
 * and its import writes them to a temporary file in clear, and opening a stack selects it for the user too.
 */
export class Stack {
  readonly #location: StackLocation;
  readonly #context: CommandContext;

  constructor(location: StackLocation, context: CommandContext) {
    this.#location = location;
    this.#context = context;
  }

  /** The state as `pulumi stack export` prints it: secrets stay encrypted. */
  async export(): Promise<string> {
    return await this.#pulumi(["stack", "export"], { signal: this.#context.signal });
  }

  /** Pulumi checks the state's integrity and refuses a locked stack. Once begun it is not interrupted. */
  async import(state: string): Promise<void> {
    await this.#pulumi(["stack", "import"], { input: state });
  }

  /** The stack's configuration, decrypted. */
  async configuration(): Promise<ConfigReader> {
    const text = await this.#pulumi(["config", "--json", "--show-secrets"], { signal: this.#context.signal });
    const values = JSON.parse(text) as Readonly<Record<string, { readonly value?: string }>>;
    return { get: (key) => values[key]?.value };
  }

  /** What a user types to run a command on this stack. */
  commandLine(command: string): string {
    const { cwd, stack } = this.#location;
    return [command, ...(cwd === "." ? [] : ["--cwd", cwd]), ...(stack === undefined ? [] : ["--stack", stack])].join(
      " ",
    );
  }

  async #pulumi(args: readonly string[], how: { signal?: AbortSignal; input?: string }): Promise<string> {
    const { cwd, stack } = this.#location;
    if (!existsSync(cwd)) throw new Error(`there is no folder ${cwd}: give the one that holds Pulumi.yaml as --cwd`);
    const all = [...args, ...(stack === undefined ? [] : ["--stack", stack]), "--non-interactive", "--color", "never"];
    const answer = await execute(all, { cwd, env: { ...this.#context.env, PULUMI_SKIP_UPDATE_CHECK: "true" }, ...how });
    if (answer.exitCode === 0) return answer.stdout;
    throw new Error(this.#reason(`pulumi ${args.join(" ")}`, answer.stderr));
  }

  #reason(command: string, stderr: string): string {
    if (/stack is currently locked|Another update is currently in progress/.test(stderr)) {
      const cancel = this.commandLine("pulumi cancel --yes");
      return `the stack is locked by a run that is under way or was killed: if none is under way, run \`${cancel}\` first, then this command again`;
    }
    const said = stderr.split("\n").find((line) => line.startsWith("error: ")) ?? stderr.trim().split("\n").at(-1);
    return `\`${command}\` failed: ${(said ?? "").replace(/^error: /, "") || "it did not say why"}`;
  }
}

interface Execution {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal;
  readonly input?: string;
}

interface Answer {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function execute(args: readonly string[], { cwd, env, signal, input }: Execution): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const child = spawn("pulumi", args, { cwd, env, signal, stdio: "pipe" });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
    child.on("error", (error: NodeJS.ErrnoException) => reject(error.code === "ENOENT" ? notInstalled() : error));
    child.on("close", (exitCode) => resolve({ exitCode, stdout: textOf(stdout), stderr: textOf(stderr) }));
    // A command that fails before it has read everything closes its end: its exit code tells more.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
  });
}

function textOf(chunks: readonly Buffer[]): string {
  return Buffer.concat(chunks).toString("utf8");
}

function notInstalled(): Error {
  return new Error(
    "there is no `pulumi` on the PATH: install it (https://www.pulumi.com/docs/install) or put its folder there",
  );
}
