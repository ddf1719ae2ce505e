import { connect, type Platform } from "../../../client";
import type { Emulator } from "../../../emulator";

/** Returns the client's result of the emulator's answers. Tests compare it with the answers themselves. */
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
/** RunPod's form of a time. */
export const dateTime = new RegExp(`^${time}$`);
/** RunPod's form of an id. */
export const anId = /^[a-z0-9]{14}$/;
