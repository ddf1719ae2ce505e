import { secretMark, secretSignature } from "../../provider/hosts/properties/secret-mark";
import { isRecord } from "../../provider/values/values";

/** Returns a value of a state with decrypted secrets (`Stack.stateInClear`) without the marks of the secrets. */
export function inClear(value: unknown): { readonly value: unknown; readonly hasSecret: boolean } {
  if (Array.isArray(value)) {
    const items = value.map(inClear);
    return { value: items.map((item) => item.value), hasSecret: items.some(({ hasSecret }) => hasSecret) };
  }
  if (!isRecord(value)) return { value, hasSecret: false };
  if (value[secretMark] === secretSignature)
    return { value: inClear(JSON.parse(String(value.plaintext))).value, hasSecret: true };
  const entries = Object.entries(value).map(([key, one]) => [key, inClear(one)] as const);
  return {
    value: Object.fromEntries(entries.map(([key, one]) => [key, one.value])),
    hasSecret: entries.some(([, one]) => one.hasSecret),
  };
}
