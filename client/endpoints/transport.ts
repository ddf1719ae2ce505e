import { PermissionError, PlatformError } from "../errors";
import type { GraphqlEndpoints } from "./graphql";
import type { RestEndpoints } from "./rest";
import type { Endpoint, EndpointTransport } from "./types";

interface Surfaces {
  readonly graphql: GraphqlEndpoints;
  readonly rest: RestEndpoints;
}

/** Endpoints over the configured surface. The other one is read only for fields that this one lacks. */
export function overSurface(chosen: "graphql" | "rest", { graphql, rest }: Surfaces): EndpointTransport {
  const [main, other] = chosen === "rest" ? [rest, graphql] : [graphql, rest];
  /** A write over one surface changes the list of the other. */
  const writing = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } finally {
      other.forget();
    }
  };
  return {
    list: (options) => main.list(options),
    listing: (options) => main.listing(options),
    find: (id, options) => main.find(id, options),
    get: (id, options) => main.get(id, options),
    create: (input, options) => writing(main.create(input, options)),
    update: (id, input, options) => writing(main.update(id, input, options)),
    delete: (id, options) => writing(main.delete(id, options)),
    async complete(endpoint, options = {}) {
      const elsewhere = await unlessRefused(other.find(endpoint.id, options), undefined);
      return together(endpoint, elsewhere, chosen === "rest" ? endpoint : elsewhere);
    },
    async renewCopies(template, options = {}) {
      // Copies are always made over REST, so the GraphQL list is the stale one.
      const renewed = rest.renewCopies(template, options).finally(() => graphql.forget());
      // A key for GraphQL alone has made no copies.
      return await (chosen === "rest" ? renewed : unlessForbidden(renewed, []));
    },
  };
}

function together(main: Endpoint, other: Endpoint | undefined, overRest: Endpoint | undefined): Endpoint {
  const copied = overRest?.templateId;
  return {
    ...main,
    // Over GraphQL a copy has an id of its own, which no program knows.
    templateId: copied ?? main.templateId ?? other?.templateId,
    locations: main.locations ?? other?.locations ?? null,
    // Over GraphQL every endpoint has one; over REST only an endpoint that uses it.
    idleTimeout: copied === undefined ? main.idleTimeout : overRest?.idleTimeout,
  };
}

/** A surface that is retired, or that this key may not use, adds nothing. */
async function unlessRefused<T>(response: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof PlatformError && !error.retryable) return otherwise;
    throw error;
  }
}

async function unlessForbidden<T>(response: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof PermissionError) return otherwise;
    throw error;
  }
}
