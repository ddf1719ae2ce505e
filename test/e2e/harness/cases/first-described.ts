import { namesOf } from "../../../../client/endpoints/settings";
import { podRows } from "../../../../client/pods/scalars";
import { type Values, valueAt } from "../../../../kernel/values";
import type { Kind } from "../stack/stack";

/** Inputs that the original interface did not have, by kind; `all` for a kind that it did not have. */
const newerInputs: Partial<Record<Kind, "all" | readonly string[]>> = {
  Cluster: "all",
  Secret: "all",
  SshKey: "all",
  Pod: ["entrypoint", "cmd", ...podRows.newer],
  Template: ["entrypoint", "cmd"],
  ServerlessEndpoint: namesOf(({ newer }) => newer === true),
  Job: ["policy", "webhook"],
  Task: ["templateId"],
};

/** Other differences of the original interface: no host filters, one pool, one flash boot, data centers as a preference. */
const newerCases: Partial<Record<Kind, readonly RegExp[]>> = {
  Pod: [/^gpu-(allowed|min)/],
  ServerlessEndpoint: [/^gpuIds/, /^flashBootType/],
};

/** Whether the original interface has resources of the kind. */
export const isFirstServed = (kind: Kind): boolean => newerInputs[kind] !== "all";

interface Change {
  readonly kind: Kind;
  readonly name: string;
  readonly before: Values;
  readonly after: Values;
}

/** How much a mount grows. The original interface refused any growth. */
const growth = (before: Values, after: Values) => {
  const [old = 0, now = 0] = [before, after].map((inputs) => valueAt(inputs, ["mounts", "persistent", "size"]));
  return old === 0 ? 0 : Number(now) - Number(old);
};

/** Whether a program for the original interface can make the change. */
export function isFirstDescribed({ kind, name, before, after }: Change): boolean {
  const newer = newerInputs[kind] ?? [];
  if (newer === "all" || growth(before, after) > 0 || newerCases[kind]?.some((pattern) => pattern.test(name)))
    return false;
  return [before, after].every((inputs: Values) => newer.every((input) => inputs[input] === undefined));
}
