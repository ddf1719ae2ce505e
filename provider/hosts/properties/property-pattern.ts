import { isDeepStrictEqual } from "node:util";
import { isRecord, overlaps, type Path, parsePath } from "../../../kernel/values";

/** Parses a path in the engine's notation. Inside quotes, a backslash escapes only a quote. `*` matches any part. */
export function parsePattern(text: string): Path {
  return [...text.matchAll(/\["((?:\\"|[^"])*)"\]|([^.[\]]+)/g)].map(([, quoted, plain]) =>
    quoted === undefined ? (parsePath(plain ?? "")[0] ?? "") : quoted.replaceAll('\\"', '"'),
  );
}

/** Tells whether the pattern matches the path or the beginning of the path. An empty pattern covers nothing. */
export function covers(pattern: Path, path: Path): boolean {
  if (pattern.length === 0 || pattern.length > path.length) return false;
  return pattern.every((part, index) => part === "*" || overlaps([part], [path[index] ?? ""]));
}

/** Returns the names of the properties whose values differ where the pattern matches. */
export function differing([part = "*", ...rest]: Path, before: unknown, after: unknown): string[] {
  const [old, now] = [entriesOf(before), entriesOf(after)];
  const keys = part === "*" ? [...new Set([...old.keys(), ...now.keys()])] : [String(part)];
  return keys.filter((key) => {
    const [a, b] = [old.get(key), now.get(key)];
    return rest.length === 0 ? !isDeepStrictEqual(a, b) : differing(rest, a, b).length > 0;
  });
}

function entriesOf(value: unknown): ReadonlyMap<string, unknown> {
  return new Map(Array.isArray(value) || isRecord(value) ? Object.entries(value) : []);
}
