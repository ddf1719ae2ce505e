/*
 * Marks for elements that the first description of the interface lacks: `newerRoutes` for routes, `newerQuery` for query
 * parameters, `newer` for properties of a request, `ifNewer` for properties of a response, and `@newer` in the GraphQL
 * schema. The row of an endpoint's setting has one mark for all. For different behaviour there are settings (`options.ts`).
 * `--strict-interface` drops all of them.
 */

export interface Serving {
  readonly settings: { readonly strictInterface: boolean };
}

/** Properties of a response, absent if the emulator serves the first description of the interface. */
export function ifNewer<Fields extends object>({ settings }: Serving, fields: Fields): Partial<Fields> {
  return settings.strictInterface ? {} : fields;
}
