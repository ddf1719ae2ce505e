import { type ChildProcess, spawn } from "node:child_process";
import type { Environment } from "../../settings/settings";

export interface Execution {
  readonly cwd: string;
  readonly env: Environment;
  readonly signal?: AbortSignal;
  readonly input?: string;
  /** In a process group of its own, which the terminal's Ctrl-C does not reach. */
  readonly apart?: boolean;
}

export interface Result {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the `pulumi` on the PATH to its end, with any exit code. */
export function runPulumi(
  args: readonly string[],
  { cwd, env, signal, input, apart = false }: Execution,
): Promise<Result> {
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const child = spawn("pulumi", args, { cwd, env: environmentOf(env), stdio: "pipe", detached: apart });
    const forget = endWith(signal, child);
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
    child.on("error", (error: NodeJS.ErrnoException) => {
      forget();
      reject(error.code === "ENOENT" || error.code === "EACCES" ? notInstalled() : error);
    });
    child.on("close", (exitCode) => {
      forget();
      if (signal?.aborted === true) reject(signal.reason);
      else resolve({ exitCode, stdout: textOf(stdout), stderr: textOf(stderr) });
    });
    // A command that fails before it has read everything closes its end: its exit code has the reason.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
  });
}

/** In a terminal, Pulumi gets Ctrl-C itself, and a second signal makes it drop everything. */
const ownSignalMs = 1_000;

/** Interrupts the process a moment after the signal, unless it ended before. The returned function cancels this. */
function endWith(signal: AbortSignal | undefined, child: ChildProcess): () => void {
  let timer: NodeJS.Timeout | undefined;
  const ask = () => {
    timer = setTimeout(() => child.kill("SIGINT"), ownSignalMs);
  };
  signal?.addEventListener("abort", ask, { once: true });
  return () => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", ask);
  };
}

/** They select the stack and its configuration if the command line does not. */
const selecting: ReadonlySet<string> = new Set(["PULUMI_OPTION_STACK", "PULUMI_OPTION_CONFIG_FILE"]);

/**
 * The event log is among the flags that Pulumi reserves for debugging. Pipelines often turn all confirmations off:
 * commands that change the stack say so themselves, and Pulumi refuses it together with `--preview-only`. Pulumi takes
 * every other flag from the environment too, and a `--target` would silently narrow the output.
 */
function environmentOf(env: Environment): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !name.startsWith("PULUMI_OPTION_") || selecting.has(name));
  return {
    ...Object.fromEntries(kept),
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DEBUG_COMMANDS: "true",
    PULUMI_SKIP_CONFIRMATIONS: undefined,
  };
}

function textOf(chunks: readonly Buffer[]): string {
  return Buffer.concat(chunks).toString("utf8");
}

function notInstalled(): Error {
  return new Error(
    "there is no `pulumi` on the PATH: install it (https://www.pulumi.com/docs/install) or put its folder there",
  );
}
