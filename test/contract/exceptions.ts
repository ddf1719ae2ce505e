import { ContractDocument, type Exception } from "./document";

export const exceptions: readonly Exception[] = ["status", "stream", "cancel", "retry"].map((name) => ({
  pointer: `/components/schemas/QueueBasedRequestUrls/properties/${name}`,
  published: { format: "uri" },
  corrected: { format: "uri-template" },
  reason: "The address ends in the literal {job_id}, as in the document's own examples, and a URI has no braces.",
  neededBy: "createEndpoint",
}));

/** What requests and responses are held against. */
export const contract = new ContractDocument(exceptions);
