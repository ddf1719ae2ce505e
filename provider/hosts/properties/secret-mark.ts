import { isRecord } from "../../planning/values";

/**
 * The key by which the engine tells a value that is more than the JSON it is written as, mostly a secret, from a plain
 * object: on the wire, in states and in event logs.
 */
export const secretMark = "4dabf18193072939515e22adb298388d";

/** What stands under that key where the value is secret. */
export const secretSignature = "1b47061264138c4ac30d75fd1eb44270";

/** What the engine writes in an event log in place of a secret text. */
const masked = "[secret]";

/** Whether the value itself is secret. */
export function isMarked(value: unknown): boolean {
  return value === masked || (isRecord(value) && secretMark in value);
}

/** Whether it is, or anything inside it. */
export function holdsMark(value: unknown): boolean {
  if (isMarked(value)) return true;
  if (Array.isArray(value)) return value.some(holdsMark);
  return isRecord(value) && Object.values(value).some(holdsMark);
}
