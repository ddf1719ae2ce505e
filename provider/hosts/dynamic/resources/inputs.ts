import type { Input } from "@pulumi/pulumi";

/** The inputs of a resource as a program may give them: every value, at any depth, may be an output of another one. */
export type Args<T> = { readonly [Key in keyof T as Key extends `__${string}` ? never : Key]: Given<T[Key]> };

type Given<T> = T extends undefined
  ? undefined
  : T extends readonly (infer Item)[]
    ? Input<readonly Given<Item>[]>
    : T extends object
      ? Input<{ readonly [Key in keyof T]: Given<T[Key]> }>
      : Input<T>;
