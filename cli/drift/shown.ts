import type { PropertyDrift, UndeclaredChange } from "./report";

/** The three values of a property as people read them; empty where there is none. */
export function shown({
  secret,
  declared,
  state,
  platform,
}: Pick<PropertyDrift, "secret" | "declared" | "state" | "platform">): Record<
  "declared" | "state" | "platform",
  string
> {
  if (secret) return { declared: "[secret]", state: "[secret]", platform: "[secret]" };
  return { declared: plain(declared), state: plain(state), platform: plain(platform) };
}

function plain(value: unknown): string {
  if (value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Of a secret that came or went, the side that has it. */
export function shownUndeclared(change: UndeclaredChange): Record<"state" | "platform", string> {
  const { state, platform } = shown(change);
  if (!change.secret) return { state, platform };
  return { state: change.restore === undefined ? "" : state, platform: change.keep === undefined ? "" : platform };
}
