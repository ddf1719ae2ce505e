import { connect, type Platform } from "../provider/platform";
import { readSettings, readTimeScale, type Settings } from "../provider/settings";
import type { CommandContext } from "./context";
import type { Stack } from "./stack";

/** The account of a stack: its own configuration first, then the environment. */
export async function settingsOf(stack: Stack, { env }: Pick<CommandContext, "env">): Promise<Settings> {
  return readSettings(await stack.configuration(), env);
}

/** Does something on an account that a stack names. */
export async function onAccount<T>(
  settings: Settings,
  { env, warn }: Pick<CommandContext, "env" | "warn">,
  work: (platform: Platform) => Promise<T>,
): Promise<T> {
  const onWait = (sentence: string) => warn(`${sentence}\n`);
  const platform = connect({ ...settings, timeScale: readTimeScale(env), onWait });
  try {
    return await work(platform);
  } finally {
    await platform.close();
  }
}
