import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isSea } from "node:sea";

/** In an archive the files lie beside the program; in a working copy, at its root. */
function read(name: string): string {
  const beside = join(isSea() ? dirname(process.execPath) : __dirname, name);
  return readFileSync(existsSync(beside) ? beside : join(__dirname, "../../../..", name), "utf8");
}

export const readSchema = () => read("schema.json");

export function readVersion(): string {
  const { version } = JSON.parse(read("package.json")) as { version: string };
  return version;
}
