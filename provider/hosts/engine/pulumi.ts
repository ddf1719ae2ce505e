import { type ChildProcess, spawn } from "node:child_process";
import type { Environment } from "../../settings/settings";

export interface Execution {
  readonly cwd: string;
  readonly env: Environment;
  readonly signal?: AbortSignal;
  readonly input?: string;
  /** Starts the process in its own process group, so that Ctrl-C in the terminal does not reach it. */
  readonly apart?: boolean;
}

export interface Result {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the `pulumi` on the PATH and returns any exit code. */
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
    // A command that fails early closes the pipe before it has read everything. Its exit code shows the failure.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
  });
}

/**
 * Pause before Podwright sends its own signal. In a terminal, Pulumi also gets Ctrl-C, and a second signal makes it
 * abandon its work.
 */
const ownSignalMs = 1_000;

/**
 * Interrupts the process shortly after the abort, unless it has ended. The returned function cancels the interruption.
 */
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

/**
 * Variables that Podwright passes on. If the command line selects no stack or configuration file, these variables
 * select it.
 */
const selecting: ReadonlySet<string> = new Set(["PULUMI_OPTION_STACK", "PULUMI_OPTION_CONFIG_FILE"]);

/**
 * Builds the environment for Pulumi. Pulumi accepts the flag for the event log only if its debugging commands are
 * enabled. This function removes variables that stand for flags: a `--target` would silently narrow the output. Pulumi
 * also refuses `--preview-only` together with a variable that skips confirmations.
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
    "there is no `pulumi` on the PATH: install it (https://www.pulumi.com/docs/install), or add its folder to the PATH",
  );
}
