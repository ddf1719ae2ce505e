import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A newer document's additions to the published document: operations, fields, limits. Each area has a small file. */
export interface Overlay {
  /** The newer document and its date. */
  readonly source: string;
  /** A part of the document with additions only: objects are merged, lists are extended. */
  readonly adds: object;
}

const folder = join(__dirname, "overlay");

export const overlays: readonly Overlay[] = readdirSync(folder)
  .sort()
  .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as Overlay);

/** Adds to a value of the document. An index addresses an item of a list. */
export function add(to: object, additions: object): void {
  for (const [key, addition] of Object.entries(additions)) {
    const present: unknown = Reflect.get(to, key);
    if (present === undefined) {
      if (Array.isArray(to)) throw new Error(`A list of the document has no item ${key}`);
      Reflect.set(to, key, addition);
    } else if (Array.isArray(present) && Array.isArray(addition)) {
      present.push(...addition.filter((item) => !present.includes(item)));
    } else if (isObject(present) && isObject(addition) && !Array.isArray(addition)) {
      add(present, addition);
    } else if (present !== addition) {
      throw new Error(`The document says already ${key}: ${JSON.stringify(present)}`);
    }
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
