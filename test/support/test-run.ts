import type { Platform } from "../../client";
import { SeenState } from "../../provider/hosts/engine/recorded-state";
import type { Run, Session } from "../../provider/session/run";
import { openSession } from "../../provider/session/session";
import { VirtualClock } from "./virtual-clock";

export interface TestRun extends Run {
  /** The messages to the user, in order. */
  readonly lines: string[];
  /** Default: the user cancels. */
  cancel(reason?: Error): void;
}

export interface TestRunOptions {
  readonly platform?: Platform;
  readonly clock?: Session["clock"];
  readonly timeoutMs?: number;
  readonly timeScale?: number;
  /** The session of an earlier run in the same process. */
  readonly session?: Session;
  /** Default: the engine has shown no state yet. */
  readonly recorded?: Run["recorded"];
}

/** An operation as a host would start it, by default on a virtual clock. */
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
