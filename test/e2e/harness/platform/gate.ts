import type { Emulator } from "../../../../emulator";
import { type RunningProxy, startProxy } from "./proxy";

/** An emulator behind a proxy that can replace the key while it runs; the old key then becomes invalid. */
export interface Gate extends RunningProxy {
  /** The only keys that the gate accepts from now on. */
  accept(...keys: readonly string[]): void;
}

/** Opens a gate for an emulator, whose own key never changes. */
export async function openGate(emulator: Emulator, key: string): Promise<Gate> {
  let accepted: readonly string[] = [key];
  const translate = (given: string) => (accepted.includes(given) ? emulator.apiKey : "revoked");
  const proxy = await startProxy(emulator.url, ({ url, headers }) => {
    const given = url.searchParams.get("api_key");
    if (given !== null) url.searchParams.set("api_key", translate(given));
    const { authorization = "" } = headers;
    headers.authorization = authorization.replace(/^Bearer (.*)$/, (_, bearer) => `Bearer ${translate(bearer)}`);
  });
  const accept = (...keys: readonly string[]) => {
    accepted = keys;
  };
  return { ...proxy, accept };
}
