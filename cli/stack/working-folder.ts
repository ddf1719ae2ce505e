import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Works in an empty folder, and removes the folder afterwards. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "podwright-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Works in an empty project. Pulumi writes the settings of a stack's secrets beside the project file, so a user's
 * folder is not suitable.
 */
export async function inEmptyProject<T>(name: string, work: (folder: string) => Promise<T>): Promise<T> {
  return await withFolder(async (folder) => {
    await writeFile(join(folder, "Pulumi.yaml"), `${JSON.stringify({ name, runtime: "yaml" })}\n`);
    return await work(folder);
  });
}
