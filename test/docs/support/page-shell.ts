import { spawn } from "node:child_process";
import { chmodSync, copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import { commandLine } from "../../cli/support/command-line";
import { type Block, type Step, stepsOf } from "./blocks";
import { hasShape, isLike } from "./shape";

export interface PageRun {
  readonly env: Readonly<Record<string, string>>;
  /** A folder with a `podwright` for the front of the PATH. Default: a `podwright` that runs the sources in this process. */
  readonly bin?: string;
  /** Default: an empty folder. */
  readonly cwd?: string;
}

/** A step's output from both streams, and its exit code. */
interface Outcome {
  readonly output: readonly string[];
  readonly status: number;
  /** Whether a command failed and the script did not handle its exit code. */
  readonly failed: boolean;
}

/**
 * Runs a page's `console` and `sh` blocks in one shell, as a reader would. Returns the differences from the page. A
 * `console` block must print output of the shown shape, with the word `exact` the shown numbers too; `sh` blocks must
 * succeed.
 */
export async function faultsOf(blocks: readonly Block[], run: PageRun): Promise<string[]> {
  const steps = blocks.flatMap((block): (Step & { readonly shown?: typeof hasShape })[] =>
    block.language === "console"
      ? stepsOf(block).map((step) => ({ ...step, shown: block.words.includes("exact") ? isLike : hasShape }))
      : [{ command: block.text, output: [], line: block.line }],
  );
  const outcomes = await outcomesOf(
    steps.map(({ command }) => command),
    run,
  );
  return steps.flatMap(({ command, output, line, shown }, index) => {
    const { output: actual, status, failed } = outcomes[index] ?? didNotRun;
    const fine = shown === undefined ? status === 0 && !failed : shown(output, actual);
    return fine ? [] : [`line ${line}: ${command.trim()}\nended with ${status} and printed\n${actual.join("\n")}`];
  });
}

const didNotRun: Outcome = { output: ["(did not run)"], status: -1, failed: true };
const MARK = "@@podwright-step@@";

async function outcomesOf(commands: readonly string[], { env, bin, cwd }: PageRun): Promise<Outcome[]> {
  // A socket's path has at most a hundred characters.
  const folder = mkdtempSync(join(tmpdir().length > 60 ? "/tmp" : tmpdir(), "podwright-docs-"));
  const server = await serveCommands(join(folder, "socket"));
  try {
    copyFileSync(join(__dirname, "shim.cjs"), join(folder, "podwright"));
    chmodSync(join(folder, "podwright"), 0o755);
    const shell = spawn("bash", ["-c", scriptOf(commands)], {
      cwd: cwd ?? folder,
      env: {
        ...process.env,
        ...env,
        PATH: `${bin ?? folder}${delimiter}${process.env.PATH ?? ""}`,
        PODWRIGHT_TEST_SOCKET: join(folder, "socket"),
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    return outcomesIn(await text(shell.stdout));
  } finally {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Marks the end of each step, and passes its exit code on to the next step. */
function scriptOf(commands: readonly string[]): string {
  const mark = `__mark() { local __status=$?; printf '\\n${MARK}%s %s\\n' $__status $__failed; __failed=0; return $__status; }`;
  const watch = `__failed=0; trap 'case $BASH_COMMAND in "return \\$__status") ;; *) __failed=1 ;; esac' ERR`;
  return ["exec 2>&1", mark, watch, ...commands.map((command) => `${command.trimEnd()}\n__mark`)].join("\n");
}

function outcomesIn(output: string): Outcome[] {
  const parts = output.split(new RegExp(`\\n${MARK}(\\d+) ([01])\\n`));
  const outcomes: Outcome[] = [];
  for (let index = 0; index + 2 < parts.length; index += 3) {
    const printed = (parts[index] ?? "").replace(/\n$/, "");
    outcomes.push({
      output: printed === "" ? [] : printed.split("\n"),
      status: Number(parts[index + 1]),
      failed: parts[index + 2] === "1",
    });
  }
  return outcomes;
}

interface Request {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: string;
}

/** Runs the shim's commands. */
async function serveCommands(path: string): Promise<Server> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const answer = async () => {
      const { args, env, stdin } = JSON.parse(await text(socket)) as Request;
      const parts: [stream: "stdout" | "stderr", text: string][] = [];
      const { exitCode } = await commandLine(args, {
        env,
        stdin,
        onPart: (stream, part) => parts.push([stream, part]),
      });
      socket.end(JSON.stringify({ parts, exitCode }));
    };
    answer().catch((error: unknown) => socket.destroy(error instanceof Error ? error : undefined));
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  return server;
}
