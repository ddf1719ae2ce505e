import { type Path, parsePath, type Values } from "../../../../kernel/values";
import { allResources } from "../../../../provider/kinds/kinds";
import type { Conditional, Effect, Row, Rule } from "../../../../provider/planning/rules";
import type { Transport } from "../../../../provider/planning/transports";
import type { Resource } from "../../../../provider/session/resource";
import { type Operation, type Sample, samples } from "../../../samples";
import type { StandIns } from "../platform/stand-ins";
import type { Kind } from "../stack/stack";
import { isFirstDescribed } from "./first-described";

/** A change to one input, with its effect in the change table. */
export interface Case {
  readonly name: string;
  readonly kind: Kind;
  readonly path: string;
  readonly operation: Operation;
  readonly before: Values;
  readonly after: Values;
  readonly effect: Effect;
  /** The value of the input afterwards. */
  readonly wanted: unknown;
  readonly sample: Sample;
}

const resources = new Map(allResources.map((resource) => [resource.kind, resource]));

export const kinds = [...resources.keys()] as Kind[];

export function resourceOf(kind: Kind): Resource<Values> {
  const resource = resources.get(kind);
  if (resource === undefined) throw new Error(`there is no kind ${kind}`);
  return resource;
}

export const rowsOf = (kind: Kind): readonly Row[] => resourceOf(kind).changes.rows;

/** Whether a program can set an input over a transport. */
export function isKnownOver(transport: Transport, { kind, path }: Pick<Case, "kind" | "path">): boolean {
  return (resourceOf(kind).inputs.over?.[String(parsePath(path)[0])] ?? transport) === transport;
}

/** Every operation on every input of a resource, with both branches of conditional rules. */
export function casesOf(kind: Kind): Case[] {
  return rowsOf(kind).flatMap((row) =>
    samplesOf(kind, row).flatMap((sample, index) =>
      operationsOf(kind, row, sample).map((operation) => caseOf({ kind, row, sample, index, operation })),
    ),
  );
}

function samplesOf(kind: Kind, { path }: Row): readonly Sample[] {
  const found: readonly Sample[] | undefined = samples[kind]?.[path as never];
  if (found === undefined) throw new Error(`test/samples.ts has no sample of ${path} of ${kind}: add one`);
  return found;
}

/** If the parts of an input have rows of their own, a change of the input counts as a change of its parts. */
function operationsOf(kind: Kind, row: Row, sample: Sample): readonly Operation[] {
  const all: readonly Operation[] = sample.operations ?? ["add", "change", "remove"];
  const hasParts = rowsOf(kind).some(({ path }) => path.startsWith(`${row.path}.`) || path.startsWith(`${row.path}[`));
  return hasParts ? all.filter((operation) => operation !== "change") : all;
}

interface Choice {
  readonly kind: Kind;
  readonly row: Row;
  readonly sample: Sample;
  readonly index: number;
  readonly operation: Operation;
}

function caseOf({ kind, row, sample, index, operation }: Choice): Case {
  const path = parsePath(row.path);
  const given = (value: unknown) => withValue(sample.base, path, value);
  const absent = { ...sample.base, ...sample.without };
  const [first, second] = sample.values;
  const sides = {
    add: { before: absent, after: given(first), wanted: first },
    change: { before: given(first), after: given(second), wanted: second },
    remove: { before: given(first), after: absent, wanted: row.removed ?? row.unset },
  };
  const branch = isConditional(row[operation]) ? [sample.holds === true ? "holds" : "fails"] : [];
  const name = [...path, ...(index === 0 ? [] : [index + 1]), ...branch, operation].join("-");
  return {
    name,
    kind,
    path: row.path,
    operation,
    effect: effectOf(row, sample, operation),
    sample,
    ...sides[operation],
  };
}

function effectOf(row: Row, { holds }: Sample, operation: Operation): Effect {
  const rule: Rule = row[operation];
  if (!isConditional(rule)) return rule;
  if (holds === undefined) throw new Error(`the samples of ${row.path} must say whether "${rule.condition}"`);
  return holds ? rule.effect : rule.otherwise;
}

export interface Interface {
  /** Default: `graphql`. */
  readonly transport?: Transport;
  /** Whether RunPod serves its interface as it was first described. Default: no. */
  readonly isOriginal?: boolean;
}

/** The cases of a resource that the interface supports, with ids in place of the samples' stand-ins. */
export async function preparedCases(
  kind: Kind,
  standIns: StandIns,
  { transport = "graphql", isOriginal = false }: Interface = {},
): Promise<Case[]> {
  const cases: Case[] = [];
  if (kind === "Job") await standIns.pairOfEndpoints();
  const known = casesOf(kind).filter((each) => isKnownOver(transport, each) && (!isOriginal || isFirstDescribed(each)));
  for (const one of known) {
    const templates = kind === "ServerlessEndpoint" ? await standIns.pairOfTemplates(one.name) : {};
    const { before, after, wanted } = one;
    cases.push({ ...one, ...standIns.resolve({ before, after, wanted }, { ...templates, ...ownNames(one) }) });
  }
  return cases;
}

/** Explicit names of templates and secrets are unique in an account, so each case needs its own. */
export function ownNames({ path, sample, name }: Pick<Case, "path" | "sample" | "name">): Record<string, string> {
  if (path !== "name") return {};
  return Object.fromEntries(sample.values.map((value) => [String(value), `${value}-${name}`]));
}

export function isConditional(rule: Rule): rule is Conditional {
  return "condition" in rule;
}

export function withValue(values: unknown, [first, ...rest]: Path, value: unknown): Values {
  if (first === undefined) return value as Values;
  const inner = (values as Record<string | number, unknown> | undefined)?.[first];
  const next = withValue(inner, rest, value);
  if (typeof first === "number") return Object.assign([...((values ?? []) as unknown[])], { [first]: next }) as never;
  return { ...(values as Values | undefined), [first]: next };
}
