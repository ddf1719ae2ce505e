/** Why Podwright may believe an assumption. */
export type Evidence =
  | { readonly document: string }
  /** The number of a file of test/contract/recordings. */
  | { readonly recording: string; readonly contradicts: boolean }
  | { readonly measured: string };

/** A document that RunPod has published, and the part of it. */
const document =
  (name: string) =>
  (part: string): Evidence => ({ document: `${name}, ${part}` });

export const restDocument = document("REST v2 document");
/** As of September 2026. */
export const newerDocument = document("REST v2 document of September 2026");
/** RunPod's documentation for people. */
export const pages = document("RunPod's pages");
/** The GraphQL schema as RunPod's own clients have it. */
export const schema = document("GraphQL schema in RunPod's clients");

export const recorded = (recording: string): Evidence => ({ recording, contradicts: false });

/** A recording that contradicts the assumption. Podwright copes with both. */
export const contradicted = (recording: string): Evidence => ({ recording, contradicts: true });

/** By whom and when. */
export const measurement = (by: string): Evidence => ({ measured: by });
export const LIVE = measurement("on the live service, August 2026");
