import * as z from "zod";
import { present, type Values } from "../values/values";
import type { CatalogRule } from "./catalog-question";
import type { CrossRule, InputsDefinition } from "./check";
import type { Markers } from "./marker";
import { catalogPlaces } from "./name";
import {
  type Change,
  type ChangeHooks,
  type ChangeTable,
  type Difference,
  live,
  type Row,
  type RowFacts,
  type Rule,
  stateDifference,
} from "./rules";
import { type Transport, titleOf } from "./transports";

type Use = "create" | "update" | "read";

/** RunPod's operations that know a property: a create sends it, an update sends it, a read returns it. */
export type Wire = Use | "create update" | "create read" | "update read" | "create update read";

/** One rule for adding, changing and removing, or one for each. */
type On = Rule | { readonly add: Rule; readonly change: Rule; readonly remove: Rule };

/** The meaning of a difference in one place. */
interface Meaning extends RowFacts {
  readonly on: On;
}

export interface PropertyFacts extends Partial<Meaning> {
  /** For the schema, the SDKs and the pages. Left out if the zod schema has it. */
  readonly doc?: string;
  /** Places inside with a meaning of their own, by their path: `network[0].volumeId`. */
  readonly parts?: Readonly<Record<string, Meaning>>;
  /** Absent: only Podwright itself reads it. */
  readonly wire?: Wire;
  /** The output with its live value, if a change plans nothing: the engine's comparison never shows such a difference. */
  readonly shownBy?: string;
  /** The only transport that knows it. Absent: each does. */
  readonly over?: Transport;
  /** It costs money, or decides what runs or who reaches it: an outside change is drift even for an undeclared input. */
  readonly consequential?: true;
  /** Its values are secret wherever they appear. */
  readonly secret?: true;
  /** Properties, itself included, that may repeat its value: each is secret as a whole if part of the value is. */
  readonly echoedBy?: readonly string[];
  /**
   * Inputs that it fills from another resource if the program leaves them out. This resource does not know which parts
   * are secret there.
   */
  readonly fills?: readonly string[];
  /** The kind of resource that an id inside refers to, by place; an empty place is the whole. */
  readonly ids?: Readonly<Record<string, Referred>>;
  /** The program may leave it out once the resource exists. */
  readonly neededToCreate?: true;
  /** Outputs that change with it, so that a preview does not know them. */
  readonly alsoChanges?: readonly string[];
}

/** An input, declared once: its type and text, the meaning of a change, and RunPod's handling. */
export interface Property<Schema extends z.ZodType = z.ZodType> {
  readonly schema: Schema;
  readonly facts: Omit<PropertyFacts, "doc">;
}

export function property<Schema extends z.ZodType>(schema: Schema, { doc, ...facts }: PropertyFacts): Property<Schema> {
  const { over } = facts;
  const text =
    over === undefined ? doc : `${doc ?? schema.description} Over ${titleOf(over)} only (\`endpointTransport\`).`;
  return { schema: text === undefined ? schema : schema.describe(text), facts };
}

/** A switch. Left out, it is off, unless `unset` says otherwise. */
export function flag(doc: string, facts: PropertyFacts): Property<z.ZodOptional<z.ZodBoolean>> {
  return property(z.boolean().optional(), { doc, unset: false, ...facts });
}

type Properties = Readonly<Record<string, Property>>;

type SchemaOf<P extends Properties> = z.ZodObject<{ [Name in keyof P]: P[Name]["schema"] }, z.core.$strict>;

/** The inputs after `check`: defaults are filled in. */
export type InputsOf<P extends Properties> = z.output<SchemaOf<P>> & Markers;

/** The kinds of resource that an id may refer to. */
export type Referred = "template" | "registry credential" | "network volume" | "endpoint";

type MarkerPlace = "environment" | "sealed name";

interface DeclarationRequest<P extends Properties, Outputs extends z.ZodObject> extends ChangeHooks<InputsOf<P>> {
  /** The last part of its type token. */
  readonly kind: string;
  readonly properties: P;
  /** The properties that RunPod adds to the inputs. */
  readonly outputs: Outputs;
  /** Outputs for its operations alone. No display shows them, and their values are secret. */
  readonly keeps?: readonly `__${string}`[];
  /** Whether the state remembers that no read has shown it since its creation. For a kind whose second item costs money. */
  readonly costly?: true;
  /** Rules over several inputs. */
  readonly rules?: readonly CrossRule[];
  /** The rules that need RunPod's catalogs, over several inputs. */
  readonly catalogRules?: readonly CatalogRule[];
  /** Removes values that mean the same as leaving them out. */
  readonly normalize?: (inputs: Values) => Values;
  /** The place of a creation's marker. Default: the name, which is kept short. A `sealed name` also shows its creator. */
  readonly markerIn?: MarkerPlace;
  /** Turns a logical name into a name that RunPod accepts. Default: the same name. */
  readonly nameFrom?: (logicalName: string) => string;
  /** The most characters that RunPod accepts in a name. Default: any number. */
  readonly longestName?: number;
}

/** Everything about a kind of resource except its operations. */
export interface Declaration<Outputs extends z.ZodObject = z.ZodObject> {
  readonly kind: string;
  readonly inputs: InputsDefinition;
  readonly outputs: Outputs;
  readonly changes: ChangeTable;
  /** Outputs for its operations alone. */
  readonly keeps: readonly string[];
  /** Properties whose values are secret. */
  readonly secrets: readonly string[];
  /** Outputs that may repeat an input's value, by the input. */
  readonly echoes: Readonly<Record<string, readonly string[]>>;
  /** Inputs that an input fills from another resource, by the input: secret if the program leaves them out. */
  readonly filled: Readonly<Record<string, readonly string[]>>;
  /** Whether it has a name, which Podwright generates if the program gives none. */
  readonly autoname: boolean;
  readonly markerIn?: MarkerPlace;
  readonly nameFrom?: (logicalName: string) => string;
  readonly longestName?: number;
  /** The kinds of resource that ids in the inputs refer to. */
  readonly ids: Readonly<Record<string, Referred>>;
  /** Inputs that the program may leave out once the resource exists. */
  readonly neededToCreate: readonly string[];
  /** Outputs that change with an input, by the input. */
  readonly alsoChanged: Readonly<Record<string, readonly string[]>>;
}

/** The output of a resource that no read of RunPod has shown since RunPod returned its id. */
export const unshownOutput = "__unshown";

function unshown(state: Values): Difference[] {
  return state[unshownOutput] === true
    ? [
        stateDifference(
          "name",
          "RunPod has never shown it since it returned its id: Podwright looks for it again",
          live,
        ),
      ]
    : [];
}

export function declare<P extends Properties, Outputs extends z.ZodObject>(
  request: DeclarationRequest<P, Outputs>,
): Declaration<Outputs> {
  const {
    kind,
    properties,
    outputs,
    keeps: ownKeeps = [],
    costly = false,
    stateDifferences: ownDifferences,
    rules = [],
    catalogRules = [],
    normalize,
    markerIn,
    nameFrom,
    longestName,
    ...hooks
  } = request;
  const keeps = costly ? [...ownKeeps, unshownOutput] : ownKeeps;
  const stateDifferences = costly
    ? (change: Change<InputsOf<P>>) => [...unshown(change.state), ...(ownDifferences?.(change) ?? [])]
    : ownDifferences;
  const all = Object.entries(properties).map(([name, { schema, facts }]) => ({ name, schema, ...facts }));
  const namesOf = (isOne: (facts: PropertyFacts) => boolean) => all.filter(isOne).map(({ name }) => name);
  /** One fact by input, for the inputs that have it. */
  const byInput = <T>(factOf: (facts: PropertyFacts) => T | undefined): Record<string, T> =>
    Object.fromEntries(
      all.flatMap((one) => {
        const fact = factOf(one);
        return fact === undefined ? [] : [[one.name, fact]];
      }),
    );
  const known = (use: Use) => namesOf(({ wire = "" }) => wire.split(" ").includes(use));
  const schema = z.strictObject(Object.fromEntries(all.map((one) => [one.name, one.schema])));
  return {
    kind,
    inputs: {
      schema,
      rules,
      catalogRules,
      // Computed on demand, because Pulumi starts the plugin for every command.
      get names() {
        return catalogPlaces(schema);
      },
      over: byInput(({ over }) => over),
      ...present({ normalize }),
    },
    outputs,
    changes: {
      // Each hook gets the inputs of this kind.
      ...(present({ ...hooks, stateDifferences }) as unknown as ChangeHooks),
      rows: all.flatMap(rowsOf),
      created: known("create"),
      updatable: known("update"),
      observed: known("read"),
      consequential: namesOf(({ consequential }) => consequential === true),
      shownBy: byInput(({ shownBy }) => shownBy),
    },
    keeps,
    secrets: [...namesOf(({ secret }) => secret === true), ...keeps],
    echoes: byInput(({ echoedBy }) => echoedBy),
    filled: byInput(({ fills }) => fills),
    autoname: "name" in properties,
    ...present({ markerIn, nameFrom, longestName }),
    ids: Object.fromEntries(
      all.flatMap(({ name, ids = {} }) =>
        Object.entries(ids).map(([place, of]) => [place === "" ? name : `${name}.${place}`, of] as const),
      ),
    ),
    neededToCreate: namesOf(({ neededToCreate }) => neededToCreate === true),
    alsoChanged: Object.fromEntries(all.map(({ name, alsoChanges = [] }) => [name, alsoChanges])),
  };
}

/** The row of the whole, then the rows of its parts. */
function rowsOf({ name, on, parts = {}, ...facts }: { readonly name: string } & PropertyFacts): Row[] {
  const inner = Object.entries(parts).map(([part, meaning]) => rowOf(`${name}.${part}`, meaning.on, meaning));
  return on === undefined ? inner : [rowOf(name, on, facts), ...inner];
}

function rowOf(path: string, on: On, { unset, removed, chosen, compare, platformKeys }: RowFacts): Row {
  return {
    path,
    ...present({ unset, removed, chosen, compare, platformKeys }),
    ...("add" in on ? on : { add: on, change: on, remove: on }),
  };
}
