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
 * The lists that a newer document cuts into pages: `spec/openapi.yaml` of github.com/runpod/typescript-api-sdk at
 * 71be6663, of September 2026, which has them as here and is the published one otherwise. It requires `pagination`.
 */
export const pagedLists = ["listPods", "listEndpoints", "listTemplates", "listEndpointReleases"];

/** The published document itself, for an emulator that serves nothing newer. */
export const original = new ContractDocument(exceptions);

/** What requests and responses are held against. */
export const contract = new ContractDocument(exceptions, pagedLists, overlays);
