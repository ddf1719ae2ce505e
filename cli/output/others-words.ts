import { maskerOf } from "../../client/http/secrets/masking";
import { passwordsIn, withoutPasswords } from "../../client/http/secrets/passwords";
import { withoutKeys } from "../../client/http/secrets/redact";
import { plainLines } from "../../kernel/plain-text";
import type { CommandContext } from "../context/context";

type Environment = CommandContext["env"];

/**
 * Makes a text of another program fit for a message: masks secrets of the environment, keys, and passwords in addresses,
 * and removes control characters. Every text of Pulumi and git passes this function.
 */
export function othersWords(text: string, env: Environment): string {
  const mask = maskerOf(secretsOf(env), { short: "quotes" });
  return plainLines(structured(mask(text)));
}

/** Masks keys and passwords in all texts of a report, because names and values in it may come from other people. */
export function reportToShow<Value>(value: Value): Value {
  return mapTexts(value, structured) as Value;
}

function structured(text: string): string {
  return withoutPasswords(withoutKeys(text));
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change));
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapTexts(one, change)]));
}

/** Variables whose values are secret. The address of a backend may contain a password. */
const secretName = /(?:_|^)(?:KEY|TOKEN|SECRET|PASSWORD|PASSPHRASE)$/i;

/** Shorter values, such as the passphrase `test`, also occur in ordinary words. */
const shortest = 8;

function secretsOf(env: Environment): string[] {
  const values = Object.entries(env).flatMap(([name, value = ""]) => [
    ...(secretName.test(name) ? [value] : []),
    ...passwordsIn(value),
  ]);
  return values.filter(({ length }) => length >= shortest);
}
