import type { Pod } from "../../client";
import type { RunStack } from "../session/run";

/**
 * Names the program's resource that created a pod or an endpoint. Podwright only shows the creator to the user, and
 * never adopts or deletes an item because of it.
 */
export interface Creator extends RunStack {
  /** The resource's logical name. */
  readonly name: string;
  /** The marker of the creation. */
  readonly marker: string;
  /** Kind of the resource, if it makes items of another kind: a task makes pods. Absent for the item's own kind. */
  readonly kind?: string | undefined;
}

/**
 * Environment variable that names the creator. Podwright sets it in every pod, and in every endpoint that it creates
 * over REST.
 */
export const creatorKey = "PODWRIGHT_CREATED_BY";

/** Joins the parts with slashes. It escapes each part as in a URL, so that no part contains a slash. */
export function encodeCreator({ organization, project, stack, name, marker, kind }: Creator): string {
  const parts = [organization, project, stack, name, marker, ...(kind === undefined ? [] : [kind])];
  return parts.map(encodeURIComponent).join("/");
}

/** Returns the creator that the pod's environment names. */
export function creatorOf({ env }: Pick<Pod, "env">): Creator | undefined {
  return creatorIn(env[creatorKey] ?? "");
}

/** Reads a creator from the text of the variable. Returns `undefined` for a text that Podwright did not write. */
export function creatorIn(text: string): Creator | undefined {
  const parts = decoded(text);
  const [organization, project, stack, name, marker, kind] = parts;
  if ((parts.length !== 5 && parts.length !== 6) || parts.includes("")) return undefined;
  return { organization, project, stack, name, marker, ...(kind === undefined ? {} : { kind }) } as Creator;
}

function decoded(text: string): string[] {
  try {
    return text.split("/").map(decodeURIComponent);
  } catch {
    return [];
  }
}

/**
 * Reads a creator from the text, but only if it belongs to this stack and has this kind. An unknown organization matches
 * every organization.
 */
export function creatorOfStack(
  text: string,
  { organization, project, stack }: RunStack,
  kind?: string,
): Creator | undefined {
  const creator = creatorIn(text);
  if (creator?.kind !== kind || creator?.project !== project || creator.stack !== stack) return undefined;
  const isSame = [creator.organization, "-"].includes(organization) || creator.organization === "-";
  return isSame ? creator : undefined;
}
