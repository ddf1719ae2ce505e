import type { Settings } from "../../provider/settings";
import { onAccount, settingsOf } from "../account";
import type { CommandContext } from "../context";
import type { Compared } from "./drift";
import type { Unmanaged } from "./report";
import { findUnmanaged } from "./unmanaged";

/** What none of the stacks holds on the accounts they are on: each account is looked at once. */
export async function straysOf(compared: readonly Compared[], context: CommandContext): Promise<Unmanaged[]> {
  const { signal } = context;
  const held = new Set(compared.flatMap(({ ids }) => ids));
  const accounts = new Map<string, Settings>();
  for (const { stack } of compared) {
    const settings = await settingsOf(stack, context);
    accounts.set(JSON.stringify([settings.baseUrl, settings.apiKey]), settings);
  }
  const found: Unmanaged[] = [];
  for (const settings of accounts.values()) {
    found.push(...(await onAccount(settings, context, (platform) => findUnmanaged(platform, { signal, held }))));
  }
  return found;
}
