import { spawn } from "node:child_process";
import os from "node:os";
import readline from "node:readline";

/** How many of its first and of its last lines a failed command may show: some programs end with a page of usage. */
const EDGE_LINES = 10;
const KILL_AFTER_MS = 5_000;

/**
 * @typedef {object} CommandOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {AbortSignal} [signal]
 * @property {number} [timeoutMs]
 * @property {boolean} [background] give way to everything else on the machine
 * @property {(line: string) => void} [onLine] each line the command prints on either stream
 */

/**
 * @typedef {object} CommandResult
 * @property {boolean} ok
 * @property {string} stdout
 * @property {string} problem what went wrong, in a line or a few: what it printed, or why it never ran
 */

/** @typedef {(command: string, args: string[], options?: CommandOptions) => Promise<CommandResult>} RunCommand */

/**
 * Runs a command to its end. Rejects only when `signal` aborts; any failure of the command itself is a result.
 * @type {RunCommand}
 */
export function runCommand(command, args, { cwd, env, signal, timeoutMs, background, onLine } = {}) {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    // npm is a batch file on Windows, which only a shell can start; nothing here passes a text of the user's.
    const shell = process.platform === "win32" && !/\.exe$/i.test(command);
    const child = spawn(command, args, { cwd, env, shell, stdio: ["ignore", "pipe", "pipe"], windowsHide: true });
    if (background && child.pid) lowerPriority(child.pid);

    let stdout = "";
    const shown = new Edges();
    let timedOut = false;
    const stop = () => {
      child.kill("SIGINT");
      setTimeout(() => child.kill("SIGKILL"), KILL_AFTER_MS).unref();
    };
    const onTimeout = () => {
      timedOut = true;
      stop();
    };
    const timer = timeoutMs ? setTimeout(onTimeout, timeoutMs) : undefined;
    signal?.addEventListener("abort", stop, { once: true });

    child.stdout.setEncoding("utf8").on("data", (chunk) => {
      stdout += chunk;
    });
    for (const stream of [child.stdout, child.stderr]) {
      readline.createInterface({ input: stream }).on("line", (line) => {
        shown.add(line);
        onLine?.(line);
      });
    }
    /** @param {CommandResult} result */
    const finish = (result) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
      if (signal?.aborted) reject(signal.reason);
      else resolve(result);
    };
    child.on("error", (error) =>
      finish({ ok: false, stdout, problem: `"${command}" did not start: ${error.message}` }),
    );
    child.on("exit", () => {
      // A stopped command's own children may keep its pipes open long after it.
      if (signal?.aborted) finish({ ok: false, stdout, problem: "" });
    });
    child.on("close", (code, killedBy) => {
      if (code === 0) return finish({ ok: true, stdout, problem: "" });
      const end = timedOut
        ? `no answer within ${(timeoutMs ?? 0) / 1000} s`
        : `ended with ${killedBy ?? `exit code ${code}`}`;
      finish({ ok: false, stdout, problem: [`"${command}" ${end}`, ...shown.lines()].join("\n") });
    });
  });
}

/** The beginning and the end of what a program printed. */
class Edges {
  /** @type {string[]} */
  #first = [];
  /** @type {string[]} */
  #last = [];
  #left = 0;

  /** @param {string} line */
  add(line) {
    if (this.#first.length < EDGE_LINES) this.#first.push(line);
    else if (this.#last.push(line) > EDGE_LINES) {
      this.#last.shift();
      this.#left++;
    }
  }

  lines() {
    return [...this.#first, ...(this.#left ? [`… (${this.#left} lines left out)`] : []), ...this.#last];
  }
}

/** @param {number} pid */
function lowerPriority(pid) {
  try {
    os.setPriority(pid, os.constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // A courtesy only: the command may already be over, or the platform may not allow it.
  }
}
