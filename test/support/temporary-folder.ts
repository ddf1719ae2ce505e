import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** An empty folder that is gone after the test that asks for it, in its body or in a hook before it. */
export function temporaryFolder(purpose: string): string {
  const folder = mkdtempSync(join(tmpdir(), `podwright-${purpose}-`));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
