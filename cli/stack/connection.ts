import type { ExchangeReport, Platform, PlatformOptions } from "../../client";
import { requestIdOf } from "../../client/http/request-id";
import { oneLine } from "../../kernel/plain-text";
import type { Settings } from "../../provider/settings/read-settings";
import type { CommandContext } from "../context/context";
import { type Progress, withProgress } from "../output/progress";
import { sharedAccount } from "./shared-accounts";
import type { Stack } from "./stack";

// Loads the client on demand: help and wrong command lines do not need it.

/**
 * Reads the settings of a stack's default provider. The stack's configuration comes first, then the environment.
 * `account/accounts.ts` also knows the explicit providers of a stack.
 */
export async function settingsOf(stack: Stack, { env }: Pick<CommandContext, "env">): Promise<Settings> {
  const { readSettings } = await import("../../provider/settings/read-settings.js");
  return readSettings(await stack.configuration(), env);
}

/** Reads the settings of the environment. */
export async function environmentSettings({ env }: Pick<CommandContext, "env">): Promise<Settings> {
  const { readSettings } = await import("../../provider/settings/read-settings.js");
  return readSettings(undefined, env);
}

type Opened = Settings & Pick<PlatformOptions, "timeoutMs" | "userAgent" | "onExchange">;
type Opener = Pick<CommandContext, "env" | "warn" | "clock" | "isDebugging" | "accounts" | "onRequest">;

/**
 * Opens a client for `work`, and closes the client afterwards. In a report that shares its accounts, all work on one
 * account has the same client. It reports the pauses that RunPod requests.
 */
export async function onAccount<T>(
  settings: Opened,
  context: Opener,
  work: (platform: Platform) => Promise<T>,
): Promise<T> {
  const { accounts } = context;
  if (accounts !== undefined) return await work(await sharedAccount(accounts, settings, () => open(settings, context)));
  const platform = await open(settings, context);
  try {
    return await work(platform);
  } finally {
    await platform.close();
  }
}

async function open(settings: Opened, context: Opener): Promise<Platform> {
  const { env, warn, clock, isDebugging, accounts } = context;
  const [{ connect }, { readTimeScale }] = await Promise.all([
    import("../../client/index.js"),
    import("../../provider/settings/settings.js"),
  ]);
  const onWait = (sentence: string) => warn(`${sentence}\n`);
  const onWarning = (sentence: string) => warn(`warning: ${sentence}\n`);
  const onExchange = (exchange: ExchangeReport) => {
    settings.onExchange?.(exchange);
    context.onRequest?.(settings.apiKey ?? "");
    if (isDebugging?.() === true) warn(`debug: ${exchangeLine(exchange)}\n`);
  };
  const isSnapshot = accounts !== undefined;
  return connect({ ...settings, timeScale: readTimeScale(env), clock, isSnapshot, onWait, onWarning, onExchange });
}

/** Describes an exchange. It shows no body, because bodies contain secrets. The exchange does not contain the key. */
function exchangeLine({ operation, method, path, query = {}, status, headers }: ExchangeReport): string {
  const given = Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : `${key}=${value}`));
  const id = requestIdOf({ headers });
  const facts = [operation, ...(id === undefined ? [] : [`request ${id}`])].join(", ");
  return oneLine(
    `${method} ${[path, ...(given.length === 0 ? [] : [given.join("&")])].join("?")} ${status} (${facts})`,
  );
}

/** Works on the account of the environment, and shows `text` during slow work. */
export async function withPlatform<T>(
  text: string,
  context: CommandContext,
  work: (platform: Platform, progress: Progress, within: CommandContext) => Promise<T>,
): Promise<T> {
  const settings = await environmentSettings(context);
  return await withProgress(text, context, (progress, within) =>
    onAccount(settings, within, (platform) => work(platform, progress, within)),
  );
}
