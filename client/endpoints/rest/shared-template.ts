import type { Templates } from "../../account/templates";
import { RuleError } from "../../errors";
import { isFinal, isNotFound, substitute } from "../../http/answers/substitute";
import type { CallOptions } from "../../http/requests";
import type { EndpointSurface } from "../types";
import { copiedFrom } from "./copies";
import type { RestEndpoint } from "./record";

/** Lookups of facts about an endpoint's template that REST does not report. */
export interface TemplateLookups {
  readonly templates: Pick<Templates, "get" | "list">;
  /** GraphQL, the only surface that reports an endpoint's template. Absent if RunPod has retired GraphQL. */
  readonly graphql?: Binding | undefined;
}

/** Operations of the surface that can bind an endpoint to another template, and can delete an endpoint without its template. */
type Binding = Pick<EndpointSurface, "get" | "update" | "delete">;

export interface SharedTemplate {
  readonly id: string;
  /** Surface that reported the template. */
  readonly surface: Binding;
}

/**
 * Finds the template that the endpoint shares with other resources. `undefined` if the endpoint has its own copy.
 *
 * An endpoint created over GraphQL is bound to the template itself. An endpoint created over REST has a hidden copy. REST does
 * not show which of the two applies. So GraphQL names the template, and a read of this template shows whether it is hidden.
 * Without GraphQL, this function searches for templates with the endpoint's image and marker, to which the endpoint could be
 * bound. If there are such templates, it throws a `RuleError`, because the request could harm such a template.
 */
export async function sharedTemplate(
  { templates, graphql }: TemplateLookups,
  endpoint: RestEndpoint,
  { operation, harm, ...options }: CallOptions & { readonly operation: string; readonly harm: string },
): Promise<SharedTemplate | undefined> {
  const reported = graphql && (await reportedBy(graphql, endpoint.id, options));
  if (graphql !== undefined && reported !== undefined) {
    const visible = await substitute(templates.get(reported, options), isNotFound, undefined);
    return visible && { id: visible.id, surface: graphql };
  }
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
    sentence: `${operation} was not sent: over REST, this request could also ${harm} a template of endpoint ${endpoint.id} (${candidates.map(({ id }) => id).join(" or ")}), and RunPod does not report which template the endpoint uses`,
    hint: "Use a key that may use GraphQL, or make the change in RunPod's console.",
  });
}

/** Returns the template's id from GraphQL, or `undefined` if GraphQL does not report it. */
async function reportedBy(graphql: Binding, id: string, options: CallOptions): Promise<string | undefined> {
  return (await substitute(graphql.get(id, options), isFinal, undefined))?.templateId || undefined;
}
