import { requireNode } from "./versions";

// The first import: an old Node would fail inside a library, with a message that does not name the cause.
requireNode();
