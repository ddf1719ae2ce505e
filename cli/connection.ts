import type { Platform } from "../provider/platform";
import type { CommandContext } from "./context";
import { type Progress, withProgress } from "./output/progress";

/**
 * Does something on the account that the environment names, and tells what when it takes longer than a moment. The
 * client is loaded only now: help and wrong command lines do without it.
 */
export async function withPlatform<T>(
  text: string,
  context: CommandContext,
  work: (platform: Platform, progress: Progress) => Promise<T>,
): Promise<T> {
  const [{ connect }, { readSettings, readTimeScale }] = await Promise.all([
    import("../provider/platform/index.js"),
    import("../provider/settings.js"),
  ]);
  const { env } = context;
  return await withProgress(text, context, async (progress) => {
    const platform = connect({
      ...readSettings(undefined, env),
      timeScale: readTimeScale(env),
      onWait: (sentence) => progress.note(sentence),
    });
    try {
      return await work(platform, progress);
    } finally {
      await platform.close();
    }
  });
}
