import { test } from "vitest";

test("leaves a timer behind", () => {
  setTimeout(() => undefined, 3_600_000);
});
