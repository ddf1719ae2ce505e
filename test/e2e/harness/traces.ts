import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { Emulated } from "./emulated";
import type { EngineRun } from "./stack/engine";

/** No output, event, recorded request or backend file contains a trace. */
export function expectNoTrace(traces: readonly string[], { emulator, stack }: Emulated, run: EngineRun): void {
  const kept = filesUnder(join(stack.dir, "backend"));
  expect(kept).not.toEqual([]);
  const events = run.events.map((event) => JSON.stringify(event)).join("\n");
  const journal = JSON.stringify(emulator.requests());
  const places = [["output", run.text], ["events", events], ["journal", journal], ...kept];
  const found = places.flatMap(([place = "", content = ""]) =>
    traces
      .filter((trace) => withoutSdkAnswers(content).includes(trace))
      .map((trace) => `${trace} in ${place}: ${around(content, trace)}`),
  );
  expect(found).toEqual([]);
}

/** Names and contents of all files below a folder. */
function filesUnder(dir: string): string[][] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => [entry.name, readFileSync(join(entry.parentPath, entry.name), "utf8")]);
}

/**
 * Pulumi's own SDK for Node sends the engine a debug message with all values of each registered resource, whatever the
 * provider. The message is one line, in the log from `-v=3` on and among the events. This removes only these lines.
 */
function withoutSdkAnswers(text: string): string {
  return text
    .split("\n")
    .filter((line) => !/^{.*"(msg|message)":"(<{%reset%}>)?RegisterResource RPC finished: /.test(line))
    .join("\n");
}

function around(content: string, trace: string): string {
  const at = content.indexOf(trace);
  return content.slice(Math.max(0, at - 200), at + 80);
}
