import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { PlannedStep } from "../../../cli/stack/stack";

/**
 * Knows the commands that Podwright uses. A command that a test fails prints the test's text; a held command waits
 * until the test releases or interrupts it. The script records signals. A folder with `plan.jsonl` has its own preview.
 */
const script = `#!/bin/sh
# Each further process costs as much as the rest of the script, so it starts as few as possible.
here=\${0%/*}
echo "$@" >> "$here/calls"
pwd >> "$here/folders"
if [ -f "$here/environment" ]; then env > "$here/environment"; fi
trap 'echo INT >> "$here/signals"; interrupted=1' INT
trap 'echo TERM >> "$here/signals"; exit 143' TERM
if [ -f "$here/hold-$1-$2" ]; then
  touch "$here/held"
  while [ -f "$here/hold-$1-$2" ] && [ -z "$interrupted" ]; do sleep 0.02; done
  if [ -n "$interrupted" ]; then exit 255; fi
fi
# A folder of a program that fails. Its reason may name the folder.
if [ "$1" = preview ] && [ -f fail.txt ]; then sed "s,FOLDER,$(pwd)," fail.txt >&2; exit 255; fi
if [ -f "$here/fail-$1-$2" ]; then
  if [ -f "$here/printed-$1-$2" ]; then cat "$here/printed-$1-$2"; fi
  cat "$here/fail-$1-$2" >&2
  exit 255
fi
case "$1" in
  preview | refresh)
    while [ "$1" != --event-log ]; do shift; done
    if [ -f plan.jsonl ]; then exec cp plan.jsonl "$2"; else exec cp "$here/events.jsonl" "$2"; fi ;;
esac
# A trial has a backend of its own.
if [ "$PULUMI_BACKEND_URL" = file://. ]; then
  case "$1 $2" in
    "stack import") exec cat > "$here/tried.json" ;;
  esac
  exit
fi
case "$1 $2 $3" in
  "stack export --version") exec cat "$here/state-$4.json" ;;
  "stack export --stack")
    other=\${4##*/}
    if [ -f "$here/fail-of-$other" ]; then cat "$here/fail-of-$other" >&2; exit 255; fi
    if [ -f "$here/of-$other.json" ]; then exec cat "$here/of-$other.json"; fi ;;
  "stack export --show-secrets") exec cat "$here/clear.json" ;;
esac
case "$1" in
  version) read -r version < "$here/version"; echo "v$version"; exit ;;
esac
case "$1 $2" in
  "plugin ls") exec cat "$here/plugins.json" ;;
  "stack export") cat "$here/state.json"; if [ -f "$here/next.json" ]; then mv "$here/next.json" "$here/state.json"; fi ;;
  "stack history") exec cat "$here/history.json" ;;
  "stack ls")
    if [ "$4" = --all ] && [ -f "$here/all-stacks.json" ]; then exec cat "$here/all-stacks.json"; else exec cat "$here/stacks.json"; fi ;;
  "stack import") exec cat > "$here/state.json" ;;
  "stack --show-name") if [ "$3" = --fully-qualify-stack-names ]; then echo organization/shop/dev; else echo dev; fi ;;
  "whoami --json") exec cat "$here/whoami.json" ;;
  "config --json")
    while [ $# -gt 1 ] && [ "$1" != --stack ]; do shift; done
    other=\${2##*/}
    if [ -f "$here/config-of-$other.json" ]; then exec cat "$here/config-of-$other.json"; else exec cat "$here/config.json"; fi ;;
  *) echo "error: unknown command" >&2; exit 255 ;;
esac
`;

type Command =
  | "preview --event-log"
  | "stack export"
  | "stack history"
  | "stack import"
  | "stack ls"
  | "stack --show-name"
  | "config --json"
  | "whoami --json";

/** A `pulumi` with the state of one stack in a file. `path` puts it first on the PATH. */
export class FakePulumi {
  readonly dir = mkdtempSync(join(tmpdir(), "podwright-pulumi-"));
  readonly path = `${this.dir}:${process.env.PATH}`;

  constructor(state: unknown, config: Readonly<Record<string, string>> = {}) {
    writeFileSync(join(this.dir, "pulumi"), script);
    chmodSync(join(this.dir, "pulumi"), 0o755);
    this.#write("config.json", configured(config));
    this.#write("state.json", state);
    this.#write("history.json", []);
    this.#write("whoami.json", { url: "s3://states" });
    this.#write("stacks.json", []);
    this.#write("plugins.json", []);
    writeFileSync(join(this.dir, "version"), "3.259.0");
    this.plan();
    onTestFinished(() => rmSync(this.dir, { recursive: true, force: true }));
  }

  state<T>(): T {
    return JSON.parse(readFileSync(join(this.dir, "state.json"), "utf8")) as T;
  }

  /** The state of the last trial import. */
  tried<T>(): T {
    return JSON.parse(readFileSync(join(this.dir, "tried.json"), "utf8")) as T;
  }

  /** The state with its secrets decrypted. */
  decrypt(state: unknown): void {
    this.#write("clear.json", state);
  }

  /** Another run writes this state right after the next export. */
  changeAfterExport(state: unknown): void {
    this.#write("next.json", state);
  }

  /** The history, newest run first. A numbered run has the state that it left. */
  record(...runs: readonly Readonly<Record<string, unknown>>[]): void {
    const entries = runs.map(({ left, ...run }) => ({ version: 0, kind: "update", result: "succeeded", ...run }));
    this.#write("history.json", entries);
    for (const { version = 0, left = null } of runs) this.#write(`state-${version}.json`, left);
  }

  /** The state of another stack of the project, or Pulumi's error for it. */
  another(name: string, state: unknown): void {
    if (typeof state === "string") writeFileSync(join(this.dir, `fail-of-${name}`), state);
    else this.#write(`of-${name}.json`, state);
  }

  /** The configuration of another stack of the project. */
  configure(name: string, config: Readonly<Record<string, string>>): void {
    this.#write(`config-of-${name}.json`, configured(config));
  }

  /** The stacks of the project. The first stack is selected. */
  stacks(...names: readonly string[]): void {
    this.#write(
      "stacks.json",
      names.map((name, index) => ({ name, current: index === 0 })),
    );
  }

  /** All stacks of the backend by their full names. Default: the stacks of the project. */
  allStacks(...names: readonly string[]): void {
    this.#write(
      "all-stacks.json",
      names.map((name) => ({ name, current: false })),
    );
  }

  /**
   * History files of a backend of files, newest first, each with the state that its run left, beside the project's
   * file.
   */
  recordInFiles(project: string, ...states: readonly unknown[]): void {
    this.#write("whoami.json", { url: `file://${this.dir}` });
    this.#write("Pulumi.yaml", { name: project, runtime: "nodejs" });
    this.record(...states.map(() => ({})));
    const folder = join(this.dir, ".pulumi/history", project, "dev");
    mkdirSync(folder, { recursive: true });
    for (const [index, latest] of states.toReversed().entries())
      writeFileSync(join(folder, `dev-${index}.checkpoint.json`), JSON.stringify({ checkpoint: { latest } }));
  }

  /** The engine's version and the installed versions of the provider plugin. */
  install(version: string, ...plugins: readonly string[]): void {
    writeFileSync(join(this.dir, "version"), version);
    this.#write(
      "plugins.json",
      plugins.map((plugin) => ({ name: "podwright", kind: "resource", version: plugin })),
    );
  }

  /** The steps of the next preview. */
  plan(...steps: readonly PlannedStep[]): void {
    const events = steps.map((metadata) => JSON.stringify({ resourcePreEvent: { metadata } }));
    writeFileSync(join(this.dir, "events.jsonl"), events.join("\n"));
  }

  /** `stdout` is what the failing command prints first, as a run of the engine does. */
  fail(command: Command, stderr: string, stdout = ""): void {
    writeFileSync(join(this.dir, `fail-${command.replace(" ", "-")}`), stderr);
    writeFileSync(join(this.dir, `printed-${command.replace(" ", "-")}`), stdout);
  }

  succeed(command: Command): void {
    rmSync(join(this.dir, `fail-${command.replace(" ", "-")}`));
  }

  /** Holds the next call of a command, and returns a function that releases it. */
  hold(command: Command): () => void {
    const file = join(this.dir, `hold-${command.replace(" ", "-")}`);
    writeFileSync(file, "");
    return () => rmSync(file);
  }

  /** Whether Podwright has started a held command. */
  get isHeld(): boolean {
    return existsSync(join(this.dir, "held"));
  }

  /** The signals that the script received: `INT`, `TERM`. */
  signals(): string[] {
    return this.#linesOf("signals");
  }

  /** The commands that Podwright ran, such as `stack export`. */
  commands(): string[] {
    return this.calls().map((line) => line.split(" ").slice(0, 2).join(" "));
  }

  /** The same commands with all arguments. */
  calls(): string[] {
    return this.#linesOf("calls");
  }

  /** The folder of each command. */
  folders(): string[] {
    return this.#linesOf("folders");
  }

  /** Records the environment of each command from now on. */
  recordEnvironment(): void {
    writeFileSync(join(this.dir, "environment"), "");
  }

  /** The environment of the last recorded command, variables on one line. */
  environment(): Readonly<Record<string, string>> {
    const entries = this.#linesOf("environment").map((line) => line.split("=", 2));
    return Object.fromEntries(entries) as Record<string, string>;
  }

  #linesOf(name: string): string[] {
    const file = join(this.dir, name);
    return existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n") : [];
  }

  #write(file: string, content: unknown): void {
    writeFileSync(join(this.dir, file), JSON.stringify(content));
  }
}

function configured(config: Readonly<Record<string, string>>): object {
  return Object.fromEntries(Object.entries(config).map(([key, value]) => [key, { value, secret: false }]));
}
