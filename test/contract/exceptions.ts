import type { Exception } from "./corrections";
import { ContractDocument } from "./document";
import { overlays } from "./overlays";

export const exceptions: readonly Exception[] = ["status", "stream", "cancel", "retry"].map((name) => ({
  pointer: `/components/schemas/QueueBasedRequestUrls/properties/${name}`,
  published: { format: "uri" },
  corrected: { format: "uri-template" },
  reason: "The address ends in the literal {job_id}, as in the document's own examples, and a URI has no braces.",
  neededBy: "createEndpoint",
}));

/**
 * The lists with pages in a newer document: `spec/openapi.yaml` of github.com/runpod/typescript-api-sdk at 71be6663, of
 * September 2026. That document has these pages, requires `pagination`, and otherwise equals the published one.
 */
export const pagedLists = ["listPods", "listEndpoints", "listTemplates", "listEndpointReleases"];

/** The published document itself, for an emulator of the original interface. */
export const original = new ContractDocument(exceptions);

/** The document for checks of requests and responses. */
export const contract = new ContractDocument(exceptions, pagedLists, overlays);
