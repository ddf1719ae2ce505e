import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { format } from "node:util";
import { vi } from "vitest";
import type { Block } from "./blocks";

const repository = join(__dirname, "../../..");

/** The source files of the package's import names. */
const sources: Readonly<Record<string, string>> = {
  podwright: "provider/hosts/dynamic/index.ts",
  "podwright/platform": "client/index.ts",
  "podwright-emulator/testing": "emulator/testing.ts",
  "podwright/components": "provider/hosts/dynamic/components.ts",
  "podwright-emulator": "emulator/index.ts",
};

/** A page's `ts` blocks form one program: each block continues the previous one. */
export function programOf(blocks: readonly Pick<Block, "text">[]): string {
  return fromSources(blocks.map((block) => block.text).join("\n"));
}

/** A program whose package imports lead to the sources. */
export function fromSources(text: string): string {
  return text.replace(/from "(podwright(?:-emulator)?(?:\/[^"]+)?)"/g, (_, name: string) => {
    const source = sources[name];
    if (source === undefined) throw new Error(`"${name}" is not known to the tests of the pages`);
    return `from ${JSON.stringify(join(repository, source))}`;
  });
}

/** The program's output on the page: the texts after `// → `. */
export function shownBy(blocks: readonly Block[]): string[] {
  return blocks.flatMap(({ text }) => [...text.matchAll(/\/\/ → (.*)$/gm)].map(([, shown = ""]) => shown));
}

/** Runs the program in this process with this environment, and returns its `console.log` lines. */
export async function outputOf(program: string, env: Readonly<Record<string, string>>): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "podwright-docs-"));
  const file = join(folder, "page.ts");
  writeFileSync(file, program);
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const lines: string[] = [];
  const log = vi.spyOn(console, "log").mockImplementation((...values) => {
    lines.push(format(...values));
  });
  try {
    await import(/* @vite-ignore */ file);
    return lines;
  } finally {
    log.mockRestore();
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
  }
}
