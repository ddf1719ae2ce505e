import type { Pod } from "../../client";
import type { RunStack } from "../session/run";

/** The creator of a pod or an endpoint: a contact, but no proof that Podwright may adopt or delete the resource. */
export interface Creator extends RunStack {
  /** The resource's logical name. */
  readonly name: string;
  /** The marker of the creation. */
  readonly marker: string;
}

/** The environment key for the creator: in every pod, and in every endpoint that is created over REST. */
export const creatorKey = "PODWRIGHT_CREATED_BY";

/** Escapes the parts like parts of a URL, so that none can hold the slash between them. */
export function encodeCreator({ organization, project, stack, name, marker }: Creator): string {
  return [organization, project, stack, name, marker].map(encodeURIComponent).join("/");
}

/** Who created the pod, as far as its environment says. */
export function creatorOf({ env }: Pick<Pod, "env">): Creator | undefined {
  return creatorIn(env[creatorKey] ?? "");
}

/** The creator in such a text; `undefined` for a text that Podwright did not write. */
export function creatorIn(text: string): Creator | undefined {
  const parts = decoded(text);
  const [organization, project, stack, name, marker] = parts;
  if (parts.length !== 5 || parts.includes("")) return undefined;
  return { organization, project, stack, name, marker } as Creator;
}

function decoded(text: string): string[] {
  try {
    return text.split("/").map(decodeURIComponent);
  } catch {
    return [];
  }
}

/** The creator in such a text, if it is of this stack. An unknown organization on either side matches any. */
export function creatorOfStack(text: string, { organization, project, stack }: RunStack): Creator | undefined {
  const creator = creatorIn(text);
  if (creator === undefined || creator.project !== project || creator.stack !== stack) return undefined;
  const isSame = [creator.organization, "-"].includes(organization) || creator.organization === "-";
  return isSame ? creator : undefined;
}
