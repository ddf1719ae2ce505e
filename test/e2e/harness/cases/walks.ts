import { sameMeaning } from "../../../../kernel/meaning";
import { type Shape, shapeOf } from "../../../../kernel/shape";
import { type Path, parsePath, type Values } from "../../../../kernel/values";
import { problemsOf, withDefaults } from "../../../../provider/planning/check";
import type { Row } from "../../../../provider/planning/rules";
import { type Sample, samples } from "../../../samples";
import type { StandIns } from "../platform/stand-ins";
import type { Kind } from "../stack/stack";
import { type Interface, isKnownOver, ownNames, resourceOf, rowsOf, withValue } from "./cases";
import { isFirstDescribed } from "./first-described";

/** A program with one value of the input, or without the input. */
export interface Stop {
  readonly inputs: Values;
  /** Absent for a program without the input. */
  readonly given?: { readonly value: unknown };
}

/** A way of one resource through the values of one input, which takes each step from one value to another exactly once. */
export interface Walk {
  readonly name: string;
  readonly kind: Kind;
  readonly path: string;
  readonly row: Row;
  readonly sample: Sample;
  readonly stops: readonly Stop[];
}

/** One way for each sample of each input, with ids in place of the samples' stand-ins. */
export async function walksOf(
  kind: Kind,
  standIns: StandIns,
  { transport = "graphql", isOriginal = false }: Interface = {},
): Promise<Walk[]> {
  if (kind === "Job") await standIns.pairOfEndpoints();
  const walks: Walk[] = [];
  for (const row of rowsOf(kind)) {
    const { path } = row;
    if (!isKnownOver(transport, { kind, path })) continue;
    for (const [index, sample] of (samples[kind] as Record<string, readonly Sample[]>)[path]?.entries() ?? []) {
      const name = [...parsePath(path), ...(index === 0 ? [] : [index + 1])].join("-");
      const templates = kind === "ServerlessEndpoint" ? await standIns.pairOfTemplates(name) : {};
      const can = (before: Stop, after: Stop) =>
        !isOriginal || isFirstDescribed({ kind, name, before: before.inputs, after: after.inputs });
      const all: Stop[] = [];
      for (const stop of stopsOf(kind, row, sample))
        if (all.every((other) => can(other, stop) && can(stop, other))) all.push(stop);
      const own = { ...templates, ...ownNames({ path, sample, name }) };
      const stops = roundTrip(standIns.resolve(all, own));
      if (stops.length > 1) walks.push({ name, kind, path, row, sample, stops });
    }
  }
  return walks;
}

/** The sampled values, every further value that the type itself names, and the program without the input. */
function stopsOf(kind: Kind, { path, ...row }: Row, sample: Sample): Stop[] {
  const { inputs } = resourceOf(kind);
  const { operations = ["add", "change", "remove"], base, without, values } = sample;
  const place = parsePath(path);
  const withGiven = (value: unknown): Stop => ({ inputs: withValue(base, place, value), given: { value } });
  const sampled = operations.includes("change") ? values : values.slice(0, 1);
  const named = namedBy(shapeAt(shapeOf(inputs.schema), place))
    .filter((value) => !sampled.some((one) => sameMeaning(row, one, value)))
    .filter((value) => problemsOf(inputs, withDefaults(inputs, withGiven(value).inputs)).length === 0);
  const further = operations.includes("change") ? named.slice(0, mostNamed) : [];
  const absent = operations.some((operation) => operation !== "change") ? [{ inputs: { ...base, ...without } }] : [];
  const given = [...sampled.map(withGiven), ...further.map(withGiven)];
  return operations.includes("add") ? [...absent, ...given] : [...given, ...absent];
}

/** A way through five values has 20 steps. */
const mostNamed = 2;

/** The values of an enumeration, and the values with which a type says "none". */
function namedBy(shape: Shape | undefined): readonly unknown[] {
  const none = shape?.isNullable === true ? [null] : [];
  switch (shape?.type) {
    case "enum":
      return [...shape.values, ...none];
    case "list":
      return [[], ...none];
    case "map":
      return [{}, ...none];
    case "string":
      return ["", ...none];
    case "integer":
      return [0, 1];
    default:
      return none;
  }
}

function shapeAt(shape: Shape | undefined, [step, ...rest]: Path): Shape | undefined {
  if (step === undefined || shape === undefined) return shape;
  if (shape.type === "list" || shape.type === "map") return shapeAt(shape.item, rest);
  return shapeAt(shape.type === "object" ? shape.properties[step] : undefined, rest);
}

/** A closed way that takes each step between two different stops once. It always exists, because each step has its way back. */
function roundTrip<T>(stops: readonly T[]): T[] {
  const ahead = stops.map((_, from) => stops.map((_stop, to) => to).filter((to) => to !== from));
  const open = [0];
  const way: T[] = [];
  while (open.length > 0) {
    const next = ahead[open.at(-1) as number]?.shift();
    if (next === undefined) way.unshift(stops[open.pop() as number] as T);
    else open.push(next);
  }
  return way;
}
