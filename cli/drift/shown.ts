import type { PropertyDrift } from "./report";

/** The three values of a property as people read them; empty where there is none. */
export function shown({
  secret,
  declared,
  state,
  platform,
}: PropertyDrift): Record<"declared" | "state" | "platform", string> {
  if (secret) return { declared: "[secret]", state: "[secret]", platform: "[secret]" };
  return { declared: plain(declared), state: plain(state), platform: plain(platform) };
}

function plain(value: unknown): string {
  if (value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
