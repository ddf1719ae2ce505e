import { createHash } from "node:crypto";
import type { RunStack } from "./run";

/** A resource of a program. */
export interface Owner extends Pick<RunStack, "project" | "stack"> {
  /** The logical name. */
  readonly name: string;
}

/** The resource that created an item, as the item itself shows it. It is no proof that Podwright may adopt or delete the item. */
export interface Origin {
  /** The logical name of the resource. */
  readonly name: string;
  /** The marker of the creation. */
  readonly marker: string;
}

const sealed = /^(.*)-([0-9a-f]{7})([0-9a-f]{5})$/s;

/** A generated name that also shows its owner, for a kind that RunPod gives no other place for it. */
export function sealedName(owner: Owner, uniqueName: string): string {
  return `${uniqueName}${sealOf(owner, uniqueName)}`;
}

/** The resource of the stack that a name was generated for. */
export function originInName(name: string, { project, stack }: RunStack): Origin | undefined {
  const [, logicalName = "", unique = "", seal] = sealed.exec(name) ?? [];
  const isOurs = seal === sealOf({ project, stack, name: logicalName }, `${logicalName}-${unique}`);
  return isOurs ? { name: logicalName, marker: name } : undefined;
}

/**
 * Has twenty bits: by chance one in a million names of another stack matches. The organization is no part, because the
 * plugin does not learn it.
 */
function sealOf({ project, stack, name }: Owner, uniqueName: string): string {
  const text = JSON.stringify([project, stack, name, uniqueName]);
  return createHash("sha256").update(text).digest("hex").slice(0, 5);
}
