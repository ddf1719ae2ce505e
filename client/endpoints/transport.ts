import { PermissionError } from "../errors";
import { isFinal, substitute } from "../http/answers/substitute";
import type { RestEndpoints } from "./rest/operations";
import type { Endpoint, EndpointSurface, EndpointTransport } from "./types";

interface Surfaces {
  /** Absent once RunPod has retired it. */
  readonly graphql?: EndpointSurface;
  readonly rest: RestEndpoints;
}

/** Endpoints over the configured surface. The other surface is read only for fields that the configured surface lacks. */
export function overSurface(chosen: "graphql" | "rest", { graphql, rest }: Surfaces): EndpointTransport {
  const [main, other] = chosen === "rest" || graphql === undefined ? [rest, graphql] : [graphql, rest];
  /** A write over one surface changes the list of the other. */
  const writing = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } finally {
      other?.forget();
    }
  };
  /** A key for GraphQL alone has made no copies. */
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
      // Copies are always made over REST, so the GraphQL list is the stale one.
      const renewed = rest.renewCopy(id, template, options).finally(() => graphql?.forget());
      return substitute(renewed, isForbidden, false);
    },
  };
}

function together(main: Endpoint, other: Endpoint | undefined, overRest: Endpoint | undefined): Endpoint {
  const copied = overRest?.templateId;
  return {
    ...main,
    // Over GraphQL a copy has an id of its own, which no program knows.
    templateId: copied ?? main.templateId ?? other?.templateId,
    env: overRest?.env,
    locations: main.locations ?? other?.locations ?? null,
    // Over GraphQL every endpoint has one; over REST only an endpoint that uses it.
    idleTimeout: copied === undefined ? main.idleTimeout : overRest?.idleTimeout,
  };
}
