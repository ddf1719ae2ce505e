import { tmpdir } from "node:os";
import { test } from "vitest";

test("leaves another working folder behind", () => {
  process.chdir(tmpdir());
});
