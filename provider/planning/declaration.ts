import * as z from "zod";
import { present, type Values } from "../../kernel/values";
import type { CatalogRule } from "./catalog/question";
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
  type Unsent,
} from "./rules";
import { type Transport, titleOf } from "./transports";

type Use = "create" | "update" | "read";

/** RunPod's operations that support a property: `create` and `update` send it, and `read` returns it. */
export type Wire = Use | "create update" | "create read" | "update read" | "create update read";

/** One rule for all changes, or one rule each for adding, changing and removing. */
type On = Rule | { readonly add: Rule; readonly change: Rule; readonly remove: Rule };

/** The meaning of a difference at one path of the inputs. */
interface Meaning extends RowFacts {
  readonly on: On;
}

export interface PropertyFacts extends Partial<Meaning> {
  /** Description for the schema, the SDKs and the pages. Absent if the zod schema has one. */
  readonly doc?: string;
  /** The meaning of a difference in a part of the input, by the part's path, such as `network[0].volumeId`. */
  readonly parts?: Readonly<Record<string, Meaning>>;
  /** RunPod's operations that support the property. Absent for a property that only Podwright reads. */
  readonly wire?: Wire;
  /**
   * Output that shows the live value of an input, if a change of the input plans nothing. The engine's comparison never
   * shows such a difference.
   */
  readonly shownBy?: string;
  /** The only transport that supports the property. Absent if all transports support it. */
  readonly over?: Transport;
  /**
   * True if the input costs money, or decides what runs or who has access. An outside change is drift even for an
   * undeclared input.
   */
  readonly consequential?: true;
  /** True if the values are secret everywhere. */
  readonly secret?: true;
  /**
   * Properties that may repeat the value, including the property itself. If a part of the value is secret, each whole
   * property is secret.
   */
  readonly echoedBy?: readonly string[];
  /**
   * Inputs that this input fills from another resource if the program leaves them out. Podwright does not know which of
   * the other resource's values are secret.
   */
  readonly fills?: readonly string[];
  /** Kind of resource that an id refers to, by the id's path inside the input. An empty path means the input itself. */
  readonly ids?: Readonly<Record<string, Referred>>;
  /** True if the input is required only at the create. */
  readonly neededToCreate?: true;
  /** True if the input decides how Podwright deletes the resource. */
  readonly forDelete?: true;
  /** True if Podwright generates the value that the program leaves out. */
  readonly generated?: true;
  /** Outputs that change together with the input. A preview shows them as unknown. */
  readonly alsoChanges?: readonly string[];
}

/** An input with its type, its description, the meaning of a change, and RunPod's operations that support it. */
export interface Property<Schema extends z.ZodType = z.ZodType> {
  readonly schema: Schema;
  readonly facts: Omit<PropertyFacts, "doc">;
}

/** Facts that say what RunPod has after the program removes the input. */
type WithRemoval =
  | { readonly unset: unknown }
  | { readonly removed: unknown }
  | { readonly generated: true }
  | { readonly parts: object }
  | { readonly on: Unsent | { readonly remove: Unsent } };

type InUpdate<Facts extends PropertyFacts> = Extract<Facts["wire"], `${string}update${string}`>;

/**
 * Refuses an optional input that an update can send and that does not say what its removal does. The preview would show
 * the removal, and no update would send it.
 */
type WithAnyRemoval<Schema extends z.ZodType, Facts extends PropertyFacts> =
  undefined extends z.input<Schema>
    ? InUpdate<Facts> extends never
      ? unknown
      : Facts extends WithRemoval
        ? unknown
        : { readonly removed: unknown }
    : unknown;

export function property<Schema extends z.ZodType, const Given extends PropertyFacts>(
  schema: Schema,
  given: Given & WithAnyRemoval<Schema, Given>,
): Property<Schema> {
  const { doc, ...facts }: PropertyFacts = given;
  return { schema: doc === undefined ? schema : schema.describe(doc), facts };
}

/** Facts about a property that the client declares, because its own requests depend on them. */
export interface ClientFacts extends Pick<RowFacts, "compare"> {
  readonly only?: Transport;
}

/** Adds the client's facts to each property, so that a preview and the client compare values in the same way. */
export function asClient<P extends Properties>(properties: P, factsOf: (name: string) => ClientFacts): P {
  const entries = Object.entries(properties).map(([name, { schema, facts }]) => {
    const { compare, only: over } = factsOf(name);
    const limited =
      over && schema.describe(`${schema.description} Over ${titleOf(over)} only (\`endpointTransport\`).`);
    return [name, { schema: limited ?? schema, facts: { ...facts, ...present({ compare, over }) } }];
  });
  return Object.fromEntries(entries) as P;
}

/** Declares a boolean input. An absent input means false, unless `unset` has another value. */
export function flag(doc: string, facts: PropertyFacts): Property<z.ZodOptional<z.ZodBoolean>> {
  return property(z.boolean().optional(), { doc, unset: false, ...facts });
}

type Properties = Readonly<Record<string, Property>>;

type SchemaOf<P extends Properties> = z.ZodObject<{ [Name in keyof P]: P[Name]["schema"] }, z.core.$strict>;

/** The inputs after `check`, which fills in the defaults. */
export type InputsOf<P extends Properties> = z.output<SchemaOf<P>> & Markers;

/** Kinds of resource that an id may refer to. */
export type Referred = "template" | "registry credential" | "network volume" | "endpoint";

/** The item of another kind that a resource manages while it works, such as the pod of a task. */
export interface Held {
  /** Kind of the item. */
  readonly kind: string;
  /** Output with the id of the item. */
  readonly id: string;
  /** Output that is true while RunPod has the item. */
  readonly while: string;
}

type MarkerPlace = "environment" | "sealed name";

interface DeclarationRequest<P extends Properties, Outputs extends z.ZodObject> extends ChangeHooks<InputsOf<P>> {
  /** Last part of the type token. */
  readonly kind: string;
  readonly properties: P;
  /** Outputs that RunPod adds to the inputs. */
  readonly outputs: Outputs;
  /** Hidden outputs with secret values, which only the kind's operations use. */
  readonly keeps?: readonly `__${string}`[];
  /** True for a kind whose duplicate would cost money. The state then records if no read has shown a new item. */
  readonly costly?: true;
  /** True for work that ends. RunPod then has no item with the resource's id. */
  readonly ends?: true;
  readonly holds?: Held;
  /** Rules about several inputs. */
  readonly rules?: readonly CrossRule[];
  /** Rules about several inputs that need RunPod's catalogs. */
  readonly catalogRules?: readonly CatalogRule[];
  /** Finds the program's values that only one transport supports. */
  readonly bound?: InputsDefinition["bound"];
  /** Removes values that mean the same as an absent value. */
  readonly normalize?: (inputs: Values) => Values;
  /**
   * Where an item carries the marker of its creation. Default: in its name. A `sealed name` also identifies the
   * creator.
   */
  readonly markerIn?: MarkerPlace;
  /** Converts a logical name into a name that RunPod accepts. Default: the same name. */
  readonly nameFrom?: (logicalName: string) => string;
  /** Greatest number of characters that RunPod accepts in a name. Default: no limit. */
  readonly longestName?: number;
}

/** All facts about a kind of resource, without its operations. */
export interface Declaration<Outputs extends z.ZodObject = z.ZodObject> {
  readonly kind: string;
  readonly inputs: InputsDefinition;
  readonly outputs: Outputs;
  readonly changes: ChangeTable;
  /** Hidden outputs that only the kind's operations use. */
  readonly keeps: readonly string[];
  /** Properties whose values are secret. */
  readonly secrets: readonly string[];
  /** Outputs that may repeat an input's value, by the name of the input. */
  readonly echoes: Readonly<Record<string, readonly string[]>>;
  /**
   * Inputs that an input such as `templateId` fills from another resource, by the name of that input. A filled value is
   * secret.
   */
  readonly filled: Readonly<Record<string, readonly string[]>>;
  /** True if the kind has a name. Podwright generates the name if the program gives none. */
  readonly autoname: boolean;
  readonly markerIn?: MarkerPlace;
  readonly nameFrom?: (logicalName: string) => string;
  readonly longestName?: number;
  /** True for work that ends. RunPod then has no item with the resource's id. */
  readonly ends?: true;
  readonly holds?: Held;
  /** Kinds of resource that ids in the inputs refer to. */
  readonly ids: Readonly<Record<string, Referred>>;
  /** Inputs that are required only at the create. */
  readonly neededToCreate: readonly string[];
  /** Inputs that decide how Podwright deletes the resource. */
  readonly forDelete: readonly string[];
  /** Outputs that change together with an input, by the name of the input. */
  readonly alsoChanged: Readonly<Record<string, readonly string[]>>;
}

/** Hidden output of a resource whose id RunPod returned, but no read has shown yet. */
export const unshownOutput = "__unshown";

function unshown(state: Values): Difference[] {
  return state[unshownOutput] === true
    ? [
        stateDifference(
          "name",
          "RunPod has not shown the resource since the create: Podwright searches for it again",
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
    bound,
    normalize,
    markerIn,
    nameFrom,
    longestName,
    ends,
    holds,
    ...hooks
  } = request;
  const keeps = costly ? [...ownKeeps, unshownOutput] : ownKeeps;
  const stateDifferences = costly
    ? (change: Change<InputsOf<P>>) => [...unshown(change.state), ...(ownDifferences?.(change) ?? [])]
    : ownDifferences;
  const all = Object.entries(properties).map(([name, { schema, facts }]) => ({ name, schema, ...facts }));
  const namesOf = (isOne: (facts: PropertyFacts) => boolean) => all.filter(isOne).map(({ name }) => name);
  /** Collects one kind of fact from all inputs that declare it. The keys are the names of the inputs. */
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
      // The names are computed on demand, because Pulumi starts the plugin for every command.
      get names() {
        return catalogPlaces(schema);
      },
      over: byInput(({ over }) => over),
      ...present({ normalize, bound }),
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
    autoname: all.some(({ generated }) => generated === true),
    ...present({ markerIn, nameFrom, longestName, ends, holds }),
    ids: Object.fromEntries(
      all.flatMap(({ name, ids = {} }) =>
        Object.entries(ids).map(([place, of]) => [place === "" ? name : `${name}.${place}`, of] as const),
      ),
    ),
    forDelete: namesOf(({ forDelete }) => forDelete === true),
    neededToCreate: namesOf(({ neededToCreate }) => neededToCreate === true),
    alsoChanged: Object.fromEntries(all.map(({ name, alsoChanges = [] }) => [name, alsoChanges])),
  };
}

/** Returns the row of the input, then the rows of its parts. */
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
