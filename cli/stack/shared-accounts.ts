import { createHash } from "node:crypto";
import type { Platform } from "../../client";
import type { Settings } from "../../provider/settings/read-settings";
import type { CommandContext } from "../context/context";

/**
 * Runs the work with a context in which all readers share one client of each account, and each list of the account is read
 * once. The report then shows each account at one moment. Only a report may use it, because the lists do not follow
 * changes of others.
 */
export async function sharingAccounts<T>(
  context: CommandContext,
  work: (within: CommandContext) => Promise<T>,
): Promise<T> {
  const accounts: NonNullable<CommandContext["accounts"]> = new Map();
  try {
    return await work({ ...context, accounts });
  } finally {
    // The reader of an account already has the error of an opening that failed.
    await Promise.allSettled([...accounts.values()].map(async (opened) => (await opened).close()));
  }
}

/**
 * Returns the shared client of these settings, and opens it for the first reader. The key is a digest, so that no API
 * key can be printed.
 */
export function sharedAccount(
  accounts: NonNullable<CommandContext["accounts"]>,
  settings: Settings,
  open: () => Promise<Platform>,
): Promise<Platform> {
  const key = createHash("sha256").update(JSON.stringify(settings)).digest("hex");
  const opened = accounts.get(key) ?? open();
  accounts.set(key, opened);
  return opened;
}
