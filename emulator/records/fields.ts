import type * as z from "zod";
import type { Serving } from "../http/newer";
import { newer } from "../http/validation";
import { defined } from "./container";

type Use = "create" | "update";

/** A field of a resource. Requests, records and responses follow from its row. */
export interface Field<Schema extends z.ZodType = z.ZodType> {
  readonly schema: Schema;
  /** Value of a record for which no request has given the field. Absent for a field that each create must send. */
  readonly unset?: z.output<Schema> | null;
  /** `needed`: each create must send the field. `accepted`: a create may send it. Absent: no create may send it. */
  readonly create?: "needed" | "accepted";
  readonly update?: "accepted";
  /** The emulator neither stores nor shows the field, because only RunPod's own containers get it. */
  readonly writeOnly?: true;
  /** Whether RunPod's first API description lacks the field. */
  readonly newer?: true;
}

type Rows = Readonly<Record<string, Field>>;
type Stored<R extends Rows> = {
  readonly [Name in keyof R as R[Name] extends { readonly writeOnly: true } ? never : Name]: R[Name]["schema"];
};
type Values<R extends Rows> = {
  -readonly [Name in keyof Stored<R>]:
    | z.output<Stored<R>[Name]>
    | (R[Name] extends { readonly unset: null } ? null : never);
};
type SentBy<R extends Rows, Request extends Use> = {
  [Name in keyof R as R[Name] extends Readonly<Record<Request, string>> ? Name : never]: R[Name] extends Readonly<
    Record<Request, "needed">
  >
    ? R[Name]["schema"]
    : z.ZodOptional<R[Name]["schema"]>;
};
type Newer<R extends Rows> = { [Name in keyof R]: R[Name] extends { readonly newer: true } ? Name : never }[keyof R];
type Shown<All, R extends Rows> = Omit<All, Newer<R>> & Partial<Pick<All, Newer<R> & keyof All>>;

/** Declares a field. */
export function field<Schema extends z.ZodType, const Row extends Omit<Field<Schema>, "schema">>(
  schema: Schema,
  row: Row,
): { readonly schema: Schema } & Row {
  return { schema, ...row };
}

/** The stored fields of a kind. */
export type FieldsOf<Kind extends { newRecord(body: object): object }> = ReturnType<Kind["newRecord"]>;

/** Returns what follows from the rows of a kind. */
export function fieldsOf<R extends Rows>(rows: R) {
  const entries = Object.entries<Field>(rows);
  const stored = entries.filter(([, { writeOnly }]) => writeOnly !== true);
  const of = (part: (name: string, row: Field) => unknown) =>
    Object.fromEntries(stored.map(([name, row]) => [name, part(name, row)]));
  /** Returns the fields of a record that a body contains. */
  const given = <Body extends object>(body: Body) =>
    defined(of((name) => Reflect.get(body, name))) as Pick<Body, Extract<keyof Body, keyof Stored<R>>>;
  return {
    /** The properties of the record's schema. */
    shape: of((_, { schema }) => schema) as Stored<R>,
    given,
    /** Returns the fields of a new record. No two records share a list or an object. */
    newRecord: (body: object) =>
      ({ ...structuredClone(defined(of((_, { unset }) => unset))), ...given(body) }) as Values<R>,
    /** Returns the properties of a request's schema. */
    sentBy<Request extends Use>(request: Request): SentBy<R, Request> {
      const accepted = entries.filter(([, row]) => row[request] !== undefined);
      const properties = accepted.map(([name, row]) => {
        const property = row[request] === "needed" ? row.schema : row.schema.optional();
        return [name, row.newer === true ? newer(property) : property];
      });
      return Object.fromEntries(properties) as SentBy<R, Request>;
    },
    /** Returns the values that a response shows. */
    shown<All extends object>({ settings }: Serving, values: All): Shown<All, R> {
      const isShown = ([name]: [string, unknown]) => !(settings.strictInterface && rows[name]?.newer === true);
      return Object.fromEntries(Object.entries(values).filter(isShown)) as Shown<All, R>;
    },
  };
}
