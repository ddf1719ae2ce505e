import { connect, type Platform } from "../provider/platform";
import { readSettings, readTimeScale, type Settings } from "../provider/settings";
import type { CommandContext } from "./context";
import type { Stack } from "./stack";

/** The account of a stack: its own configuration first, then the environment. */
export async function settingsOf(stack: Stack, { env }: Pick<CommandContext, "env">): Promise<Settings> {
  return readSettings(await stack.configuration(), env);
}

/** Does something on an account, and says when the platform makes it wait. */
export function onAccount<T>(
  settings: Settings,
  { env, warn }: Pick<CommandContext, "env" | "warn">,
  work: (platform: Platform) => Promise<T>,
): Promise<T> {
  return connected(settings, { env, onWait: (sentence) => warn(`${sentence}\n`) }, work);
}

interface Connection {
  readonly env: CommandContext["env"];
  /** Hears why a request waits. */
  readonly onWait: (sentence: string) => void;
}

/** Does something with a client that is closed afterwards, whatever comes of it. */
export async function connected<T>(
  settings: Settings,
  { env, onWait }: Connection,
  work: (platform: Platform) => Promise<T>,
): Promise<T> {
  const platform = connect({ ...settings, timeScale: readTimeScale(env), onWait });
  try {
    return await work(platform);
  } finally {
    await platform.close();
  }
}
