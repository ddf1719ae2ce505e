import { isRecord } from "../../kernel/values";
import { byText } from "../output/text";
import { inClear } from "../stack/in-clear";
import type { Configured } from "../stack/stack";
import { type ExportedState, resourcesIn } from "../stack/state";
import { order } from "./plan";
import type { Adopted } from "./report";

/**
 * The value of an input in a program: a text, a number, a boolean, a list or a map. Each value may contain references.
 */
export type Expression =
  | string
  | number
  | boolean
  | readonly Expression[]
  | { readonly [key: string]: Expression }
  | Reference
  | FromConfiguration;

/** A reference to the id of another resource in the program. */
export class Reference {
  constructor(readonly name: string) {}
}

/** A reference to a secret text in the stack's configuration. */
export class FromConfiguration {
  /** `isEncoded` is true if the configuration holds the text in Base64. */
  constructor(
    readonly key: string,
    readonly isEncoded = false,
  ) {}
}

/** A resource of the program with its inputs. */
export interface Declared extends Adopted {
  readonly inputs: Readonly<Record<string, Expression>>;
}

export interface Declarations {
  readonly declared: readonly Declared[];
  /** The keys of all secrets that the program reads from the stack's configuration. */
  readonly secrets: readonly string[];
  /** Values that the stack's configuration does not have yet, by key. All values are secret. */
  readonly missing: ReadonlyMap<string, string>;
}

export interface Surroundings {
  /** Tells whether the language reads a text unchanged from the configuration only if the text is in Base64. */
  readonly encodes?: ((text: string) => boolean) | undefined;
  /** Reads a value of the stack's configuration. */
  readonly configured?: (key: string) => Configured | undefined;
  /** Names that the program uses already. */
  readonly taken?: ReadonlySet<string>;
}

/**
 * Builds the declarations of imported resources from a state with decrypted secrets. No secret gets into the program.
 * If an input contains a secret, each text in this input becomes a secret value of the stack's configuration. A value
 * that the configuration has already stays as it is: the new secret then gets another key.
 */
export function declarationsOf(
  adopted: readonly Adopted[],
  state: ExportedState,
  { encodes = () => false, configured = () => undefined, taken = new Set() }: Surroundings = {},
): Declarations {
  const names = new Map(adopted.map(({ id, name }) => [id, name]));
  const own = new Set(names.values());
  const keys = new Set<string>();
  const missing = new Map<string, string>();
  const inputsById = new Map(resourcesIn(state).map(({ type, id, inputs = {} }) => [`${type} ${id}`, inputs]));
  const declared = adopted.map((resource) => {
    const inputs = inputsById.get(`podwright:index:${resource.kind} ${resource.id}`) ?? {};
    const shown = Object.entries(inputs).filter(([input]) => !input.startsWith("__"));
    return {
      ...resource,
      inputs: Object.fromEntries(shown.map(([input, value]) => [input, of(resource, input, value)])),
    };
  });
  return { declared: inOrder(declared), secrets: [...keys], missing };

  function of({ id, name }: Adopted, input: string, value: unknown): Expression {
    const clear = inClear(value);
    return expressionOf(clear.value, [name, input], (text, path) => {
      if (clear.secrets.length > 0) return secretOf(path, text);
      const other = text === id ? undefined : names.get(text);
      return other === undefined ? text : new Reference(other);
    });
  }

  function secretOf(path: readonly string[], text: string): FromConfiguration {
    const isEncoded = encodes(text);
    const stored = isEncoded ? Buffer.from(text).toString("base64") : text;
    const base = path.join("-").replace(/[^\w-]+/g, "-");
    let key = base;
    for (let number = 2; !isFree(key, stored); number++) key = `${base}-${number}`;
    keys.add(key);
    if (configured(key) === undefined) missing.set(key, stored);
    return new FromConfiguration(key, isEncoded);
  }

  function isFree(key: string, stored: string): boolean {
    if (keys.has(key) || own.has(key)) return false;
    const value = configured(key);
    // An interrupted run has already stored the secret.
    return value === undefined ? !taken.has(key) : value.secret === true && value.value === stored;
  }
}

type OfText = (text: string, path: readonly string[]) => Expression;

function expressionOf(value: unknown, path: readonly string[], ofText: OfText): Expression {
  if (typeof value === "string") return ofText(value, path);
  if (Array.isArray(value)) return value.map((one, index) => expressionOf(one, [...path, String(index)], ofText));
  if (isRecord(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, expressionOf(one, [...path, key], ofText)]),
    );
  return value as number | boolean;
}

/**
 * Puts each resource after the resources that it refers to. If only one group uses a resource, the resource joins this
 * group. If several groups use the resource, it comes before all groups.
 */
function inOrder(declared: readonly Declared[]): Declared[] {
  const users = new Map<string, Set<string>>();
  for (const { group, inputs } of declared)
    for (const name of referencesIn(inputs)) users.set(name, (users.get(name) ?? new Set()).add(group));
  const placed = declared.map((resource) => {
    const groups = [...(users.get(resource.name) ?? [])];
    if (groups.length === 0) return resource;
    return { ...resource, group: groups.length === 1 ? (groups[0] ?? "") : "" };
  });
  // The sort is stable, and the plan has already put templates and volumes before pods and endpoints.
  return placed.toSorted((a, b) => byText(a.group, b.group) || order.indexOf(a.kind) - order.indexOf(b.kind));
}

/** Returns the names of the resources to which a value refers. */
export function referencesIn(expression: Expression): string[] {
  if (expression instanceof Reference) return [expression.name];
  if (typeof expression !== "object" || expression instanceof FromConfiguration) return [];
  return Object.values(expression).flatMap(referencesIn);
}
