import { PermissionError, PlatformError } from "../errors";
import type { GraphqlEndpoints } from "./graphql";
import type { RestEndpoints } from "./rest";
import type { Endpoint, EndpointTransport } from "./transport";

export interface Surfaces {
  readonly graphql: GraphqlEndpoints;
  readonly rest: RestEndpoints;
}

/** Endpoints over the surface of the user's choice. The other one is asked only where the chosen one cannot tell. */
export function overSurface(chosen: "graphql" | "rest", { graphql, rest }: Surfaces): EndpointTransport {
  const [main, other] = chosen === "rest" ? [rest, graphql] : [graphql, rest];
  /** Either surface's list shows what was written over the other. */
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
      // Copies are made over REST whatever was chosen, so it is always the other list that is old after it.
      const renewed = rest.renewCopies(template, options).finally(() => graphql.forget());
      // Who chose GraphQL may have a key for nothing else, and then made no copies with it.
      return await (chosen === "rest" ? renewed : unlessForbidden(renewed, []));
    },
  };
}

function together(main: Endpoint, other: Endpoint | undefined, overRest: Endpoint | undefined): Endpoint {
  const copied = overRest?.templateId;
  return {
    ...main,
    // Over GraphQL a copy has an id of its own, which nobody ever gave it.
    templateId: copied ?? main.templateId ?? other?.templateId,
    locations: main.locations ?? other?.locations ?? null,
    // Over GraphQL every endpoint has one; what was made over REST was given it only where it applies.
    idleTimeout: copied === undefined ? main.idleTimeout : overRest?.idleTimeout,
  };
}

/** A surface that is retired, or not this key's to use, has nothing to add. */
async function unlessRefused<T>(answer: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof PlatformError && !error.retryable) return otherwise;
    throw error;
  }
}

async function unlessForbidden<T>(answer: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof PermissionError) return otherwise;
    throw error;
  }
}
