import { requireNode } from "./versions";

// This check must be the first import. An old Node would otherwise fail inside a library, with an unclear message.
requireNode();
