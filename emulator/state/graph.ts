/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Path to an object: keys of objects and maps, and indexes of arrays. */
type Path = readonly (string | number)[];

interface Place {
  readonly within: Place | undefined;
  readonly key: string | number;
}

/**
 * Writes data as JSON, at any depth. A map becomes `{"$map": [[key, value], …]}`. A repeated object becomes `{"$same": path}`, so
 * that several references to one object still refer to one object after reading. A key that begins with `$` gets a second `$`.
 * Functions and symbols are omitted, as in JSON.
 */
export function encode(value: unknown): Json {
  return new Encoder().write(value, undefined) ?? null;
}

/** Reads the output of `encode`. Throws for a reference without a target. */
export function decode(json: Json): unknown {
  const top: { value?: unknown } = {};
  read(json, { put: (value) => Object.assign(top, { value }), follow: (path) => follow(top.value, path) });
  return top.value;
}

class Encoder {
  private readonly places = new Map<object, Place | undefined>();

  write(value: unknown, place: Place | undefined): Json | undefined {
    if (typeof value === "number") return Number.isFinite(value) ? value : null;
    if (typeof value === "bigint") return value.toString();
    if (value === null || typeof value === "string" || typeof value === "boolean") return value;
    return typeof value === "object" ? this.writeObject(value, place) : undefined;
  }

  private writeObject(value: object, place: Place | undefined): Json | undefined {
    if ("toJSON" in value && typeof value.toJSON === "function") return this.write(value.toJSON(), place);
    // The empty array is shorter than a reference to it.
    if (Array.isArray(value) && value.length === 0) return [];
    if (this.places.has(value)) return { $same: pathOf(this.places.get(value)) };
    this.places.set(value, place);
    const item = (item: unknown, key: string | number) => this.write(item, { within: place, key });
    if (Array.isArray(value)) return value.map((one, index) => item(one, index) ?? null);
    if (value instanceof Map) return { $map: entries(value, (one, key) => item(one, key)) };
    return Object.fromEntries(
      entries(Object.entries(value), item).map(([key, one]) => [key.startsWith("$") ? `$${key}` : key, one]),
    );
  }
}

/** Returns the entries whose values are data. */
function entries(
  pairs: Iterable<readonly [unknown, unknown]>,
  write: (value: unknown, key: string) => Json | undefined,
): [string, Json][] {
  const written: [string, Json][] = [];
  for (const [key, value] of pairs) {
    const json = write(value, String(key));
    if (json !== undefined) written.push([String(key), json]);
  }
  return written;
}

function pathOf(place: Place | undefined): Path {
  const path: (string | number)[] = [];
  for (let at = place; at; at = at.within) path.unshift(at.key);
  return path;
}

interface Reading {
  /** Receives the value. `read` passes a list, map or object before its items, because the items may refer to it. */
  readonly put: (value: unknown) => void;
  readonly follow: (path: readonly Json[]) => unknown;
}

function read(json: Json, { put, follow }: Reading): void {
  const readTo = (item: Json, put: Reading["put"]) => read(item, { put, follow });
  if (json === null || typeof json !== "object") {
    put(json);
    return;
  }
  if (isList(json)) {
    const list: unknown[] = [];
    put(list);
    for (const item of json) readTo(item, (value) => list.push(value));
    return;
  }
  const { $same, $map } = json;
  if (isList($same)) {
    put(follow($same));
    return;
  }
  if (isList($map)) {
    const map = new Map<unknown, unknown>();
    put(map);
    for (const [key, item] of pairsIn($map)) readTo(item, (value) => map.set(key, value));
    return;
  }
  const object = {};
  put(object);
  for (const [key, item] of Object.entries(json)) {
    // An assignment would fail for a key such as `__proto__`.
    const name = key.startsWith("$") ? key.slice(1) : key;
    readTo(item, (value) => Object.defineProperty(object, name, { value, ...ordinary }));
  }
}

function follow(top: unknown, path: readonly Json[]): unknown {
  let at = top;
  for (const key of path) at = child(at, key);
  if (typeof at !== "object" || at === null) throw new Error(`there is no object at ${path.join("/")}`);
  return at;
}

function pairsIn(entries: readonly Json[]): [Json, Json][] {
  return entries.map((entry) => {
    if (!isList(entry)) throw new Error("a map has an entry that is not a pair");
    return [entry[0] ?? null, entry[1] ?? null];
  });
}

const ordinary = { writable: true, enumerable: true, configurable: true } as const;

function child(container: unknown, key: Json): unknown {
  if (container instanceof Map) return container.get(key);
  const name = String(key);
  return typeof container === "object" && container !== null && Object.hasOwn(container, name)
    ? (container as Record<string, unknown>)[name]
    : undefined;
}

function isList(json: Json | undefined): json is readonly Json[] {
  return Array.isArray(json);
}
