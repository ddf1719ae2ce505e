import { Kind, visit } from "graphql";
import type { Platform } from "../platform/platform";
import type { RequestContext } from "./request-context";

/**
 * Records the items that a request names outside its path: in a GraphQL document or its variables, or in the response to a
 * create. Records only ids of existing items, so that the journal keeps no other text of a request.
 */
export function nameItems(platform: Platform, { entry, graphql }: RequestContext, response?: unknown): void {
  const texts = new Set(response === undefined ? [] : idsIn(response));
  if (graphql && response === undefined) {
    visit(graphql.document, { [Kind.STRING]: ({ value }) => void texts.add(value) });
    for (const text of textsIn(graphql.variables)) texts.add(text);
  }
  platform.journal.name(
    entry,
    [...texts].filter((text) => isItem(platform, text)),
  );
}

function isItem(platform: Platform, id: string): boolean {
  const { pods, clusters, templates, volumes, registries, secrets, endpoints, publicEndpoints } = platform;
  return [pods, clusters, templates, volumes, registries, secrets, endpoints, publicEndpoints].some((items) =>
    items.has(id),
  );
}

/** Returns the id of a created item, at the top of a REST response or in a field of GraphQL's data. */
function idsIn(response: unknown): string[] {
  const { id, data } = Object(response);
  const created =
    data === null || data === undefined ? [] : Object.values(Object(data)).map((field) => Object(field).id);
  return [id, ...created].filter((text) => typeof text === "string");
}

/** Returns all texts in a JSON value. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
