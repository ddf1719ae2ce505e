import { requireNode } from "./versions";

// This check must be the first import. An old Node would otherwise fail inside a library, with an unclear message.
try {
  requireNode();
} catch (error) {
  process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
