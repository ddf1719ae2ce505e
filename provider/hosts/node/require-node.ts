import { requireNode } from "./versions";

// Imported before anything else: a Node that is too old would fail inside a library, in words nobody understands.
requireNode();
