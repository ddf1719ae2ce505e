import { randomBytes } from "node:crypto";

/** Seven characters: enough that two creations never share a name. */
function suffix(): string {
  return randomBytes(5).toString("hex").slice(0, 7);
}

/** A name nobody else has, from the resource's name in the program. */
export function generateName(logicalName: string): string {
  return `${logicalName}-${suffix()}`;
}

interface Named {
  readonly name?: string | undefined;
  /** The generated name, or a generated word beside a name of the user's own. Set by `check`, never compared. */
  readonly __autoname?: string | undefined;
}

/** The mark of one creation. */
export function nonceOf({ __autoname, name }: Named): string {
  return __autoname ?? name ?? "";
}

/** Whether the name itself is the mark. */
export function isAutonamed({ __autoname, name }: Named): boolean {
  return name === __autoname;
}
