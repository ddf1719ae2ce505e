/** The reasons for an assumption. */
export type Evidence =
  | { readonly document: string }
  /** The number of a recording in `test/contract/recordings`. */
  | { readonly recording: string; readonly contradicts: boolean }
  | { readonly measured: string };

/** Names a document that RunPod has published, and the part of the document. */
const document =
  (name: string) =>
  (part: string): Evidence => ({ document: `${name}, ${part}` });

export const restDocument = document("REST v2 document");
/** RunPod has changed this document; this is its version of September 2026. */
export const newerDocument = document("REST v2 document of September 2026");
/** Pages of RunPod's documentation. */
export const pages = document("RunPod's pages");
/** The GraphQL schema in RunPod's own clients. */
export const schema = document("GraphQL schema in RunPod's clients");

export const recorded = (recording: string): Evidence => ({ recording, contradicts: false });

/** A recording that contradicts the assumption. Podwright works even if RunPod behaves as in the recording. */
export const contradicted = (recording: string): Evidence => ({ recording, contradicts: true });

/** Says where and when the assumption was measured. */
export const measurement = (by: string): Evidence => ({ measured: by });
export const LIVE = measurement("on the live service, August 2026");
