// Help and wrong command lines load this file, so it imports no kind of resource.

export type Host = "dynamic" | "plugin";

const tokens: readonly (readonly [Host, RegExp])[] = [
  ["dynamic", /^pulumi-nodejs:dynamic\/podwright:(\w+)$/],
  ["plugin", /^podwright:index:(\w+)$/],
];

/** Returns the host of a resource of this type, or `undefined` for a type of another provider. */
export function hostOf(type: string): Host | undefined {
  return tokens.find(([, token]) => token.test(type))?.[0];
}

/**
 * Returns the kind of a type token, such as `Pod` for the pods of both hosts, or `undefined` for a type of another
 * provider.
 */
export function kindOf(type: string): string | undefined {
  return tokens.map(([, token]) => token.exec(type)?.[1]).find((kind) => kind !== undefined);
}
