import type { Platform } from "../../client";
import type { Run } from "../../provider/session/run";
import { openSession } from "../../provider/session/session";
import { readTimeScale } from "../../provider/settings/settings";
import type { CommandContext } from "../context/context";
import { resourceOf } from "./resource-types";

/**
 * Makes the `Run` that a kind's operations need to read resources. `report` receives the messages of these operations.
 */
export function readingRun(
  platform: Platform,
  { signal, clock, env }: Pick<CommandContext, "signal" | "clock" | "env">,
  report: (line: string) => void = () => undefined,
): Omit<Run, "name"> {
  const session = openSession({ platform, clock, timeScale: readTimeScale(env) });
  return { ...session, signal, timeoutMs: 0, report, warn: (line) => report(`warning: ${line}`) };
}

export interface Held {
  readonly type: string;
  readonly name: string;
  readonly id: string;
}

/** Returns for each of the resources whether it exists on RunPod. */
export async function areThere(held: readonly Held[], platform: Platform, context: CommandContext): Promise<boolean[]> {
  const run = readingRun(platform, context);
  const read = async ({ type, name, id }: Held) =>
    (await resourceOf(type)?.read({ ...run, name }, { id, declared: {} })) !== undefined;
  return await Promise.all(held.map(read));
}
