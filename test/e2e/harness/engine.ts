import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Readable } from "node:stream";

export interface EngineRun {
  readonly ok: boolean;
  readonly exitCode: number | null;
  /** Everything the command printed, both streams, line by line as they came. */
  readonly text: string;
  readonly events: readonly EngineEvent[];
}

/** The part of the engine's events that tests look at. */
export interface EngineEvent {
  readonly resourcePreEvent?: { readonly metadata: StepMetadata };
  readonly resOutputsEvent?: { readonly metadata: StepMetadata };
  readonly diagnosticEvent?: { readonly urn?: string; readonly message: string; readonly severity: string };
  readonly summaryEvent?: { readonly resourceChanges: Readonly<Record<string, number>> };
}

export interface StepMetadata {
  readonly op: string;
  readonly urn: string;
  readonly type: string;
  readonly diffs?: readonly string[];
  readonly detailedDiff?: Readonly<Record<string, { readonly diffKind: string; readonly inputDiff: boolean }>> | null;
  readonly old?: {
    readonly id?: string;
    readonly inputs: Record<string, unknown>;
    readonly outputs: Record<string, unknown>;
  };
  readonly new?: {
    readonly id?: string;
    readonly inputs: Record<string, unknown>;
    readonly outputs: Record<string, unknown>;
  };
}

export interface EngineProcess {
  readonly child: ChildProcess;
  /** What has been printed so far. */
  text(): string;
  readonly finished: Promise<EngineRun>;
}

/** Starts a `pulumi` command of the engine on the PATH. */
export function startEngine(
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
  eventLog?: string,
): EngineProcess {
  const child = spawn("pulumi", args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  // Whole lines only: a long line of one stream must not be torn by what the other one says in between.
  const collect = (stream: Readable) => {
    let rest = "";
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      const end = (rest + chunk).lastIndexOf("\n") + 1;
      text += (rest + chunk).slice(0, end);
      rest = (rest + chunk).slice(end);
    });
    stream.on("end", () => {
      text += rest;
    });
  };
  collect(child.stdout);
  collect(child.stderr);
  const finished = new Promise<EngineRun>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (exitCode) =>
      resolve({ ok: exitCode === 0, exitCode, text, events: eventLog === undefined ? [] : readEvents(eventLog) }),
    );
  });
  return { child, text: () => text, finished };
}

function readEvents(path: string): EngineEvent[] {
  let log: string;
  try {
    log = readFileSync(path, "utf8");
  } catch {
    // A command that failed before it reached the engine wrote none.
    return [];
  }
  return log
    .split("\n")
    .filter((line) => line.endsWith("}"))
    .map((line) => JSON.parse(line) as EngineEvent);
}
