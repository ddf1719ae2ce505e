/**
 * Aborted when nobody reads the stream any more. A reader that has seen enough, such as `head`, is no fault: the command
 * goes on to its end and its exit code, which a gate may wait for, and what it still writes is lost.
 */
export function untilUnread(stream: NodeJS.WriteStream): AbortSignal {
  const unread = new AbortController();
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    unread.abort();
  });
  return unread.signal;
}
