import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** An empty folder that is deleted after the test; a test body or a hook before it may call this. */
export function temporaryFolder(purpose: string): string {
  const folder = mkdtempSync(join(tmpdir(), `podwright-${purpose}-`));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
