import type { CallOptions } from "../collection/collection";
import { NotFoundError, PlatformError, RuleError } from "../errors";
import type { Templates } from "../templates/types";
import { copiedFrom } from "./copies";
import type { RestEndpoint } from "./rest-record";
import type { Endpoints } from "./transport";

/** Who knows more of an endpoint's template than REST tells. */
export interface Witnesses {
  readonly templates: Pick<Templates, "get" | "list">;
  readonly graphql: Pick<Endpoints, "get">;
}

/**
 * The template that the endpoint shares with everybody who can see it; `undefined` where it has a copy of its own.
 *
 * An endpoint made over GraphQL is bound to the very template it was given, one made over REST to a hidden copy, and
 * REST says neither which nor whether. So GraphQL is asked, and the account whether it sees that template. Where
 * GraphQL does not answer, our own mark in the copy counts, and then whether any template could be the one: a bound
 * endpoint runs its template's image. If one could, this is a `RuleError`, since what was about to be sent would
 * harm it.
 */
export async function sharedTemplate(
  { templates, graphql }: Witnesses,
  endpoint: RestEndpoint,
  { operation, harm, ...options }: CallOptions & { readonly operation: string; readonly harm: string },
): Promise<string | undefined> {
  const told = await toldOver(graphql, endpoint.id, options);
  if (told !== undefined) return (await isVisible(templates, told, options)) ? told : undefined;
  if (copiedFrom(endpoint) !== undefined) return undefined;
  const candidates = (await templates.list(options)).filter(
    ({ serverless, image }) => serverless && (endpoint.image === "" || image === endpoint.image),
  );
  if (candidates.length === 0) return undefined;
  throw new RuleError({
    operation,
    sentence: `${operation} was not sent: over REST it could ${harm} a template together with endpoint ${endpoint.id} (${candidates.map(({ id }) => id).join(" or ")}), and the platform does not tell which`,
    hint: "Use a key that may use GraphQL, or make the change in the platform's console.",
  });
}

/** `undefined` when GraphQL cannot tell: the surface is retired, or not this key's to use. */
async function toldOver(graphql: Witnesses["graphql"], id: string, options: CallOptions): Promise<string | undefined> {
  try {
    const { templateId = "" } = await graphql.get(id, options);
    return templateId === "" ? undefined : templateId;
  } catch (error) {
    if (error instanceof PlatformError && !error.retryable) return undefined;
    throw error;
  }
}

async function isVisible(templates: Witnesses["templates"], id: string, options: CallOptions): Promise<boolean> {
  try {
    await templates.get(id, options);
    return true;
  } catch (error) {
    if (error instanceof NotFoundError) return false;
    throw error;
  }
}
