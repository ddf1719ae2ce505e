import { exitCodes } from "./exit-codes";

/** A reader that has seen enough, such as `head`, is no fault: there is nobody left to tell anything. */
export function endQuietlyWithReader(stream: NodeJS.WriteStream): void {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit(exitCodes.done);
  });
}
