import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** In the plugin archive both files lie beside the bundle; in a working copy, at its root. */
const root = existsSync(join(__dirname, "schema.json")) ? __dirname : join(__dirname, "../../../..");

export function readSchema(): string {
  return readFileSync(join(root, "schema.json"), "utf8");
}

export function readVersion(): string {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  return version;
}
