import type { Platform } from "../../client";
import { isPlatformError, substitute } from "../../client/http/answers/substitute";
import type { OnAccount } from "./kinds";

/** The form of RunPod's ids. A text of another form may still be an id. */
const id = /^[a-z\d]{14}$/;

/** Tells whether a text has the form of an id. A name could also be the name of another team's resource. */
export function isId(word: string): boolean {
  return id.test(word);
}

/**
 * Returns the id of the resource with this id or name. If the text has the form of an id, the function returns it
 * without a request. If the account has no such resource, the function returns the result of `otherwise`.
 */
export async function resourceIdOf(
  kind: OnAccount,
  platform: Platform,
  word: string,
  signal: AbortSignal,
  otherwise: (word: string) => string,
): Promise<string> {
  if (id.test(word)) return word;
  // Help needs none of these modules.
  const [{ kindOnAccount }, { listAccount }, { findItem, UnknownNameError }, { ownerOf }] = await Promise.all([
    import("./kinds.js"),
    import("./inventory.js"),
    import("./find.js"),
    import("./ownership.js"),
  ]);
  const listed = listAccount(platform, { kinds: [kind], costs: false, signal });
  // A key that may only read bills cannot list resources. Podwright then uses the text as an id.
  const items = await substitute(listed, isPlatformError, undefined);
  if (items === undefined) return word;
  try {
    const owned = items.map((item) => ({ ...item, owner: ownerOf(item) }));
    return findItem(owned, word, kindOnAccount(kind).word).id;
  } catch (error) {
    if (!(error instanceof UnknownNameError)) throw error;
    return otherwise(word);
  }
}
