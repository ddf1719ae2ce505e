import { problems } from "./problem";

/** Returns one of the allowed values. Like RunPod, the emulator ignores unknown parameters. */
export function choice<T extends string>(query: URLSearchParams, name: string, values: readonly T[]): T | undefined {
  const value = query.get(name);
  return value === null ? undefined : oneOf(name, value, values);
}

function oneOf<T extends string>(name: string, value: string, values: readonly T[]): T {
  const found = values.find((known) => known === value);
  if (found === undefined) throw invalid(name, `value must be one of ${values.map((v) => `'${v}'`).join(", ")}`);
  return found;
}

/** Returns the values of a comma-separated parameter. `[]` if the parameter is absent or empty. */
export function choices<T extends string>(query: URLSearchParams, name: string, values: readonly T[]): T[] {
  return list(query, name).map((value) => oneOf(name, value, values));
}

export function list(query: URLSearchParams, name: string, pattern?: RegExp): string[] {
  const items = (query.get(name) ?? "").split(",").filter((item) => item !== "");
  if (pattern && items.some((item) => !pattern.test(item))) throw invalid(name, "value does not match the pattern");
  return items;
}

/** Returns the value of a parameter. Throws if the value does not match the pattern. */
export function matching(query: URLSearchParams, name: string, pattern: RegExp): string | undefined {
  const value = query.get(name);
  if (value !== null && !pattern.test(value)) throw invalid(name, "value does not match the pattern");
  return value ?? undefined;
}

export function integer(query: URLSearchParams, name: string, min: number, max: number): number | undefined {
  const value = query.get(name);
  if (value === null) return undefined;
  const number = /^-?\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
  if (Number.isNaN(number)) throw invalid(name, "got string, want integer");
  if (number < min) throw invalid(name, `minimum, want ${min}`);
  if (number > max) throw invalid(name, `maximum, want ${max}`);
  return number;
}

export function flag(query: URLSearchParams, name: string): boolean | undefined {
  const value = choice(query, name, ["true", "false"]);
  return value === undefined ? undefined : value === "true";
}

export function instant(text: string, name: string): number {
  const value = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
  if (Number.isNaN(value)) throw invalid(name, "value must be an RFC 3339 time");
  return value;
}

function invalid(name: string, message: string) {
  return problems.invalid([`query.${name}: ${message}`]);
}
