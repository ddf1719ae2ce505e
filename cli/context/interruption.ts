import { exitCodes } from "./exit-codes";

export interface Interruption {
  /** Aborted by the first Ctrl-C. A second signal ends the process at once. */
  readonly signal: AbortSignal;
  /** Declares that a signal is the normal end of this process. */
  readonly expect: () => void;
  /** The exit code after a signal. It is `undefined` without a signal, and after `expect()`. */
  exitCode(): number | undefined;
}

const codes = { SIGINT: exitCodes.interrupted, SIGTERM: exitCodes.terminated } as const;

export function watchInterruption(): Interruption {
  const interrupted = new AbortController();
  let exitCode: number | undefined;
  let isExpected = false;
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    process.on(name, () => {
      if (exitCode !== undefined) process.exit(exitCode);
      exitCode = codes[name];
      interrupted.abort(new Error("interrupted"));
    });
  }
  return {
    signal: interrupted.signal,
    expect: () => {
      isExpected = true;
    },
    exitCode: () => (isExpected ? undefined : exitCode),
  };
}
