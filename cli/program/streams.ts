import { getSystemErrorMessage } from "node:util";

export interface Output {
  /**
   * Aborted when nothing more reaches the reader. One that has seen enough, such as `head`, is no fault: the command
   * goes on to its end and its exit code, which a gate may wait for, and what it still writes is lost.
   */
  readonly unread: AbortSignal;
  /** Whether something could not be written for another reason than that, such as a full disk. */
  hasFailed(): boolean;
}

/** Watches what is written to a stream; `onFailure` gets, once, why it cannot be written. */
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
