import type { Platform } from "../../client";
import { SeenState } from "../../provider/hosts/engine/recorded-state";
import type { Run, Session } from "../../provider/session/run";
import { openSession } from "../../provider/session/session";
import { VirtualClock } from "./virtual-clock";

export interface TestRun extends Run {
  /** Messages to the user, in order. */
  readonly lines: string[];
  /** Cancels the operation. Default reason: the user cancels. */
  cancel(reason?: Error): void;
}

export interface TestRunOptions {
  readonly platform?: Platform;
  readonly clock?: Session["clock"];
  readonly timeoutMs?: number;
  readonly timeScale?: number;
  /** Session of an earlier run in the same process. */
  readonly session?: Session;
  /** State that the engine has shown. Default: none. */
  readonly recorded?: Run["recorded"];
}

/** Starts an operation as a host would, by default on a virtual clock. */
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
