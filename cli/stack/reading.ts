import type { Platform } from "../../client";
import type { Run } from "../../provider/operations/run";
import { openSession } from "../../provider/operations/session";
import { readTimeScale } from "../../provider/settings";
import type { CommandContext } from "../program/context";

/** What the resources' own operations need to read; `report` gets what they say. */
export function readingRun(
  platform: Platform,
  { signal, clock, env }: Pick<CommandContext, "signal" | "clock" | "env">,
  report: (line: string) => void = () => undefined,
): Omit<Run, "name"> {
  const session = openSession({ platform, clock, timeScale: readTimeScale(env) });
  return { ...session, signal, timeoutMs: 0, report, warn: (line) => report(`warning: ${line}`) };
}
