import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Creates an empty folder that is deleted after the test. Call it in a test or in a hook before the test. */
export function temporaryFolder(purpose: string): string {
  const folder = mkdtempSync(join(tmpdir(), `podwright-${purpose}-`));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
