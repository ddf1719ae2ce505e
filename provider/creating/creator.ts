import type { Pod } from "../../client";
import type { RunStack } from "../operations/run";

/** Who created a pod or an endpoint: whom to ask about it, and no proof that anybody may adopt or delete it. */
export interface Creator extends RunStack {
  /** The resource's logical name. */
  readonly name: string;
  /** The marker of the creation. */
  readonly marker: string;
}

/** The environment key for it: of every pod, and of every endpoint that is created over REST. */
export const creatorKey = "PODWRIGHT_CREATED_BY";

/** Parts are escaped like those of a URL, so that none can hold the slash between them. */
export function encodeCreator({ organization, project, stack, name, marker }: Creator): string {
  return [organization, project, stack, name, marker].map(encodeURIComponent).join("/");
}

/** Who created the pod, as far as its environment says. */
export function creatorOf({ env }: Pick<Pod, "env">): Creator | undefined {
  return creatorIn(env[creatorKey] ?? "");
}

/** The creator in such a text; `undefined` where somebody else wrote it. */
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

/** The creator in such a text, if it is of this stack. An organization that one side does not know matches any. */
export function creatorOfStack(text: string, { organization, project, stack }: RunStack): Creator | undefined {
  const creator = creatorIn(text);
  if (creator === undefined || creator.project !== project || creator.stack !== stack) return undefined;
  const isSame = [creator.organization, "-"].includes(organization) || creator.organization === "-";
  return isSame ? creator : undefined;
}
