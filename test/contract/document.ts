import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { add, type Overlay } from "./overlays";

/** One place in a request or response that the published document does not allow. Holds no value. */
export interface Violation {
  /** `request`, `query`, or the status of a response. */
  readonly part: string;
  /** JSON pointer into that part. */
  readonly pointer: string;
  readonly message: string;
}

export interface Operation {
  readonly name: string;
  readonly method: string;
  /** Path with `{name}` parameters. */
  readonly path: string;
}

/** One place where the published document is wrong or behind. */
export interface Exception {
  /** JSON pointer to a schema in the document. */
  readonly pointer: string;
  /** What the document says there. Once it says something else, the exception goes. */
  readonly published: object;
  readonly corrected: object;
  readonly reason: string;
  /** An operation whose published examples break what is published. */
  readonly neededBy: string;
}

interface Response {
  readonly status: number;
  readonly type: string | undefined;
  readonly body: string | undefined;
}

interface Schema {
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
interface PublishedOperation {
  readonly operationId: string;
  parameters?: readonly Parameter[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
}

interface Entry extends Operation {
  /** JSON pointer in the document. */
  readonly pointer: string;
  readonly published: PublishedOperation;
}

/** The published REST document, with exceptions, pages and overlays in place. Throws where one of them does not fit. */
export class ContractDocument {
  /** In the document's order. */
  readonly operations: readonly Operation[];
  readonly #root: unknown = JSON.parse(readFileSync(join(__dirname, "openapi.json"), "utf8"), outOfTheWay);
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #bodies: Ajv2020;
  /** Everything in a query is text, which stands for numbers and booleans too. */
  readonly #queries: Ajv2020;
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(exceptions: readonly Exception[], pagedLists: readonly string[] = [], overlays: readonly Overlay[] = []) {
    for (const exception of exceptions) this.#apply(exception);
    for (const { adds } of overlays) add(Object(this.#root), structuredClone(adds));
    const { paths } = this.#root as { paths: Record<string, Record<string, PublishedOperation>> };
    const entries = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        // Parameters that the operations of a path share stand beside them.
        .filter(([method]) => method !== "parameters")
        .map(([method, published]) => ({
          name: published.operationId,
          method: method.toUpperCase(),
          path,
          pointer: `#/paths/${escaped(path)}/${method}`,
          published,
        })),
    );
    this.operations = entries;
    this.#entries = new Map(entries.map((entry) => [`${entry.method} ${entry.path}`, entry]));
    for (const operation of pagedLists) this.#cut(operation, entries);
    this.#bodies = this.#validators(false);
    this.#queries = this.#validators(true);
  }

  /** The operation of a method and a path with `{name}` parameters. */
  operationAt(method: string, path: string): Operation | undefined {
    return this.#entries.get(`${method} ${path}`);
  }

  /** What the document does not allow in a request's body. A body where none is read is no violation. */
  violationsOfRequest(operation: Operation, body: string | undefined): Violation[] {
    const { pointer, published } = this.#entry(operation);
    if (published.requestBody === undefined) return [];
    const schema = `${pointer}/requestBody/content/${escaped("application/json")}/schema`;
    return this.#violations("request", body ?? "", schema);
  }

  /** What the document does not allow in a request's query. */
  violationsOfQuery(operation: Operation, query: URLSearchParams): Violation[] {
    const { name, published } = this.#entry(operation);
    const all = (published.parameters ?? []).map((one) => this.#resolved(one));
    const parameters = all.filter((one) => one.in === "query");
    const validate = this.#compile(this.#queries, `query of ${name}`, {
      type: "object",
      properties: Object.fromEntries(parameters.map((one) => [one.name, absolute(one.schema)])),
      required: parameters.filter(({ required }) => required).map((one) => one.name),
      additionalProperties: false,
    });
    const isList = (key: string) =>
      parameters.some((one) => one.name === key && this.#resolved(one.schema).type === "array");
    validate(Object.fromEntries([...query].map(([key, value]) => [key, isList(key) ? value.split(",") : value])));
    return toViolations("query", validate.errors);
  }

  /** What the document does not allow in a response. `body` is undefined for a stream. */
  violationsOfResponse(operation: Operation, { status, type = "without a content type", body }: Response): Violation[] {
    const { pointer, published } = this.#entry(operation);
    const part = String(status);
    const { responses } = published;
    // `default` is for errors: a success has to be documented.
    const key = responses[part] === undefined && status >= 400 ? "default" : part;
    const response = responses[key];
    if (response === undefined) return [{ part, pointer: "", message: "is no documented status" }];
    const { content } = this.#resolved(response);
    if (content === undefined) return body ? [{ part, pointer: "", message: "must have no body" }] : [];
    const mediaType = type.split(";")[0] ?? "";
    if (content[mediaType] === undefined)
      return [{ part, pointer: "", message: `is ${mediaType}, want ${Object.keys(content).join(" or ")}` }];
    if (body === undefined) return [];
    const at = response.$ref ?? `${pointer}/responses/${key}`;
    return this.#violations(part, body, `${at}/content/${escaped(mediaType)}/schema`);
  }

  #violations(part: string, text: string, schema: string): Violation[] {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return [{ part, pointer: "", message: "must be JSON" }];
    }
    const validate = this.#compile(this.#bodies, schema, absolute({ $ref: schema }));
    validate(value);
    return toViolations(part, validate.errors);
  }

  #apply({ pointer, published, corrected }: Exception): void {
    const schema = Object(this.#at(`#${pointer}`));
    for (const [key, value] of Object.entries(published))
      if (Reflect.get(schema, key) !== value)
        throw new Error(`The document no longer says ${key} ${value} at ${pointer}`);
    Object.assign(schema, corrected);
  }

  #cut(operation: string, entries: readonly Entry[]): void {
    const published = entries.find(({ name }) => name === operation)?.published;
    const content = Object(published?.responses["200"]?.content?.["application/json"]);
    if (published === undefined || published.parameters?.some(({ name }) => name === "cursor"))
      throw new Error(`The document has no ${operation}, or has its pages itself`);
    published.parameters = [...(published.parameters ?? []), ...pageParameters];
    // The schema may be that of another operation too, which has no pages.
    content.schema = { allOf: [content.schema, { required: ["pagination"], properties: { pagination } }] };
  }

  #validators(coerceTypes: boolean): Ajv2020 {
    const validators = new Ajv2020({ strict: false, allErrors: true, coerceTypes });
    addFormats(validators);
    return validators.addSchema(Object(this.#root), documentName);
  }

  #compile(validators: Ajv2020, key: string, schema: object): ValidateFunction {
    const validate = this.#compiled.get(key) ?? validators.compile(schema);
    this.#compiled.set(key, validate);
    return validate;
  }

  #resolved<T extends { readonly $ref?: string }>(value: T): T {
    return value.$ref === undefined ? value : (this.#at(value.$ref) as T);
  }

  #at(pointer: string): unknown {
    return pointer
      .slice(2)
      .split("/")
      .reduce<unknown>((at, step) => Reflect.get(Object(at), step), this.#root);
  }

  #entry({ method, path }: Operation): Entry {
    const entry = this.#entries.get(`${method} ${path}`);
    if (entry === undefined) throw new Error(`The document has no ${method} ${path}`);
    return entry;
  }
}

const documentName = "openapi.json";

const pageParameters: readonly Parameter[] = [
  { name: "cursor", in: "query", schema: { type: "string", minLength: 1 } },
  { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 1000 } },
];

const pagination = {
  type: "object",
  required: ["nextCursor", "hasNextPage"],
  properties: { nextCursor: { type: ["string", "null"] }, hasNextPage: { type: "boolean" } },
};

/** A schema of the document, with references that hold outside of it. */
function absolute(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#', `"$ref":"${documentName}#`)) as Schema;
}

/**
 * Moves a condition beside `unevaluatedProperties` into `allOf`, where it means the same: Ajv takes every property for
 * unevaluated when a condition beside that keyword does not hold.
 */
function outOfTheWay(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("unevaluatedProperties" in value && "if" in value)) return value;
  const { if: condition, then, allOf = [], ...rest } = value as Record<string, unknown>;
  return { ...rest, allOf: [...(allOf as unknown[]), { if: condition, then }] };
}

/** The messages of the validator name properties and limits, never a value. */
function toViolations(part: string, errors: readonly ErrorObject[] | null | undefined): Violation[] {
  return (errors ?? []).map(({ instancePath, message = "is not allowed", params }) => {
    const property: unknown = params.additionalProperty ?? params.unevaluatedProperty;
    const name = property === undefined ? "" : `/${escaped(String(property))}`;
    return { part, pointer: `${instancePath}${name}`, message };
  });
}

/** A step of a JSON pointer. */
function escaped(step: string): string {
  return step.replaceAll("~", "~0").replaceAll("/", "~1");
}
