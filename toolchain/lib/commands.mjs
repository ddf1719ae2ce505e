import { spawn } from "node:child_process";
import readline from "node:readline";

/** Number of last lines that the error of a failed command shows. */
const TAIL_LINES = 20;
const KILL_AFTER_MS = 5_000;
/** Milliseconds between two reports that a command with a label is still running. */
const REPORT_MS = 15_000;

/**
 * @typedef {object} CommandOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {AbortSignal} [signal]
 * @property {number} [timeoutMs]
 * @property {string} [label] the task of the command, for progress messages
 * @property {(line: string) => void} [onLine] receives each line of both output streams
 */

/**
 * @typedef {object} CommandResult
 * @property {boolean} ok
 * @property {string} stdout
 * @property {string} problem why the command failed: its exit code and its last lines, or why it never started
 */

/** @typedef {(command: string, args: readonly string[], options?: CommandOptions) => Promise<CommandResult>} RunCommand */

/**
 * Runs a command to its end. Rejects only when `signal` aborts. A failure of the command is a result.
 * @type {RunCommand}
 */
export function runCommand(command, args, { cwd, env, signal, timeoutMs, label, onLine } = {}) {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const endProgress = label === undefined ? undefined : startProgress(label);
    // npm is a batch file on Windows, and only a shell can start it. No argument here comes from a user.
    const shell = process.platform === "win32" && !/\.exe$/i.test(command);
    const child = spawn(command, args, { cwd, env, shell, stdio: ["ignore", "pipe", "pipe"], windowsHide: true });
    const stop = () => {
      child.kill("SIGINT");
      setTimeout(() => child.kill("SIGKILL"), KILL_AFTER_MS).unref();
    };
    let end = "";
    const timer = timeoutMs === undefined ? undefined : setTimeout(onTimeout, timeoutMs);
    signal?.addEventListener("abort", stop, { once: true });
    let stdout = "";
    /** @type {string[]} */
    const lines = [];
    child.stdout.setEncoding("utf8").on("data", (chunk) => {
      stdout += chunk;
    });
    for (const stream of [child.stdout, child.stderr]) {
      readline.createInterface({ input: stream }).on("line", (line) => {
        lines.push(line);
        if (lines.length > TAIL_LINES) lines.shift();
        onLine?.(line);
      });
    }
    child.on("error", (error) => finish(`did not start: ${error.message}`));
    child.on("exit", () => {
      // Child processes of a stopped command may keep its pipes open for a long time.
      if (signal?.aborted) finish("was interrupted");
    });
    child.on("close", (code, killedBy) =>
      finish(code === 0 ? "" : end || `ended with ${killedBy ?? `exit code ${code}`}`),
    );

    function onTimeout() {
      end = `did not end within ${(timeoutMs ?? 0) / 1000} s`;
      stop();
    }

    /** @param {string} failure */
    function finish(failure) {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
      endProgress?.(failure === "" ? "done" : "failed");
      if (signal?.aborted) reject(signal.reason);
      else
        resolve({ ok: failure === "", stdout, problem: failure && [`"${command}" ${failure}`, ...lines].join("\n") });
    }
  });
}

/** @param {string} label */
function startProgress(label) {
  const start = performance.now();
  const report = (/** @type {string} */ state) =>
    process.stderr.write(`  ${label}: ${state}, ${Math.round((performance.now() - start) / 1000)} s\n`);
  process.stderr.write(`  ${label} …\n`);
  const timer = setInterval(report, REPORT_MS, "running");
  return (/** @type {string} */ state) => {
    clearInterval(timer);
    report(state);
  };
}
