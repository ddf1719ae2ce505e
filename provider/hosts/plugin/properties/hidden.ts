import { createHash } from "node:crypto";
import { generateMarker, generateName } from "../../../creating/naming";
import type { Resource } from "../../../operations/resource";
import type { Values } from "../../../planning/values";
import { pick } from "../../../planning/values";

/** Inputs of ours that no display shows and no comparison sees. */
export interface HiddenInputs {
  /** The generated name, kept across updates. */
  readonly __autoname?: string;
  /** The creation's marker: in the environment, or where the generated name follows the user's own pattern and may repeat. */
  readonly __nonce?: string;
}

/** What the engine says about naming a resource. */
export interface NamingRequest {
  readonly logicalName: string;
  readonly markerIn?: Resource<Values>["markerIn"] | undefined;
  /** The same at preview and `up`; empty where the engine sends none. */
  readonly seed: Uint8Array;
  /** The project's own autonaming configuration, where it has one. */
  readonly autonaming?: { readonly mode: "propose" | "enforce" | "disable"; readonly proposedName: string } | undefined;
}

/** Names and marks are made once, from the engine's seed, so that a plan made earlier still holds. */
export function nameHidden(olds: Values & HiddenInputs, request: NamingRequest): HiddenInputs {
  if (olds.__autoname !== undefined) {
    return hiddenOf(olds);
  }
  const unique = uniqueName(request);
  const { autonaming, markerIn } = request;
  const strong = markerIn === "environment" ? { __nonce: uniqueMarker(request) } : {};
  if (autonaming === undefined || autonaming.mode === "disable" || autonaming.proposedName === "") {
    return { __autoname: unique, ...strong };
  }
  return { __autoname: autonaming.proposedName, __nonce: unique, ...strong };
}

function uniqueName({ logicalName, seed }: NamingRequest): string {
  if (seed.length === 0) return generateName(logicalName);
  return `${logicalName}-${digestOf(seed).slice(0, 7)}`;
}

function uniqueMarker({ seed }: NamingRequest): string {
  return seed.length === 0 ? generateMarker() : digestOf(seed).slice(32);
}

function digestOf(seed: Uint8Array): string {
  return createHash("sha256").update(seed).digest("hex");
}

export function hiddenOf(values: Values & HiddenInputs): HiddenInputs {
  return pick(values, ["__autoname", "__nonce"]);
}
