import { PlatformError } from "../../client";
import { parsePath, type Values, valueAt } from "../../kernel/values";
import type { Declaration, Referred } from "../planning/declaration";

/** RunPod's names for each kind in a refusal. */
const words = {
  template: /template/i,
  "registry credential": /registr|credential/i,
  "network volume": /volume/i,
  endpoint: /endpoint/i,
} as const satisfies Record<Referred, RegExp>;

/**
 * Adds the name of the input to RunPod's refusal of an id, if RunPod finds no such template, credential, volume or
 * endpoint.
 */
export function namingWrongId<E>(error: E, ids: Declaration["ids"], inputs: Values): E {
  if (!(error instanceof PlatformError) || !/not found|there is no|does not exist/i.test(error.message)) return error;
  const given = Object.entries(ids).flatMap(([path, kind]) =>
    textsOf(valueAt(inputs, parsePath(path))).map((id) => ({ kind, text: `${path}: ${JSON.stringify(id)}` })),
  );
  const named = given.filter(({ kind }) => words[kind].test(error.message));
  const meant = named.length > 0 ? named : error.status === 404 ? given : [];
  if (meant.length === 0) return error;
  const kinds = [...new Set(meant.map(({ kind }) => kind))];
  const isPublicToo = kinds.includes("template") ? ", or of a public template" : "";
  // Podwright changes the message in place, because callers need the class of the error.
  error.message =
    `${error.message} The program gives ${meant.map(({ text }) => text).join(" and ")}. ` +
    `Give the id of a ${kinds.join(" or ")} in the account of this API key${isPublicToo}: the output id of its resource, or the id in the RunPod console.`;
  return error;
}

function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value.flatMap(textsOf) : [];
}
