import { requireNode } from "./versions";

// The first import: an old Node would fail inside a library, with a message that does not name the cause.
try {
  requireNode();
} catch (error) {
  process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
