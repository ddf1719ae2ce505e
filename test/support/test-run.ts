import type { Platform } from "../../client";
import { SeenState } from "../../provider/hosts/engine/recorded-state";
import type { Run, Session } from "../../provider/operations/run";
import { openSession } from "../../provider/operations/session";
import { VirtualClock } from "./virtual-clock";

export interface TestRun extends Run {
  /** What the user was told, in order. */
  readonly lines: string[];
  /** Default: as when the user cancels. */
  cancel(reason?: Error): void;
}

export interface TestRunOptions {
  readonly platform?: Platform;
  readonly clock?: Session["clock"];
  readonly timeoutMs?: number;
  readonly timeScale?: number;
  /** Of an earlier run in the same process. */
  readonly session?: Session;
  /** Default: the engine has shown nothing yet. */
  readonly recorded?: Run["recorded"];
}

/** One operation as a host would start it: on a virtual clock unless told otherwise. */
export function testRun(options: TestRunOptions = {}): TestRun {
  const cancel = new AbortController();
  const lines: string[] = [];
  const { platform = {} as Platform, clock = new VirtualClock(), timeScale = 1, timeoutMs = 600_000 } = options;
  return {
    ...(options.session ?? openSession({ platform, clock, timeScale })),
    name: "web",
    stack: { organization: "-", project: "shop", stack: "prod" },
    recorded: options.recorded ?? new SeenState(),
    timeoutMs,
    signal: cancel.signal,
    report: (line) => lines.push(line),
    warn: (line) => lines.push(`warning: ${line}`),
    lines,
    cancel: (reason = new Error("the run was cancelled")) => cancel.abort(reason),
  };
}
