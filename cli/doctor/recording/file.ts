import { type FileHandle, open, rm } from "node:fs/promises";
import type { Recording } from "./recording";

/** A new file for recordings. Podwright creates it before a probe spends money. */
export class RecordingFile {
  readonly #name: string;
  readonly #handle: FileHandle;

  private constructor(name: string, handle: FileHandle) {
    this.#name = name;
    this.#handle = handle;
  }

  /** Creates the file. It never overwrites a file. */
  static async create(name: string): Promise<RecordingFile> {
    try {
      return new RecordingFile(name, await open(name, "wx", 0o600));
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === "EEXIST") throw new Error(`${name} exists already: give --record another name, or delete it first`);
      throw new Error(`--record cannot write ${name} (${message}): name a file in a folder that you may write to`);
    }
  }

  /** Removes the file if there are no recordings. */
  async close(recordings: readonly Recording[]): Promise<void> {
    if (recordings.length > 0) await this.#handle.writeFile(`${JSON.stringify(recordings, null, 2)}\n`);
    await this.#handle.close();
    if (recordings.length === 0) await rm(this.#name, { force: true });
  }
}
