const titles = { graphql: "GraphQL", rest: "REST" } as const;

/** The transports that manage serverless endpoints. */
export type Transport = keyof typeof titles;

export interface ConfiguredTransport {
  /** `undefined` while the setting is not known. */
  readonly name: Transport | undefined;
  /** A sentence about how to choose another transport. */
  readonly wayTo: (other: Transport) => string;
}

export function isTransport(name: string): name is Transport {
  return Object.hasOwn(titles, name);
}

export function titleOf(transport: Transport): string {
  return titles[transport];
}
