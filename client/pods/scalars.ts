import * as z from "zod";
import { flag, type Parsed, type Patch } from "../values/fields";

type Use = "create" | "update";

interface Facts {
  /** Requests that accept the scalar. */
  readonly sentBy: readonly Use[];
  /** RunPod's first API description lacks the scalar. */
  readonly newer?: true;
}

function scalar<Schema extends z.ZodType, const Given extends Facts>(schema: Schema, facts: Given) {
  return { schema, ...facts };
}

/** One row for each scalar with the same form in requests and responses. Their types and the response's schema follow from these rows. */
const rows = {
  /** Whether the pod is locked. RunPod refuses to stop a locked pod, and refuses all changes that reset it. */
  locked: scalar(flag, { sentBy: ["update"] }),
};

type Rows = typeof rows;
type Schemas = { readonly [Name in keyof Rows]: Rows[Name]["schema"] };

export const scalarsSchema = z.object(
  Object.fromEntries(Object.entries(rows).map(([name, { schema }]) => [name, schema])) as Schemas,
);

/** The scalars that a request accepts. */
export type ScalarsFor<Request extends Use> = Patch<
  Pick<
    Parsed<typeof scalarsSchema>,
    { [Name in keyof Rows]: Request extends Rows[Name]["sentBy"][number] ? Name : never }[keyof Rows]
  >
>;

/** Names of the scalars that RunPod's first API description lacks. */
export const newerScalars: readonly string[] = Object.entries<Facts>(rows).flatMap(([name, { newer }]) =>
  newer === true ? [name] : [],
);
