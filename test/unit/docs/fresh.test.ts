import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { run } from "../../../cli/run";
import { placesIn } from "../../../docs/generate/markdown";
import { pages, refresh } from "../../../docs/generate/pages";

const repository = path.resolve(__dirname, "../../..");
const read = (page: string) => readFileSync(path.join(repository, page), "utf8");

describe("what the pages say of inputs and changes is what the code does", () => {
  test.each(pages)("%s is fresh (else: npm run generated)", { timeout: 60_000 }, async (page) => {
    const written = read(page);
    expect(placesIn(written).length).toBeGreaterThan(0);
    expect(await refresh(written, run)).toBe(written);
  });
});
