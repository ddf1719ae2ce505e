import { PermissionError } from "../errors";
import { isFinal, substitute } from "../http/answers/substitute";
import type { RestEndpoints } from "./rest/operations";
import type { Endpoint, EndpointSurface, EndpointTransport } from "./types";

interface Surfaces {
  /** Absent if RunPod has retired GraphQL. */
  readonly graphql?: EndpointSurface;
  readonly rest: RestEndpoints;
}

/**
 * Manages endpoints over the configured surface. `complete` reads the other surface for fields that the configured surface
 * lacks.
 */
export function overSurface(chosen: "graphql" | "rest", { graphql, rest }: Surfaces): EndpointTransport {
  const [main, other] = chosen === "rest" || graphql === undefined ? [rest, graphql] : [graphql, rest];
  /** Runs a write, and drops the list of the other surface, which the write made stale. */
  const writing = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } finally {
      other?.forget();
    }
  };
  /** True if the API key may use only GraphQL. Such a key has made no copies over REST. */
  const isForbidden = (error: unknown) => main !== rest && error instanceof PermissionError;
  return {
    list: (options) => main.list(options),
    listing: (options) => main.listing(options),
    find: (id, options) => main.find(id, options),
    get: (id, options) => main.get(id, options),
    create: (input, options) => writing(main.create(input, options)),
    update: (id, input, options) => writing(main.update(id, input, options)),
    delete: (id, options) => writing(main.delete(id, options)),
    async complete(endpoint, options = {}) {
      const elsewhere = other && (await substitute(other.find(endpoint.id, options), isFinal, undefined));
      return together(endpoint, elsewhere, main === rest ? endpoint : elsewhere);
    },
    copiesOf: (templateId, options) => substitute(rest.copiesOf(templateId, options), isForbidden, []),
    renewCopy(id, template, options) {
      // The client makes copies over REST, so the write makes the GraphQL list stale.
      const renewed = rest.renewCopy(id, template, options).finally(() => graphql?.forget());
      return substitute(renewed, isForbidden, false);
    },
  };
}

function together(main: Endpoint, other: Endpoint | undefined, overRest: Endpoint | undefined): Endpoint {
  const copied = overRest?.templateId;
  return {
    ...main,
    // GraphQL reports the id of the copy, which no program uses.
    templateId: copied ?? main.templateId ?? other?.templateId,
    env: overRest?.env,
    locations: main.locations ?? other?.locations ?? null,
    // GraphQL reports an idle timeout for every endpoint, and REST only for endpoints that use it.
    idleTimeout: copied === undefined ? main.idleTimeout : overRest?.idleTimeout,
  };
}
