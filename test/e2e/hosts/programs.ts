import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { blocksOf } from "../../docs/support/blocks";
import { repository } from "../harness/repository";

/** The example programs of the schema in a language: programs written by hand, and translated programs. */
export function programsOfSchema(extension: string): string[] {
  const folder = join(repository, "provider/schema/examples");
  const files = [folder, join(folder, "translated")].flatMap((place) =>
    readdirSync(place).map((file) => join(place, file)),
  );
  const programs = files.filter((file) => file.endsWith(extension));
  expect(programs).not.toEqual([]);
  return programs;
}

/** The programs in a language on every page of the repository, by page. */
export function programsOfPages(language: string): ReadonlyMap<string, readonly string[]> {
  const folders = ["docs", "provider/kinds", "examples", "sdk", "templates"];
  const pages = folders.flatMap((folder) =>
    readdirSync(join(repository, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".md") && !file.includes("node_modules"))
      .map((file) => join(folder, file)),
  );
  const programs = ["README.md", ...pages.toSorted()].map((page): [string, string[]] => [
    page,
    blocksOf(readFileSync(join(repository, page), "utf8"), language).map(({ text }) => text),
  ]);
  return new Map(programs.filter(([, texts]) => texts.length > 0));
}
