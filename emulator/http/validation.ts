import * as z from "zod";
import { clone } from "zod/v4/core";
import { problems } from "./problem";
import { type Call, json } from "./route";

type Shape = z.core.$ZodShape;
type Issue = z.core.$ZodIssue;

/** Parses a JSON body, or throws a 422 that lists all failures. */
export interface RequestSchema<T> {
  parse(body: unknown): T;
  /** Parses the body of a call. Accepts only properties of the API version that the call uses. */
  read(call: Pick<Call, "bytes" | "strictInterface">): T;
}

const newerProperties = new WeakSet<z.core.$ZodType>();

/** Marks a property of a request that RunPod's first API description lacks. */
export function newer<S extends z.core.$ZodType>(property: S): S {
  newerProperties.add(property);
  return property;
}

/** Returns the schema without the marked properties. If there are none, returns the schema itself. */
export function withoutNewer(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional) {
    const inner: z.core.$ZodType = schema.unwrap();
    const known = withoutNewer(inner);
    return known === inner ? schema : z.optional(known);
  }
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const options = schema.options.map((option) => withoutNewer(option));
    return options.every((known, index) => known === schema.options[index])
      ? schema
      : clone(schema, { ...schema.def, options });
  }
  if (!(schema instanceof z.ZodObject)) return schema;
  const entries = Object.entries(schema.shape as Shape);
  const known = entries
    .filter(([, property]) => !isNewer(property))
    .map(([name, property]) => [name, withoutNewer(property)] as const);
  const isSame = known.length === entries.length && known.every(([name, one]) => one === schema.shape[name]);
  return isSame ? schema : clone(schema, { ...schema.def, shape: Object.fromEntries(known), catchall: z.never() });
}

function isNewer(property: z.core.$ZodType): boolean {
  return newerProperties.has(property) || (property instanceof z.ZodOptional && isNewer(property.unwrap()));
}

/** Returns the names of required properties that a body lacks. */
export type Missing = (body: Readonly<Record<string, unknown>>) => readonly string[];

/** Returns the schema of a body without container settings. */
export function request<S extends Shape>(shape: S): RequestSchema<z.output<z.ZodObject<S, z.core.$strict>>> {
  return checked(z.strictObject(shape), []);
}

/** Returns the schema of a body with at least one property. */
export function changeRequest<S extends Shape>(shape: S): RequestSchema<z.output<z.ZodObject<S, z.core.$strict>>> {
  return withRule(request(shape), (change) => {
    if (Object.keys(change).length === 0) throw problems.invalid(["$: minProperties, want 1"]);
  });
}

/** Adds a rule to a schema. The rule throws the refusal. */
export function withRule<T>(schema: RequestSchema<T>, rule: (body: T) => void): RequestSchema<T> {
  const kept = (body: T): T => {
    rule(body);
    return body;
  };
  return { parse: (body) => kept(schema.parse(body)), read: (call) => kept(schema.read(call)) };
}

/**
 * Returns the schema of a body with two groups of settings. RunPod's published API description composes the two groups. If one
 * property is wrong, RunPod also reports the correct properties beside it as unexpected. The emulator reports them too.
 */
export function composedRequest<C extends Shape, S extends Shape>(
  container: C,
  own: S,
  missing?: Missing,
): RequestSchema<z.output<z.ZodObject<S & C, z.core.$strict>>> {
  const schema = z.strictObject({ ...container, ...own }) as unknown as z.ZodObject<S & C, z.core.$strict>;
  return checked(schema, [Object.keys(container), Object.keys(own)], missing);
}

function checked<T>(
  schema: z.ZodType<T>,
  groups: readonly (readonly string[])[],
  missing: Missing = () => [],
): RequestSchema<T> {
  const original = withoutNewer(schema) as z.ZodType<T>;
  const parse = (schema: z.ZodType<T>, body: unknown) => {
    const result = schema.safeParse(body);
    const absent = isRecord(body) ? missing(knownIn(schema, body)).map((name) => `$: missing property '${name}'`) : [];
    if (result.success && absent.length === 0) return result.data;
    const issues = result.success ? [] : result.error.issues;
    const errors = [...rejectedSiblings(issues, body, groups), ...absent];
    throw problems.invalid([...errors, ...issues.flatMap((issue) => messagesOf(issue, body))]);
  };
  return {
    parse: (body) => parse(schema, body),
    read: (call) => parse(call.strictInterface ? original : schema, json(call)),
  };
}

/** Returns the properties that the schema contains. An unknown property does not replace a missing one. */
function knownIn(schema: z.ZodType, body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { shape } = schema as z.ZodObject;
  return Object.fromEntries(Object.entries(body).filter(([name]) => Object.hasOwn(shape, name)));
}

function rejectedSiblings(issues: readonly Issue[], body: unknown, groups: readonly (readonly string[])[]): string[] {
  if (!isRecord(body)) return [];
  const wrong = new Set(issues.map((issue) => String(issue.path[0] ?? "")));
  const rejected = groups
    .filter((group) => group.some((key) => wrong.has(key)))
    .flat()
    .filter((key) => Object.hasOwn(body, key) && !wrong.has(key));
  return rejected.length === 0 ? [] : [`$: additional properties ${quoted(rejected)} not allowed`];
}

function messagesOf(issue: Issue, body: unknown): string[] {
  const where = location(issue.path);
  switch (issue.code) {
    case "unrecognized_keys":
      return [`${where}: additional properties ${quoted(issue.keys)} not allowed`];
    case "invalid_type": {
      const value = valueAt(body, issue.path);
      const name = issue.path.at(-1);
      if (value === undefined && name !== undefined)
        return [`${location(issue.path.slice(0, -1))}: missing property '${String(name)}'`];
      return [`${where}: got ${kindOf(value)}, want ${jsonTypes[issue.expected] ?? issue.expected}`];
    }
    case "invalid_value":
      return [`${where}: value must be one of ${quoted(issue.values.map(String))}`];
    case "too_small":
      return [`${where}: ${measure(issue.origin, "min")}: want ${String(issue.minimum)}`];
    case "too_big":
      return [`${where}: ${measure(issue.origin, "max")}: want ${String(issue.maximum)}`];
    case "invalid_format":
      return [`${where}: value does not match the pattern`];
    case "invalid_union":
      return issue.errors.flat().length === 0 || !issue.errors[0]
        ? [`${where}: no variant matches`]
        : issue.errors[0].flatMap((inner) => messagesOf({ ...inner, path: [...issue.path, ...inner.path] }, body));
    default:
      return [`${where}: ${issue.message}`];
  }
}

/** JSON Schema's names of types, which RunPod uses in its errors. */
const jsonTypes: Readonly<Record<string, string>> = { int: "integer", record: "object" };

function measure(origin: string, side: "min" | "max"): string {
  if (origin === "string") return `${side}Length`;
  if (origin === "array") return `${side}Items`;
  return `${side}imum`;
}

function location(path: readonly PropertyKey[]): string {
  return `$${path.map((step) => (typeof step === "number" ? `[${step}]` : `.${String(step)}`)).join("")}`;
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  let value = body;
  for (const step of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    value = Reflect.get(value, step);
  }
  return value;
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(", ");
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
