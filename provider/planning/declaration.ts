import * as z from "zod";
import type { Markers } from "../creating/marker";
import { catalogPlaces } from "./catalog/name";
import type { CrossRule, InputsDefinition } from "./check";
import type { ChangeHooks, ChangeTable, Row, RowFacts, Rule } from "./rules";
import { type Transport, titleOf } from "./transports";
import { present, type Values } from "./values";

type Use = "create" | "update" | "read";

/** The platform's operations that know a property: a create sends it, an update sends it, a read returns it. */
export type Wire = Use | "create update" | "create read" | "update read" | "create update read";

/** One rule for adding, changing and removing, or one for each. */
type On = Rule | { readonly add: Rule; readonly change: Rule; readonly remove: Rule };

/** The meaning of a difference in one place. */
interface Meaning extends RowFacts {
  readonly on: On;
}

export interface PropertyFacts extends Partial<Meaning> {
  /** For the schema, the SDKs and the pages. Left out where the zod schema says it. */
  readonly doc?: string;
  /** Places inside with a meaning of their own, by their path: `network[0].volumeId`. */
  readonly parts?: Readonly<Record<string, Meaning>>;
  /** Absent: only Podwright itself reads it. */
  readonly wire?: Wire;
  /** The one transport that knows it. Absent: each does. */
  readonly over?: Transport;
  /** It costs money, or decides what runs or who reaches it: a change from outside is drift although no program declares it. */
  readonly consequential?: true;
  /** Its values are secret wherever they appear. */
  readonly secret?: true;
  /** Properties that may repeat what it holds, also itself: secret as a whole where anything in it is. */
  readonly echoedBy?: readonly string[];
  /** Inputs that it fills from another resource where the program leaves them out. What is secret there is not known here. */
  readonly fills?: readonly string[];
  /** What the id in it is of, by the place inside; an empty place is the whole. */
  readonly ids?: Readonly<Record<string, Referred>>;
  /** It may be left out of the program once the resource exists. */
  readonly neededToCreate?: true;
  /** Outputs that change with it, so that a preview does not know them. */
  readonly alsoChanges?: readonly string[];
}

/** An input, declared once: type, text, what a change means, and what the platform does with it. */
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

/** What an id is of. */
export type Referred = "template" | "registry credential" | "network volume" | "endpoint";

type MarkerPlace = "environment" | "sealed name";

interface DeclarationRequest<P extends Properties, Outputs extends z.ZodObject> extends ChangeHooks<InputsOf<P>> {
  /** The last part of its type token. */
  readonly kind: string;
  readonly properties: P;
  /** What the platform adds to the inputs. */
  readonly outputs: Outputs;
  /** Outputs that its operations keep for themselves. No display shows them, and their values are secret. */
  readonly keeps?: readonly `__${string}`[];
  /** Rules over several inputs. */
  readonly rules?: readonly CrossRule[];
  /** Removes what means the same as leaving it out. */
  readonly normalize?: (inputs: Values) => Values;
  /** Where a creation's marker goes. Default: the name, which is kept short. A `sealed name` also shows whose it is. */
  readonly markerIn?: MarkerPlace;
  /** From a logical name one that the platform takes. Default: the same. */
  readonly nameFrom?: (logicalName: string) => string;
  /** Characters of a name that the platform takes at most. Default: any number. */
  readonly longestName?: number;
}

/** Everything about a kind of resource except its operations. */
export interface Declaration<Outputs extends z.ZodObject = z.ZodObject> {
  readonly kind: string;
  readonly inputs: InputsDefinition;
  readonly outputs: Outputs;
  readonly changes: ChangeTable;
  /** Outputs that its operations keep for themselves. */
  readonly keeps: readonly string[];
  /** Properties whose values are secret. */
  readonly secrets: readonly string[];
  /** Outputs that may repeat what an input holds, by the input. */
  readonly echoes: Readonly<Record<string, readonly string[]>>;
  /** Inputs that an input fills from another resource, by the input: secret where the program leaves them out. */
  readonly filled: Readonly<Record<string, readonly string[]>>;
  /** Whether it has a name, which is generated when the program gives none. */
  readonly autoname: boolean;
  readonly markerIn?: MarkerPlace;
  readonly nameFrom?: (logicalName: string) => string;
  readonly longestName?: number;
  /** What ids in the inputs are of. */
  readonly ids: Readonly<Record<string, Referred>>;
  /** Inputs that may be left out once the resource exists. */
  readonly neededToCreate: readonly string[];
  /** Outputs that change with an input, by the input. */
  readonly alsoChanged: Readonly<Record<string, readonly string[]>>;
}

export function declare<P extends Properties, Outputs extends z.ZodObject>(
  request: DeclarationRequest<P, Outputs>,
): Declaration<Outputs> {
  const {
    kind,
    properties,
    outputs,
    keeps = [],
    rules = [],
    normalize,
    markerIn,
    nameFrom,
    longestName,
    ...hooks
  } = request;
  const all = Object.entries(properties).map(([name, { schema, facts }]) => ({ name, schema, ...facts }));
  const namesOf = (isOne: (facts: PropertyFacts) => boolean) => all.filter(isOne).map(({ name }) => name);
  /** A fact of those inputs that have it, by the input. */
  const byInput = <T>(factOf: (facts: PropertyFacts) => T | undefined): Record<string, T> =>
    Object.fromEntries(
      all.flatMap((one) => {
        const fact = factOf(one);
        return fact === undefined ? [] : [[one.name, fact]];
      }),
    );
  const known = (use: Use) => namesOf(({ wire = "" }) => wire.split(" ").includes(use));
  return {
    kind,
    inputs: {
      schema: z.strictObject(Object.fromEntries(all.map(({ name, schema }) => [name, schema]))),
      rules,
      names: Object.fromEntries(all.flatMap(({ name, schema }) => catalogPlaces(schema, name))),
      over: byInput(({ over }) => over),
      ...present({ normalize }),
    },
    outputs,
    changes: {
      // Each hook is given the inputs of this kind.
      ...(hooks as unknown as ChangeHooks),
      rows: all.flatMap(rowsOf),
      created: known("create"),
      updatable: known("update"),
      observed: known("read"),
      consequential: namesOf(({ consequential }) => consequential === true),
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

/** The row of the whole, then those of its parts. */
function rowsOf({ name, on, parts = {}, ...facts }: { readonly name: string } & PropertyFacts): Row[] {
  const inner = Object.entries(parts).map(([part, meaning]) => rowOf(`${name}.${part}`, meaning.on, meaning));
  return on === undefined ? inner : [rowOf(name, on, facts), ...inner];
}

function rowOf(path: string, on: On, { unset, removed, compare, platformKeys }: RowFacts): Row {
  return {
    path,
    ...present({ unset, removed, compare, platformKeys }),
    ...("add" in on ? on : { add: on, change: on, remove: on }),
  };
}
