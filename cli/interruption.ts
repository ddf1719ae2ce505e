import { exitCodes } from "./exit-codes";

export interface Interruption {
  /** Aborted by the first Ctrl-C. A second one ends the process at once. */
  readonly signal: AbortSignal;
  /** What a shell expects of a process that was told to stop; `undefined` while nobody did. */
  exitCode(): number | undefined;
}

const codes = { SIGINT: exitCodes.interrupted, SIGTERM: exitCodes.terminated } as const;

export function watchInterruption(): Interruption {
  const interrupted = new AbortController();
  let exitCode: number | undefined;
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    process.on(name, () => {
      if (exitCode !== undefined) process.exit(exitCode);
      exitCode = codes[name];
      interrupted.abort(new Error("interrupted"));
    });
  }
  return { signal: interrupted.signal, exitCode: () => exitCode };
}
