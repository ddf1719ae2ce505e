import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { Emulated } from "./emulated";
import type { EngineRun } from "./engine";

/** Nothing the command printed, the platform recorded or the backend and the event logs keep holds one of them. */
export function expectNoTrace(traces: readonly string[], { emulator, stack }: Emulated, { text }: EngineRun): void {
  const kept = [...filesUnder(join(stack.dir, "backend")), ...filesUnder(stack.dir, /^events-/)];
  expect(kept.length).toBeGreaterThan(1);
  const places = [["output", text], ["journal", JSON.stringify(emulator.requests())], ...kept];
  const found = places.flatMap(([place = "", content = ""]) =>
    traces
      .filter((trace) => withoutSdkAnswers(content).includes(trace))
      .map((trace) => `${trace} in ${place}: ${around(content, trace)}`),
  );
  expect(found).toEqual([]);
}

/** Names and contents of the files of a folder; at any depth, unless they are picked by name. */
function filesUnder(dir: string, picked?: RegExp): string[][] {
  return readdirSync(dir, { recursive: picked === undefined, withFileTypes: true })
    .filter((entry) => entry.isFile() && (picked?.test(entry.name) ?? true))
    .map((entry) => [entry.name, readFileSync(join(entry.parentPath, entry.name), "utf8")]);
}

/**
 * Pulumi's own SDK for Node tells the engine each registered resource with all its values in a debug message, whatever
 * the provider; it is in the log from `-v=3` on and in the event log. A line each, and no other line is left out.
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
