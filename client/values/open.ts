/**
 * A set of names the platform may extend: the known ones are offered and checked, an unknown one still passes.
 * Code that switches over it needs a `default`.
 */
export type Open<Known extends string> = Known | (string & Record<never, never>);
