/*
 * Marks for everything that RunPod's first API description lacks. `newerRoutes` marks routes, `newerQuery` marks query
 * parameters, `newer` marks properties of a request, `ifNewer` marks properties of a response, and `@newer` marks elements of
 * the GraphQL schema. A mark in the row of an endpoint setting has all of these effects. If the behaviour differs, a setting in
 * `options.ts` selects it. `--strict-interface` removes everything that has a mark.
 */

export interface Serving {
  readonly settings: { readonly strictInterface: boolean };
}

/** Returns the properties of a response. Returns none if the emulator serves RunPod's first API description. */
export function ifNewer<Fields extends object>({ settings }: Serving, fields: Fields): Partial<Fields> {
  return settings.strictInterface ? {} : fields;
}
