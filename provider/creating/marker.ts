import { randomBytes } from "node:crypto";
import { OperationError } from "../operations/errors";

/** Seven characters: enough that two creations never share a name. */
function suffix(): string {
  return randomBytes(5).toString("hex").slice(0, 7);
}

/** A name nobody else has, from the resource's name in the program. */
export function generateName(logicalName: string): string {
  return `${logicalName}-${suffix()}`;
}

/** A creation marker of 128 bits, for a place where it may be long. */
export function generateMarker(): string {
  return randomBytes(16).toString("hex");
}

/** Set by a host's `check`, never shown, never compared. */
export type Marks = {
  /** The generated name, or a generated word beside a name of the user's own. */
  readonly __autoname?: string | undefined;
  /** The creation's marker, where it is not the generated name. */
  readonly __nonce?: string | undefined;
};

interface Named extends Marks {
  readonly name?: string | undefined;
}

/** The marker of one creation; `undefined` where no host has set one. */
export function markerOf({ __nonce, __autoname }: Marks): string | undefined {
  return __nonce ?? __autoname;
}

/** The marker of one creation. A name of the user's own is none: other resources may have the same name. */
export function nonceOf(marks: Marks): string {
  const marker = markerOf(marks);
  if (marker === undefined) {
    throw new OperationError(
      "the inputs hold no creation marker, so nothing could prove what this creation makes: nothing was sent",
    );
  }
  return marker;
}

/** Whether the name itself is the marker. */
export function isAutonamed(named: Named): boolean {
  return named.name !== undefined && named.name === markerOf(named);
}
