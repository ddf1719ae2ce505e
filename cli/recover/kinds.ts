import { networkVolume, pod, type Resource, serverlessEndpoint, template } from "../../provider/resources";
import type { Values } from "../../provider/resources/values";
import type { PendingOperation } from "./state";

// The state holds plain values; what a kind reads of them was checked before it got there.
const kinds = new Map(
  [pod, serverlessEndpoint, template, networkVolume].map((resource) => [
    resource.kind,
    resource as unknown as Resource<Values>,
  ]),
);

/** Ours, under the dynamic host and under the plugin. */
const token = /^(?:pulumi-nodejs:dynamic\/podwright:|podwright:index:)(\w+)$/;

/** The resource behind a type token, or `undefined` where it belongs to another provider. */
export function resourceOf({ resource }: PendingOperation): Resource<Values> | undefined {
  return kinds.get(token.exec(resource.type)?.[1] ?? "");
}
