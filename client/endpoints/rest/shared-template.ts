import type { Templates } from "../../account/templates";
import { RuleError } from "../../errors";
import { isFinal, isNotFound, substitute } from "../../errors/substitute";
import type { CallOptions } from "../../http/requests";
import type { Endpoints, RestEndpoint } from "../types";
import { copiedFrom } from "./copies";

/** Reads what REST does not report about an endpoint's template. */
export interface TemplateLookups {
  readonly templates: Pick<Templates, "get" | "list">;
  readonly graphql: Pick<Endpoints, "get">;
}

/**
 * The template that the endpoint shares with everybody who can see it; `undefined` where it has a copy of its own.
 *
 * An endpoint created over GraphQL is bound to the given template itself, one created over REST to a hidden copy, and
 * REST does not distinguish them. So GraphQL names the template, and the account shows whether it is visible. Where
 * GraphQL does not report it, this client's marker in the copy counts, and then whether any template has the endpoint's
 * image, as a bound one must. If one has, this throws a `RuleError`, because the request could harm it.
 */
export async function sharedTemplate(
  { templates, graphql }: TemplateLookups,
  endpoint: RestEndpoint,
  { operation, harm, ...options }: CallOptions & { readonly operation: string; readonly harm: string },
): Promise<string | undefined> {
  const reported = await reportedBy(graphql, endpoint.id, options);
  if (reported !== undefined) return (await substitute(templates.get(reported, options), isNotFound, undefined))?.id;
  const source = copiedFrom(endpoint);
  const candidates = (await templates.list(options)).filter(
    (template) =>
      template.serverless &&
      (endpoint.image === "" || template.image === endpoint.image) &&
      (source === undefined || copiedFrom(template) === source),
  );
  if (candidates.length === 0) return undefined;
  throw new RuleError({
    operation,
    sentence: `${operation} was not sent: over REST it could ${harm} a template together with endpoint ${endpoint.id} (${candidates.map(({ id }) => id).join(" or ")}), and the platform does not report which one it uses`,
    hint: "Use a key that may use GraphQL, or make the change in the platform's console.",
  });
}

/** `undefined` without a report. */
async function reportedBy(
  graphql: TemplateLookups["graphql"],
  id: string,
  options: CallOptions,
): Promise<string | undefined> {
  return (await substitute(graphql.get(id, options), isFinal, undefined))?.templateId || undefined;
}
