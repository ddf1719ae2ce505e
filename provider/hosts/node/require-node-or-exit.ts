import { requireNode } from "./versions";

// Imported before anything else: a Node that is too old would fail inside a library, in words nobody understands.
try {
  requireNode();
} catch (error) {
  process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
