import type * as z from "zod";
import { type Shape, shapeOf } from "../../kernel/shape";
import { isRecord, present, type Values } from "../../kernel/values";
import type { Session } from "../session/run";

/** A function of the provider. A function only reads from RunPod, unless its description says otherwise. */
export interface PlatformFunction {
  /** The last part of the function's token, such as `getPod` in `podwright:index:getPod`. */
  readonly name: string;
  readonly description: string;
  readonly args: z.ZodObject;
  readonly result: z.ZodObject;
  /** Decides whether a preview calls the function, too. Default: yes, because most functions only read. */
  readonly atPreview?: (args: Values) => boolean;
  call(session: Session, args: Values, signal: AbortSignal): Promise<Values>;
}

interface Definition<Args extends z.ZodObject, Result extends z.ZodObject> {
  readonly name: string;
  readonly description: string;
  readonly args: Args;
  readonly result: Result;
  readonly atPreview?: (args: z.output<Args>) => boolean;
  readonly call: (session: Session, args: z.output<Args>, signal: AbortSignal) => Promise<Found<z.input<Result>>>;
}

/** The client's form of a result: its fields are read-only, and an absent field may be null. */
type Found<T> = unknown extends T
  ? T
  : T extends object
    ? { readonly [Key in keyof T]: Found<T[Key]> | (undefined extends T[Key] ? null : never) }
    : T;

/**
 * Derives the types of arguments and result from their schemas. The host checks the arguments before the call. The
 * function returns only the declared properties, even if the client returns more.
 */
export function defineFunction<Args extends z.ZodObject, Result extends z.ZodObject>(
  definition: Definition<Args, Result>,
): PlatformFunction {
  return {
    ...definition,
    atPreview: (args) => definition.atPreview?.(args as z.output<Args>) ?? true,
    call: async (session, args, signal) => {
      const result = await definition.call(session, args as z.output<Args>, signal);
      return declared(shapeOf(definition.result), result) as Values;
    },
  };
}

function declared(shape: Shape, value: unknown): unknown {
  if (shape.isOptional && value === null) return undefined;
  if (shape.type === "list" && Array.isArray(value)) return value.map((item) => declared(shape.item, item));
  if (shape.type !== "object" || !isRecord(value)) return value;
  const entries = Object.entries(shape.properties).map(([name, inner]) => [name, declared(inner, value[name])]);
  return present(Object.fromEntries(entries));
}
