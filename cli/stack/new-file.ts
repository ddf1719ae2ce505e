import { writeFile } from "node:fs/promises";

/** Creates a file. If a file of this name exists, it writes nothing and returns false. */
export async function writeNewFile(file: string, text: string, mode?: number): Promise<boolean> {
  try {
    await writeFile(file, text, { flag: "wx", mode });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return false;
  }
}
