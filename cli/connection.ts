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
  const [{ connected }, { readSettings }] = await Promise.all([
    import("./account.js"),
    import("../provider/settings.js"),
  ]);
  const { env } = context;
  return await withProgress(text, context, (progress) =>
    connected(readSettings(undefined, env), { env, onWait: (sentence) => progress.note(sentence) }, (platform) =>
      work(platform, progress),
    ),
  );
}
