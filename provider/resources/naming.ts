import { randomBytes } from "node:crypto";

/** Seven characters: enough that two creations never share a name. */
function suffix(): string {
  return randomBytes(5).toString("hex").slice(0, 7);
}

/** A name nobody else has, from the resource's name in the program. */
export function generateName(logicalName: string): string {
  return `${logicalName}-${suffix()}`;
}

/** Set by a host's `check`, never shown, never compared. */
export type Marks = {
  /** The generated name, or a generated word beside a name of the user's own: the mark of one creation. */
  readonly __autoname?: string | undefined;
  /** The mark, where the generated name follows a pattern of the user's and may repeat. */
  readonly __nonce?: string | undefined;
};

interface Named extends Marks {
  readonly name?: string | undefined;
}

/** The mark of one creation. */
export function nonceOf({ __nonce, __autoname, name }: Named): string {
  return __nonce ?? __autoname ?? name ?? "";
}

/** Whether the name itself is the mark. */
export function isAutonamed(named: Named): boolean {
  return named.name === nonceOf(named);
}
