import { createHash } from "node:crypto";
import { pick, type Values } from "../../kernel/values";
import type { Declaration } from "../planning/declaration";
import { generateMarker, generateName, type Markers } from "../planning/marker";
import { sealedName } from "../session/owner";
import type { RunStack } from "../session/run";

/** Facts from a host about the name of a resource. */
export interface NamingRequest {
  readonly logicalName: string;
  /** Absent if the host does not know the stack. */
  readonly stack?: RunStack | undefined;
  /**
   * Random bytes from the engine, which sends the same bytes at preview and at `up`. Empty or absent if the engine
   * sends none.
   */
  readonly seed?: Uint8Array | undefined;
  /** Autonaming configuration of the project. */
  readonly autonaming?: { readonly mode: "propose" | "enforce" | "disable"; readonly proposedName: string } | undefined;
  /** Name that the program gives. */
  readonly given?: unknown;
}

/** Number of characters that a generated name adds to the resource's name at most. `nameFrom` may add one of them. */
const suffixLength = 14;

/**
 * Generates names and markers from the engine's seed. The same seed gives the same name, so that an earlier plan stays
 * valid.
 */
export function markersFor(
  olds: Values,
  {
    markerIn,
    nameFrom = (name) => name,
    longestName = Number.POSITIVE_INFINITY,
  }: Pick<Declaration, "markerIn" | "nameFrom" | "longestName">,
  { logicalName, stack, seed = new Uint8Array(), autonaming, given }: NamingRequest,
): Markers {
  if (olds.__autoname !== undefined) return markersIn(olds);
  const written = nameFrom(logicalName.slice(0, longestName - suffixLength));
  const plain = uniqueName(written, seed);
  const isSealed = markerIn === "sealed name" && stack !== undefined;
  // A reader of the name knows only the written form of the logical name.
  const unique = isSealed ? sealedName({ ...stack, name: written }, plain) : plain;
  const strong = markerIn === "environment" ? { __nonce: uniqueMarker(seed) } : {};
  // A recorded resource without a marker was imported. It keeps its name, but the name is no marker.
  if (given === undefined && typeof olds.name === "string")
    return { __autoname: olds.name, __nonce: unique, ...strong };
  if (autonaming === undefined || autonaming.mode === "disable" || autonaming.proposedName === "") {
    return { __autoname: unique, ...strong };
  }
  // A name from the user's own pattern may repeat, so it is no marker.
  return { __autoname: autonaming.proposedName, __nonce: unique, ...strong };
}

export function markersIn(values: Values): Markers {
  return pick(values, ["__autoname", "__nonce"]);
}

function uniqueName(logicalName: string, seed: Uint8Array): string {
  return seed.length === 0 ? generateName(logicalName) : `${logicalName}-${digestOf(seed).slice(0, 7)}`;
}

function uniqueMarker(seed: Uint8Array): string {
  return seed.length === 0 ? generateMarker() : digestOf(seed).slice(32);
}

function digestOf(seed: Uint8Array): string {
  return createHash("sha256").update(seed).digest("hex");
}
