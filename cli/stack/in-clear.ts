import { isRecord, type Path, type Values } from "../../kernel/values";
import { secretMark, secretSignature } from "../../provider/hosts/properties/secret-mark";

/** A value without the marks of its secrets, and the paths of these secrets. */
export interface InClear<Value = unknown> {
  readonly value: Value;
  readonly secrets: readonly Path[];
}

/** Returns a value of a state with decrypted secrets (`Stack.stateInClear`) without the marks of the secrets. */
export function inClear(marked: Values): InClear<Values>;
export function inClear(marked: unknown): InClear;
export function inClear(marked: unknown): InClear {
  const secrets: Path[] = [];
  const unmarked = (value: unknown, path: Path): unknown => {
    if (Array.isArray(value)) return value.map((item, index) => unmarked(item, [...path, index]));
    if (!isRecord(value)) return value;
    if (value[secretMark] === secretSignature) {
      secrets.push(path);
      return unmarked(JSON.parse(String(value.plaintext)), path);
    }
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, unmarked(one, [...path, key])]));
  };
  return { value: unmarked(marked, []), secrets };
}
