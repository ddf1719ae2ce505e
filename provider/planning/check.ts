import type * as z from "zod";
import { sameMeaning } from "../../kernel/meaning";
import { didYouMean } from "../../kernel/nearest";
import { propertiesOf, type Shape, shapeOf } from "../../kernel/shape";
import { formatPath, isRecord, overlaps, type Path, type Values, valueAt } from "../../kernel/values";
import { lossesIn } from "../pulumi/losses";
import type { CatalogRule } from "./catalog/question";
import { rowOf } from "./patch";
import type { ChangeTable } from "./rules";
import { type ConfiguredTransport, type Transport, titleOf } from "./transports";

/** One fault of a resource's inputs. The message never quotes a value, because it could be secret. */
export interface Problem {
  readonly path: Path;
  readonly message: string;
}

/** A rule about several inputs. Podwright applies a rule only if all its inputs are known. */
export interface CrossRule {
  readonly touches: readonly string[];
  readonly judge: (inputs: Values) => Problem | undefined;
}

/** Requires at least one of two inputs. The message continues the path of the first input. */
export function needsOne(first: string, second: string, message: string): CrossRule {
  return {
    touches: [first, second],
    judge: (inputs) =>
      inputs[first] === undefined && inputs[second] === undefined ? { path: [first], message } : undefined,
  };
}

/** Allows at most one of two inputs. The message continues the path of the second input. */
export function notTogether(first: string, second: string, message: string): CrossRule {
  return {
    touches: [first, second],
    judge: (inputs) =>
      inputs[first] === undefined || inputs[second] === undefined ? undefined : { path: [second], message },
  };
}

/** A value that only one transport supports, although both support its input. The message continues its path. */
export interface BoundValue extends Problem {
  readonly over: Transport;
}

/** Kinds of names in RunPod's catalogs; `pools` and `places` are texts with several names, separated by commas. */
export type CatalogName = "gpuType" | "cpuFlavor" | "dataCenter" | "cudaVersion" | "pools" | "places";

export interface InputsDefinition {
  readonly schema: z.ZodObject;
  readonly rules: readonly CrossRule[];
  /** The catalog of each input that contains names, by the input's path, such as `fallbacks[].gpu.id`. */
  readonly names?: Readonly<Record<string, CatalogName>>;
  /** Rules about several inputs that need RunPod's catalogs. */
  readonly catalogRules?: readonly CatalogRule[];
  /** The transport of each input that only one transport supports. */
  readonly over?: Readonly<Record<string, Transport>>;
  /** Finds the program's values that only one transport supports. */
  readonly bound?: (news: Values) => readonly BoundValue[];
  /** Removes values that mean the same as an absent value. After `check`, each meaning then has only one form. */
  readonly normalize?: (inputs: Values) => Values;
  /** Owner of the inputs in messages. Default "resource". */
  readonly owner?: string;
}

/**
 * Returns all problems of the inputs. `unknowns` are the paths of unknown values. The schema's problems at, above or
 * below these paths do not count.
 */
export function problemsOf(definition: InputsDefinition, written: Values, unknowns: readonly Path[] = []): Problem[] {
  const inputs = normalized(definition, written);
  const parsed = definition.schema.safeParse(inputs);
  const owner = definition.owner ?? "resource";
  const namesAt = (path: Path) => propertyNames(shapeOf(definition.schema), path);
  const issues = parsed.success
    ? []
    : parsed.error.issues.flatMap((issue) => problemsOfIssue(issue, inputs, { owner, namesAt }));
  const bySchema = issues.filter(({ path }) => !unknowns.some((unknown) => overlaps(unknown, path)));
  const byRule = definition.rules
    .filter(({ touches }) => !touches.some((name) => unknowns.some(([first]) => first === name)))
    .map((rule) => rule.judge(inputs))
    .filter((problem) => problem !== undefined);
  const lost = lossesIn(written).filter(
    (loss) => !bySchema.some(({ path }) => formatPath(path) === formatPath(loss.path)),
  );
  return [...lost, ...bySchema, ...byRule];
}

/**
 * Returns problems for inputs, in the program or in the state, that the configured transport can neither set nor
 * remove.
 */
export function beyondTransport(
  { inputs: { over = {}, bound }, changes }: { readonly inputs: InputsDefinition; readonly changes: ChangeTable },
  { olds, news }: { readonly olds: Values; readonly news: Values },
  transport: ConfiguredTransport | undefined,
): Problem[] {
  const { name: configured } = transport ?? {};
  if (transport === undefined || configured === undefined) return [];
  const isGiven = (name: string) =>
    [olds, news].some((side) => !sameMeaning(rowOf(changes, name), side[name], undefined));
  const inputs = Object.entries(over)
    .filter(([name]) => isGiven(name))
    .map(([name, known]) => ({ path: [name], message: "cannot be managed", over: known }));
  return [...inputs, ...(bound?.(news) ?? [])]
    .filter((one) => one.over !== configured)
    .map(({ path, message, over: known }) => ({
      path,
      message: `${message} over ${titleOf(configured)}, only over ${titleOf(known)}. ${transport.wayTo(known)}`,
    }));
}

/** Returns the program's inputs, with the defaults of missing inputs. */
export function withDefaults(definition: InputsDefinition, written: Values): Values {
  const inputs = normalized(definition, written);
  const filled = Object.entries(propertiesOf(definition.schema)).flatMap(([name, { default: value }]) =>
    value === undefined || inputs[name] !== undefined ? [] : [[name, value] as const],
  );
  return { ...inputs, ...Object.fromEntries(filled) };
}

/**
 * Removes a null that the schema rejects, because YAML writes an absent input as null. It keeps null items of lists.
 */
function normalized({ schema, normalize = (inputs) => inputs }: InputsDefinition, inputs: Values): Values {
  return normalize(pruned(shapeOf(schema), inputs) as Values);
}

function pruned(shape: Shape, value: unknown): unknown {
  switch (shape.type) {
    case "list":
      return Array.isArray(value) ? value.map((item) => pruned(shape.item, item)) : value;
    case "map":
      return isRecord(value) ? prunedEntries(value, () => shape.item) : value;
    case "object":
      return isRecord(value) ? prunedEntries(value, (key) => own(shape.properties, key)) : value;
    default:
      return value;
  }
}

/** Reads only the object's own members, because a key may have the name of a member that every object inherits. */
function own<T>(values: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(values, key) ? values[key] : undefined;
}

function prunedEntries(value: Values, shapeAt: (key: string) => Shape | undefined): Values {
  const entries = Object.entries(value).flatMap(([key, inner]) => {
    const shape = shapeAt(key);
    if (shape === undefined) return [[key, inner] as const];
    const takesNull = shape.isNullable || shape.type === "any";
    return inner === null && !takesNull ? [] : [[key, pruned(shape, inner)] as const];
  });
  return Object.fromEntries(entries);
}

/** Formats one line for each problem. Each line begins with the problem's path. */
export function formatProblems(problems: readonly Problem[]): string {
  return problems.map(({ path, message }) => `${formatPath(path) || "inputs"}: ${message}`).join("\n");
}

/** What messages say about the declared inputs. */
interface Declared {
  readonly owner: string;
  readonly namesAt: (path: Path) => string[];
}

function problemsOfIssue(issue: z.core.$ZodIssue, inputs: Values, { owner, namesAt }: Declared): Problem[] {
  const path = issue.path.filter((part) => typeof part !== "symbol");
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => ({
        path: [...path, key],
        message: `is not a property of this ${owner}${instead(key, path, namesAt(path))}`,
      }));
    case "invalid_type":
      return [{ path, message: typeMessage(issue.expected, valueAt(inputs, path)) }];
    case "invalid_value":
      return [{ path, message: `must be ${issue.values.map((value) => JSON.stringify(value)).join(" or ")}` }];
    case "invalid_key": {
      // The text after the equals sign is a value and could be secret.
      const [name = ""] = String(path.at(-1)).split("=");
      return [{ path: [...path.slice(0, -1), name], message: "must have a name, and the name must not contain =" }];
    }
    case "too_small":
      return [{ path, message: sizeMessage("at least", issue.origin, issue.minimum) }];
    case "too_big":
      return [{ path, message: sizeMessage("at most", issue.origin, issue.maximum) }];
    default:
      return [{ path, message: issue.message }];
  }
}

/** Names the nearest properties. It lists all properties of a nested object, because such lists are short. */
function instead(key: string, path: Path, names: readonly string[]): string {
  const near = didYouMean(key, names);
  if (path.length === 0 || names.length === 0) return near;
  return `${near === "" ? "." : near} ${formatPath(path)} takes: ${names.join(", ")}`;
}

function propertyNames(shape: Shape, path: Path): string[] {
  const [step, ...rest] = path;
  if (step === undefined) return shape.type === "object" ? Object.keys(shape.properties) : [];
  if (shape.type === "list" || shape.type === "map") return propertyNames(shape.item, rest);
  const inner = shape.type === "object" ? own(shape.properties, String(step)) : undefined;
  return inner === undefined ? [] : propertyNames(inner, rest);
}

function typeMessage(expected: string, value: unknown): string {
  if (value === undefined || value === null) return "is required";
  if (typeof value === "number" && !Number.isFinite(value)) return `must be ${withArticle(expected)}, not ${value}`;
  if (expected === "int" && typeof value === "number") return "must be a whole number";
  const found = Array.isArray(value) ? "a list" : isRecord(value) ? "an object" : `a ${typeof value}`;
  return `must be ${withArticle(expected)}, not ${found}`;
}

function withArticle(type: string): string {
  switch (type) {
    case "int":
      return "a whole number";
    case "array":
      return "a list";
    case "object":
    case "record":
      return "an object";
    default:
      return `a ${type}`;
  }
}

function sizeMessage(bound: string, origin: string, limit: number | bigint): string {
  switch (origin) {
    case "string":
      return `must be ${bound} ${limit} character${limit === 1 ? "" : "s"} long`;
    case "array":
      return `must have ${bound} ${limit} item${limit === 1 ? "" : "s"}`;
    default:
      return `must be ${bound} ${limit}`;
  }
}
