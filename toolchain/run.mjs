// Runs a command with the engine and the installed programs first on the search path, and with a temporary folder that this process
// removes at the end.
import { spawn } from "node:child_process";
import path from "node:path";
import { findEngine } from "./lib/engine/find.mjs";
import { tourPrograms } from "./lib/engine/parts.mjs";
import { repositoryFolder, requireNode, thisMachine, withSearchPath } from "./lib/machine.mjs";
import { temporaryFolderOfRun } from "./lib/temporary.mjs";

const SIGNALS = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);

try {
  requireNode();
  const [command, ...args] = process.argv.slice(2);
  if (!command) throw new Error("Name the command to run: node toolchain/run.mjs COMMAND [ARGUMENT …]");
  // Uses only an existing engine, also one without all hosts, because a command that needs no engine must not wait for a build.
  const engine = await findEngine(thisMachine(), tourPrograms);
  const first = [
    ...(engine.folder === undefined ? [] : [engine.folder]),
    path.join(repositoryFolder, "node_modules", ".bin"),
  ];
  const { variables, remove } = temporaryFolderOfRun();
  await runInPlace(command, args, { ...withSearchPath(process.env, first), ...variables }, remove);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}

/**
 * Runs the command in place of this process. The command gets the streams and the signals. When it ends, this process ends in the
 * same way.
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {() => void} cleanUp
 */
async function runInPlace(command, args, env, cleanUp) {
  /** @type {import("node:child_process").ChildProcess | undefined} */
  let child;
  /** @type {NodeJS.Signals[]} */
  const early = [];
  // These lines come before the start, because a signal in between would end this process and leave the command behind.
  for (const name of SIGNALS)
    process.on(name, (signal) => {
      if (isFromTerminal(signal)) return;
      if (child === undefined) early.push(signal);
      else child.kill(signal);
    });
  const windows = process.platform === "win32";
  // npm's programs are batch files on Windows. Only the shell can start them, and the shell needs one line.
  child = windows
    ? spawn([command, ...args].map((word) => `"${word}"`).join(" "), { env, stdio: "inherit", shell: true })
    : spawn(command, args, { env, stdio: "inherit" });
  for (const signal of early) child.kill(signal);
  await new Promise((resolve, reject) => {
    child.on("error", (error) => {
      cleanUp();
      reject(new Error(`"${command}" did not start: ${error.message}`));
    });
    child.on("exit", (code, signal) => {
      cleanUp();
      for (const name of SIGNALS) process.removeAllListeners(name);
      if (signal) process.kill(process.pid, signal);
      else process.exitCode = code ?? 1;
      resolve(undefined);
    });
  });
}

/**
 * Returns whether a terminal sent the signal. A terminal also sends Ctrl-C to the command, and a second Ctrl-C would
 * make the engine stop at once.
 * @param {NodeJS.Signals} signal
 */
function isFromTerminal(signal) {
  return signal === "SIGINT" && [process.stdin, process.stdout, process.stderr].some((stream) => stream.isTTY);
}
