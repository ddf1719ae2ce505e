import { isDeepStrictEqual } from "node:util";
import { isRecord } from "../../../kernel/values";

/** A condition on the answer of a smoke test. Each condition has exactly one of `equals`, `matches` and `present`. */
export interface AnswerCondition {
  /** Path of a value in the answer, such as `[0].choices[0].tokens[0]`. Default: the whole answer. */
  readonly path?: string | undefined;
  /** The value at `path` must equal this value. */
  readonly equals?: unknown;
  /** The text at `path` must match this JavaScript regular expression. */
  readonly matches?: string | undefined;
  /** If true, the answer must have a value at `path`. If false, the answer must have no value at `path`. */
  readonly present?: boolean | undefined;
}

/**
 * Returns a sentence about the first condition that the answer does not meet. The sentence never quotes the answer,
 * which may be secret.
 */
export function refusalOf(answer: unknown, conditions: readonly AnswerCondition[]): string | undefined {
  for (const { path = "", equals, matches, present } of conditions) {
    const value = path === "" ? answer : valueIn(answer, path);
    const where = path === "" ? "the answer" : `\`${path}\` in the answer`;
    if (present !== false && value === undefined) return `${where} is missing${reached(answer, path)}`;
    if (present === false && value !== undefined) return `${where} is present`;
    if (equals !== undefined && !isDeepStrictEqual(value, equals)) return `${where} is not the expected value`;
    if (matches !== undefined && !(typeof value === "string" && patternOf(matches)?.test(value)))
      return `${where} does not match ${matches}`;
  }
  return undefined;
}

/** Says where the path ends in the answer, without the answer's contents: `: the answer is a list of 1 item`. */
function reached(answer: unknown, path: string): string {
  const steps = stepsOf(path);
  const known = steps.findIndex((_step, index) => valueAfter(answer, steps.slice(0, index + 1)) === undefined);
  if (known < 0 || answer === undefined) return "";
  const places = steps.slice(0, known).map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`));
  const place = known === 0 ? "the answer" : `\`${places.join("").replace(/^\./, "")}\``;
  return `: ${place} is ${kindOf(valueAfter(answer, steps.slice(0, known)), steps[known])}`;
}

function kindOf(value: unknown, missing: string | undefined): string {
  if (Array.isArray(value)) return `a list of ${value.length} item${value.length === 1 ? "" : "s"}`;
  if (isRecord(value)) return `an object without \`${missing}\``;
  return value === null ? "null" : `a ${typeof value}`;
}

/** Returns the value at a path such as `[0].choices[0].tokens[0]`. */
const valueIn = (answer: unknown, path: string) => valueAfter(answer, stepsOf(path));

const stepsOf = (path: string): readonly string[] => path.match(/[^.[\]]+/g) ?? [];

function valueAfter(answer: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>((value, step) => {
    if (Array.isArray(value)) return value[Number(step)];
    return isRecord(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  }, answer);
}

export function patternOf(text: string): RegExp | undefined {
  try {
    return new RegExp(text, "u");
  } catch {
    return undefined;
  }
}
