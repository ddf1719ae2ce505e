import { capitalized } from "../../kernel/text";
import { formatPath, type Path, type Values, valueAt } from "../../kernel/values";
import type { Difference, ReplacementTerms } from "./rules";

interface Sides {
  readonly olds: object;
  readonly news: object;
  /** RunPod's values of the inputs, which may differ from the recorded inputs. */
  readonly live: Values;
}

/**
 * Returns the text of a refusal: each input with its old and new value, how to keep the data, and the input that
 * accepts the loss.
 */
export function refusalOf(
  replacing: readonly Difference[],
  terms: ReplacementTerms,
  { olds, news, live }: Sides,
): string | undefined {
  if (replacing.length === 0 || terms.refusedUnless === undefined) return undefined;
  const sides = replacing.map(({ path }) => ({
    path,
    before: valueAt(live, path) ?? valueAt(olds, path),
    after: valueAt(news, path),
  }));
  const whys = replacing.flatMap(({ effect }) => (effect.kind === "replace" ? [effect.why] : []));
  return `${sides.map(bothSides).join(", ")}; ${[...new Set(whys)].join(", ")}. ${safeWay(sides)} ${acceptance(terms)}`;
}

/**
 * Returns the text of a refusal to shrink storage that grew outside the program. Only the update's own read shows such
 * growth.
 */
export function shrinks(path: Path, before: number, after: number): string {
  return `${bothSides({ path, before, after })}; a volume cannot shrink. ${safeWay([{ path, before }])}`;
}

/** RunPod's value and the program's value of an input. */
interface Side {
  readonly path: Path;
  readonly before: unknown;
  readonly after: unknown;
}

function bothSides({ path, before, after }: Side): string {
  return `${formatPath(path)} is ${inWords(before)} on RunPod and ${inWords(after)} in the program`;
}

function safeWay(sides: readonly Omit<Side, "after">[]): string {
  const steps = sides.map(({ path, before }) =>
    isAbsent(before) ? `leave out ${formatPath(path)}` : `write ${formatPath(path)}: ${inWords(before)}`,
  );
  return `To keep the present value, ${steps.join(" and ")} in the program.`;
}

export function acceptance({ destroys = "", refusedUnless }: ReplacementTerms): string {
  return `${capitalized(destroys)}: to accept that, set ${refusedUnless}.`;
}

function inWords(value: unknown): string {
  return isAbsent(value) ? "not set" : JSON.stringify(value);
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}
