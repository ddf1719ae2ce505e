import { createHash } from "node:crypto";
import type { RunStack } from "./run";

/** A resource of a program. */
export interface Owner extends Pick<RunStack, "project" | "stack"> {
  /** Logical name of the resource. */
  readonly name: string;
}

/**
 * The resource that created an item, according to the item itself. Because of this fact alone, Podwright never adopts
 * or deletes the item.
 */
export interface Origin {
  /** Logical name of the resource. */
  readonly name: string;
  /** Marker of the creation. */
  readonly marker: string;
}

const sealed = /^(.*)-([0-9a-f]{7})([0-9a-f]{5})$/s;

/** Generates a name that also identifies its owner, for kinds on which RunPod stores no other text. */
export function sealedName(owner: Owner, uniqueName: string): string {
  return `${uniqueName}${sealOf(owner, uniqueName)}`;
}

/** Returns the stack's resource for which a name was generated. */
export function originInName(name: string, { project, stack }: RunStack): Origin | undefined {
  const [, logicalName = "", unique = "", seal] = sealed.exec(name) ?? [];
  const isOurs = seal === sealOf({ project, stack, name: logicalName }, `${logicalName}-${unique}`);
  return isOurs ? { name: logicalName, marker: name } : undefined;
}

/**
 * Computes 20 bits from the owner and the name. A name of another stack has the right bits by chance in one of a million cases. The bits do
 * not depend on the organization, because the plugin does not know it.
 */
function sealOf({ project, stack, name }: Owner, uniqueName: string): string {
  const text = JSON.stringify([project, stack, name, uniqueName]);
  return createHash("sha256").update(text).digest("hex").slice(0, 5);
}
