import type { Templates } from "../../account/templates";
import { RuleError } from "../../errors";
import { isFinal, isNotFound, substitute } from "../../http/answers/substitute";
import type { CallOptions } from "../../http/requests";
import type { EndpointSurface } from "../types";
import { copiedFrom } from "./copies";
import type { RestEndpoint } from "./record";

/** Reads facts about an endpoint's template that REST does not report. */
export interface TemplateLookups {
  readonly templates: Pick<Templates, "get" | "list">;
  /** Only this surface reports an endpoint's template. Absent once RunPod has retired it. */
  readonly graphql?: Binding | undefined;
}

/** The surface that binds an endpoint to another template, and deletes the endpoint alone. */
type Binding = Pick<EndpointSurface, "get" | "update" | "delete">;

export interface SharedTemplate {
  readonly id: string;
  /** The surface that reports the template. */
  readonly surface: Binding;
}

/**
 * The template that the endpoint shares with all who can see it; `undefined` for an endpoint with a copy of its own.
 *
 * An endpoint created over GraphQL is bound to the given template itself. An endpoint created over REST has a hidden
 * copy, and REST does not distinguish them. So GraphQL names the template, and the account shows whether it is visible.
 * Without GraphQL's report, this looks for templates that the endpoint could be bound to: they have its image and its
 * marker. If there are any, this throws a `RuleError`, because the request could harm such a template.
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
    sentence: `${operation} was not sent: over REST it could ${harm} a template together with endpoint ${endpoint.id} (${candidates.map(({ id }) => id).join(" or ")}), and RunPod does not report which one it uses`,
    hint: "Use a key that may use GraphQL, or make the change in RunPod's console.",
  });
}

/** `undefined` without a report. */
async function reportedBy(graphql: Binding, id: string, options: CallOptions): Promise<string | undefined> {
  return (await substitute(graphql.get(id, options), isFinal, undefined))?.templateId || undefined;
}
