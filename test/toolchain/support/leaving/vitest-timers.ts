import { test, vi } from "vitest";

// The last file, because the next one would have these timers too.
test("leaves Vitest's fake timers behind", () => {
  vi.useFakeTimers();
});
