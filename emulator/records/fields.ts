import type * as z from "zod";
import type { Serving } from "../http/newer";
import { newer } from "../http/validation";

/** A field with the same form in requests, records and responses. */
export interface Field<Schema extends z.ZodType = z.ZodType> {
  readonly schema: Schema;
  /** Value of a record for which no request has given the field. */
  readonly unset: z.output<Schema>;
  /** Whether RunPod's first API description lacks the field. */
  readonly newer?: true;
}

type Rows = Readonly<Record<string, Field>>;
type Schemas<R extends Rows> = { readonly [Name in keyof R]: R[Name]["schema"] };

type Shown<Values, R> = Omit<Values, keyof R> & Partial<Pick<Values, keyof R & keyof Values>>;

/** Declares a field. A kind may add facts of its own. */
export function field<Schema extends z.ZodType, const Row extends Omit<Field<Schema>, "schema">>(
  schema: Schema,
  row: Row,
): { readonly schema: Schema } & Row {
  return { schema, ...row };
}

/** Returns what follows from the rows of a kind: the record's schema, its blank values, and the marks of newer fields. */
export function fieldsOf<R extends Rows>(rows: R) {
  const entries = Object.entries<Field>(rows);
  const of = (part: (row: Field) => unknown) => Object.fromEntries(entries.map(([name, row]) => [name, part(row)]));
  const isNewer = (name: string) => rows[name]?.newer === true;
  return {
    shape: of(({ schema }) => schema) as Schemas<R>,
    /** Returns the values of a record for which no request has given a field. No two records share a list or an object. */
    unset: () => structuredClone(of(({ unset }) => unset)) as z.output<z.ZodObject<Schemas<R>>>,
    /** Marks the newer fields in the properties of a request. */
    marked<Shape extends z.core.$ZodShape>(request: Shape): Shape {
      const marked = Object.entries(request).map(([name, schema]) => [name, isNewer(name) ? newer(schema) : schema]);
      return Object.fromEntries(marked) as Shape;
    },
    /** Returns the values that a response shows. */
    shown<Values extends object>({ settings }: Serving, values: Values): Shown<Values, R> {
      const isShown = ([name]: [string, unknown]) => !(settings.strictInterface && isNewer(name));
      return Object.fromEntries(Object.entries(values).filter(isShown)) as Shown<Values, R>;
    },
  };
}
