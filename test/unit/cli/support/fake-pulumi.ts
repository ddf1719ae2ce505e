import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Knows the three commands that are used; one that a test lets fail prints what the test says. */
const script = `#!/bin/sh
here=$(dirname "$0")
echo "$@" >> "$here/calls"
if [ -f "$here/fail-$1-$2" ]; then cat "$here/fail-$1-$2" >&2; exit 255; fi
case "$1 $2" in
  "stack export") cat "$here/state.json"; if [ -f "$here/next.json" ]; then mv "$here/next.json" "$here/state.json"; fi ;;
  "stack import") cat > "$here/state.json" ;;
  "config --json") cat "$here/config.json" ;;
  *) echo "error: unknown command" >&2; exit 255 ;;
esac
`;

/** A `pulumi` that keeps the state of one stack in a file, first on the PATH it gives. */
export class FakePulumi {
  readonly dir = mkdtempSync(join(tmpdir(), "podwright-pulumi-"));
  readonly path = `${this.dir}:${process.env.PATH}`;

  constructor(state: unknown, config: Readonly<Record<string, string>> = {}) {
    writeFileSync(join(this.dir, "pulumi"), script);
    chmodSync(join(this.dir, "pulumi"), 0o755);
    const values = Object.entries(config).map(([key, value]) => [key, { value, secret: false }]);
    this.#write("config.json", Object.fromEntries(values));
    this.#write("state.json", state);
    onTestFinished(() => rmSync(this.dir, { recursive: true, force: true }));
  }

  state<T>(): T {
    return JSON.parse(readFileSync(join(this.dir, "state.json"), "utf8")) as T;
  }

  /** What another run makes of the state right after the next export. */
  changeAfterExport(state: unknown): void {
    this.#write("next.json", state);
  }

  fail(command: "stack export" | "stack import" | "config --json", stderr: string): void {
    writeFileSync(join(this.dir, `fail-${command.replace(" ", "-")}`), stderr);
  }

  /** The commands that were run: `stack export`. */
  commands(): string[] {
    const calls = join(this.dir, "calls");
    if (!existsSync(calls)) return [];
    const lines = readFileSync(calls, "utf8").trimEnd().split("\\n");
    return lines.map((line) => line.split(" ").slice(0, 2).join(" "));
  }

  #write(file: string, content: unknown): void {
    writeFileSync(join(this.dir, file), JSON.stringify(content));
  }
}
