import { connect, type Platform } from "../../../client";
import type { Emulator } from "../../../emulator";

/** The client's result from the emulator's answers, which the tests compare with the answers themselves. */
export async function throughClient<T>(
  { url, apiKey }: Emulator,
  use: (platform: Platform) => PromiseLike<T>,
): Promise<T> {
  const platform = connect({ apiKey, baseUrl: url, serverlessUrl: url, timeScale: 0.01 });
  try {
    return await use(platform);
  } finally {
    await platform.close();
  }
}

const time = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z";
/** How the platform writes a date-time. */
export const dateTime = new RegExp(`^${time}$`);
/** How the platform writes an id. */
export const anId = /^[a-z0-9]{14}$/;
