import { getSystemErrorMessage } from "node:util";

export interface Output {
  /**
   * Aborted when output no longer reaches the reader. A reader such as `head` may stop early, and this is no failure.
   * The command continues without output, because a script may need its exit code.
   */
  readonly unread: AbortSignal;
  /** Returns whether a write failed for another reason, such as a full disk. */
  hasFailed(): boolean;
}

/** Watches the writes to a stream. `onFailure` receives the reason of the first failure. */
export function watchOutput(stream: NodeJS.WriteStream, onFailure: (reason: string) => void = () => undefined): Output {
  const unread = new AbortController();
  let failed = false;
  stream.on("error", ({ code, errno, message }: NodeJS.ErrnoException) => {
    unread.abort();
    if (code === "EPIPE" || failed) return;
    failed = true;
    onFailure(errno === undefined ? message : getSystemErrorMessage(errno));
  });
  return { unread: unread.signal, hasFailed: () => failed };
}
