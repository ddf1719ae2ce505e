import type * as z from "zod";
import type { Meaning } from "../../kernel/meaning";
import type { Parsed } from "./fields";

/** `needed`: every such request contains the field. `accepted`: a request may contain it. Absent: no request contains it. */
type Need = "needed" | "accepted";

/** Facts about a field of a resource, besides its schema. */
export interface RowFacts extends Pick<Meaning, "compare"> {
  readonly create?: Need;
  readonly update?: Need;
  /** RunPod never shows the field in a response. */
  readonly hidden?: true;
  /** RunPod's first API description lacks the field. */
  readonly newer?: true;
  /** The only surface that supports the field. */
  readonly only?: "rest" | "graphql";
}

type Row<Schema extends z.ZodType = z.ZodType> = RowFacts & { readonly schema: Schema };
type Rows = Readonly<Record<string, Row>>;

/** Declares a field that has the same form in requests and responses. */
export function row<Schema extends z.ZodType, const Facts extends RowFacts>(schema: Schema, facts: Facts) {
  return { schema, ...facts };
}

type Names<R extends Rows, Fact> = { [Name in keyof R]: R[Name] extends Fact ? Name : never }[keyof R];
type Values<R extends Rows, Name extends keyof R> = { readonly [Key in Name]: Parsed<R[Key]["schema"]> };

/** The fields of a request. Their types and the response's schema follow from the rows. */
export type RequestOf<R extends Rows, Use extends "create" | "update"> = Values<
  R,
  Names<R, { readonly [Key in Use]: "needed" }>
> & { readonly [Key in Names<R, { readonly [Key in Use]: "accepted" }>]?: Parsed<R[Key]["schema"]> | undefined };

type Shape<R extends Rows> = {
  [Name in keyof R as R[Name] extends { readonly hidden: true } ? never : Name]: R[Name]["schema"];
};

/** Returns what follows from the rows of a resource. */
export function rowsOf<R extends Rows>(rows: R) {
  const entries = Object.entries<Row>(rows);
  const shown = entries.filter(([, { hidden }]) => hidden !== true).map(([name, { schema }]) => [name, schema]);
  return {
    /** The properties of a response's schema. */
    shape: Object.fromEntries(shown) as Shape<R>,
    newer: entries.flatMap(([name, { newer }]) => (newer === true ? [name] : [])),
    /** Returns how to compare the values of a field, and the only surface that supports the field. */
    factsOf: (name: string): Pick<RowFacts, "compare" | "only"> => rows[name] ?? {},
  };
}
