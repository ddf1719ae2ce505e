import { randomBytes } from "node:crypto";
import { OperationError } from "../values/errors";

/** A unique name, from the resource's name in the program. Seven characters make it unique. */
export function generateName(logicalName: string): string {
  return `${logicalName}-${randomBytes(5).toString("hex").slice(0, 7)}`;
}

/** A marker of 128 bits, for environment variables: their values may be long. */
export function generateMarker(): string {
  return randomBytes(16).toString("hex");
}

/** Set by a host's `check`, never shown, never compared. */
export type Markers = {
  /** The generated name. Beside an explicit name, it is a generated word that marks the creation. */
  readonly __autoname?: string | undefined;
  /** The creation's marker, if it is not the generated name. */
  readonly __nonce?: string | undefined;
};

/** The marker of one creation; `undefined` if no host has set it. */
export function markerOf({ __nonce, __autoname }: Markers): string | undefined {
  return __nonce ?? __autoname;
}

/** The marker of one creation. An explicit name is none: other resources may have the same name. */
export function requireMarker(markers: Markers): string {
  const marker = markerOf(markers);
  if (marker === undefined) {
    throw new OperationError(
      "the inputs contain no creation marker, so Podwright could not recognize the created item, and sent nothing",
    );
  }
  return marker;
}

/** Whether the name itself is the marker. */
export function isAutonamed(inputs: Markers & { readonly name?: string | undefined }): boolean {
  return inputs.name !== undefined && inputs.name === markerOf(inputs);
}
