const titles = { graphql: "GraphQL", rest: "REST" } as const;

/** Transports that manage serverless endpoints. */
export type Transport = keyof typeof titles;

export interface ConfiguredTransport {
  /** Name of the transport. `undefined` while the setting is unknown. */
  readonly name: Transport | undefined;
  /** Returns a sentence that tells how to choose another transport. */
  readonly wayTo: (other: Transport) => string;
}

export function isTransport(name: string): name is Transport {
  return Object.hasOwn(titles, name);
}

export function titleOf(transport: Transport): string {
  return titles[transport];
}
