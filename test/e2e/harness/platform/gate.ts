import type { Emulator } from "../../../../emulator";
import { type RunningProxy, startProxy } from "./proxy";

/** A platform whose key can be replaced by another while it runs: the old one is worth nothing from then on. */
export interface Gate extends RunningProxy {
  /** The keys it takes from now on, and no other. */
  accept(...keys: readonly string[]): void;
}

/** Stands before an emulator, whose own key never changes. */
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
