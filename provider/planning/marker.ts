import { randomBytes } from "node:crypto";
import { OperationError } from "../pulumi/errors";

/** Generates a unique name: the resource's name in the program with seven random characters. */
export function generateName(logicalName: string): string {
  return `${logicalName}-${randomBytes(5).toString("hex").slice(0, 7)}`;
}

/** Generates a marker of 128 bits, because the value of an environment variable may be long. */
export function generateMarker(): string {
  return randomBytes(16).toString("hex");
}

/**
 * Hidden inputs with the markers of a creation. A host's `check` sets them, and Podwright never shows or compares them.
 */
export type Markers = {
  /** The generated name. For a resource with an explicit name, it is a generated word that marks the creation. */
  readonly __autoname?: string | undefined;
  /** Marker of the creation, if it is not the generated name. */
  readonly __nonce?: string | undefined;
};

/** Returns the marker of a creation, or `undefined` if no host has set it. */
export function markerOf({ __nonce, __autoname }: Markers): string | undefined {
  return __nonce ?? __autoname;
}

/**
 * Returns the marker of a creation, or throws. An explicit name is no marker, because other resources may have the same
 * name.
 */
export function requireMarker(markers: Markers): string {
  const marker = markerOf(markers);
  if (marker === undefined) {
    throw new OperationError(
      "the inputs contain no creation marker, so Podwright could not recognize the created item, and sent nothing",
    );
  }
  return marker;
}

/** Tells whether the name itself is the marker. */
export function isAutonamed(inputs: Markers & { readonly name?: string | undefined }): boolean {
  return inputs.name !== undefined && inputs.name === markerOf(inputs);
}
