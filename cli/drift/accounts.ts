import { connect } from "../../provider/platform";
import { readSettings, readTimeScale, type Settings } from "../../provider/settings";
import type { CommandContext } from "../context";
import type { Compared } from "./drift";
import type { Unmanaged } from "./report";
import { findUnmanaged } from "./unmanaged";

/** What none of the stacks holds on the accounts they are on: each account is looked at once. */
export async function straysOf(
  compared: readonly Compared[],
  { env, signal, warn }: CommandContext,
): Promise<Unmanaged[]> {
  const held = new Set(compared.flatMap(({ ids }) => ids));
  const accounts = new Map<string, Settings>();
  for (const { stack } of compared) {
    const settings = readSettings(await stack.configuration(), env);
    accounts.set(JSON.stringify([settings.baseUrl, settings.apiKey]), settings);
  }
  const found: Unmanaged[] = [];
  for (const settings of accounts.values()) {
    const platform = connect({
      ...settings,
      timeScale: readTimeScale(env),
      onWait: (sentence) => warn(`${sentence}\n`),
    });
    try {
      found.push(...(await findUnmanaged(platform, { signal, held })));
    } finally {
      await platform.close();
    }
  }
  return found;
}
