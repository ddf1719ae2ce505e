import { test } from "vitest";

test("leaves a variable behind", () => {
  process.env.LEFT = "by variable.ts";
});
