import { readFileSync } from "node:fs";
import { join } from "node:path";
import { add, type Overlay } from "./overlays";

/** A place where the published document is wrong or outdated. */
export interface Exception {
  /** JSON pointer to a schema in the document. */
  readonly pointer: string;
  /** The document's text there. If the document changes, the exception becomes an error. */
  readonly published: object;
  readonly corrected: object;
  readonly reason: string;
  /** An operation whose published examples violate the published schema. */
  readonly neededBy: string;
}

export interface Schema {
  readonly $ref?: string;
  readonly type?: unknown;
  readonly [keyword: string]: unknown;
}
interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}
interface Body {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, unknown>>;
}
export interface PublishedOperation {
  readonly operationId: string;
  parameters?: readonly Parameter[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
}

export interface Root {
  readonly paths: Readonly<Record<string, Readonly<Record<string, PublishedOperation>>>>;
}

/** The published document with exceptions, pages and overlays. Throws if one of them does not fit. */
export function corrected(
  exceptions: readonly Exception[],
  pagedLists: readonly string[],
  overlays: readonly Overlay[],
): Root {
  const root: Root = JSON.parse(readFileSync(join(__dirname, "openapi.json"), "utf8"), outOfTheWay);
  for (const exception of exceptions) apply(root, exception);
  for (const { adds } of overlays) add(root, structuredClone(adds));
  for (const operation of pagedLists) cut(root, operation);
  return root;
}

/** Path, method and text of each operation. */
export function operationsOf({ paths }: Root) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      // A path's common parameters are beside its methods.
      .filter(([method]) => method !== "parameters")
      .map(([method, published]) => [path, method, published] as const),
  );
}

/** The value at a JSON pointer of the document. */
export function at(root: Root, pointer: string): unknown {
  return pointer
    .slice(2)
    .split("/")
    .reduce<unknown>((value, step) => Reflect.get(Object(value), step), root);
}

function apply(root: Root, { pointer, published, ...exception }: Exception): void {
  const schema = Object(at(root, `#${pointer}`));
  for (const [key, value] of Object.entries(published))
    if (Reflect.get(schema, key) !== value)
      throw new Error(`The document no longer says ${key} ${value} at ${pointer}`);
  Object.assign(schema, exception.corrected);
}

function cut(root: Root, operation: string): void {
  const [, , published] = operationsOf(root).find(([, , { operationId }]) => operationId === operation) ?? [];
  const content = Object(published?.responses["200"]?.content?.["application/json"]);
  if (published === undefined || published.parameters?.some(({ name }) => name === "cursor"))
    throw new Error(`The document has no ${operation}, or has its pages itself`);
  published.parameters = [...(published.parameters ?? []), ...pageParameters];
  // Another operation without pages may use the same schema.
  content.schema = { allOf: [content.schema, { required: ["pagination"], properties: { pagination } }] };
}

const pageParameters: readonly Parameter[] = [
  { name: "cursor", in: "query", schema: { type: "string", minLength: 1 } },
  { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 1000 } },
];

const pagination = {
  type: "object",
  required: ["nextCursor", "hasNextPage"],
  properties: { nextCursor: { type: ["string", "null"] }, hasNextPage: { type: "boolean" } },
};

/**
 * Moves a condition beside `unevaluatedProperties` into `allOf`, where it has the same meaning: Ajv considers every
 * property unevaluated if a condition beside that keyword is false.
 */
function outOfTheWay(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("unevaluatedProperties" in value && "if" in value)) return value;
  const { if: condition, then, allOf = [], ...rest } = value as Record<string, unknown>;
  return { ...rest, allOf: [...(allOf as unknown[]), { if: condition, then }] };
}
