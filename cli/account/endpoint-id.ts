import type { Platform } from "../../client";
import { isPlatformError, substitute } from "../../client/http/answers/substitute";

/** The form of RunPod's ids. A text of another form may still be an id. */
const id = /^[a-z\d]{14}$/;

/** Returns the id of the endpoint with this id or name. If the text has the form of an id, this sends no request. */
export async function endpointIdOf(platform: Platform, word: string, signal: AbortSignal): Promise<string> {
  if (id.test(word)) return word;
  const [{ listAccount }, { findItem }, { ownerOf }] = await Promise.all([
    import("./inventory.js"),
    import("./find.js"),
    import("./ownership.js"),
  ]);
  const listed = listAccount(platform, { kinds: ["ServerlessEndpoint"], costs: false, signal });
  // A key that may only submit jobs cannot list endpoints. Podwright then uses the text as an id.
  const items = await substitute(listed, isPlatformError, undefined);
  if (items === undefined) return word;
  return findItem(
    items.map((item) => ({ ...item, owner: ownerOf(item) })),
    word,
    "endpoint",
  ).id;
}
