/** A reader that has seen enough, such as `head`, is no fault: there is nobody left to tell anything. */
export function endQuietlyWithReader(stream: NodeJS.WriteStream): void {
  onLostReader(stream, () => {
    // A command that has just printed its result still has its exit code to set: a gate must not pass by `| head`.
    setImmediate(() => process.exit());
  });
}

/** Nobody reads what goes on: the command goes on without telling. */
export function goOnWithoutReader(stream: NodeJS.WriteStream): void {
  onLostReader(stream, () => undefined);
}

function onLostReader(stream: NodeJS.WriteStream, lost: () => void): void {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    lost();
  });
}
