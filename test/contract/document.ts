import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import {
  at,
  corrected,
  type Exception,
  operationsOf,
  type PublishedOperation,
  type Root,
  type Schema,
} from "./corrections";
import type { Overlay } from "./overlays";

/** A place in a request or response that violates the published document. Holds no value. */
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

interface Response {
  readonly status: number;
  readonly type: string | undefined;
  readonly body: string | undefined;
}

interface Entry extends Operation {
  /** JSON pointer in the document. */
  readonly pointer: string;
  readonly published: PublishedOperation;
}

/** The published REST document with exceptions, pages and overlays. Throws if one of them does not fit. */
export class ContractDocument {
  /** In the document's order. */
  readonly operations: readonly Operation[];
  readonly #root: Root;
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #bodies: Ajv2020;
  /** A query contains only text, also for numbers and booleans. */
  readonly #queries: Ajv2020;
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(exceptions: readonly Exception[], pagedLists: readonly string[] = [], overlays: readonly Overlay[] = []) {
    this.#root = corrected(exceptions, pagedLists, overlays);
    const entries = operationsOf(this.#root).map(([path, method, published]) => ({
      name: published.operationId,
      method: method.toUpperCase(),
      path,
      pointer: `#/paths/${escaped(path)}/${method}`,
      published,
    }));
    this.operations = entries;
    this.#entries = new Map(entries.map((entry) => [`${entry.method} ${entry.path}`, entry]));
    this.#bodies = this.#validators(false);
    this.#queries = this.#validators(true);
  }

  /** The operation of a method and a path with `{name}` parameters. */
  operationAt(method: string, path: string): Operation | undefined {
    return this.#entries.get(`${method} ${path}`);
  }

  /** The violations in a request's body. A body is no violation if the operation reads none. */
  violationsOfRequest(operation: Operation, body: string | undefined): Violation[] {
    const { pointer, published } = this.#entry(operation);
    if (published.requestBody === undefined) return [];
    const schema = `${pointer}/requestBody/content/${escaped("application/json")}/schema`;
    return this.#violations("request", body ?? "", schema);
  }

  /** The violations in a request's query. */
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

  /** The violations in a response. `body` is undefined for a stream. */
  violationsOfResponse(operation: Operation, { status, type = "without a content type", body }: Response): Violation[] {
    const { pointer, published } = this.#entry(operation);
    const part = String(status);
    const { responses } = published;
    // `default` covers only errors: a success needs its own entry.
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
    return value.$ref === undefined ? value : (at(this.#root, value.$ref) as T);
  }

  #entry({ method, path }: Operation): Entry {
    const entry = this.#entries.get(`${method} ${path}`);
    if (entry === undefined) throw new Error(`The document has no ${method} ${path}`);
    return entry;
  }
}

const documentName = "openapi.json";

/** A schema of the document whose references work outside the document. */
function absolute(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#', `"$ref":"${documentName}#`)) as Schema;
}

/** The validator's messages contain properties and limits, never a value. */
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
