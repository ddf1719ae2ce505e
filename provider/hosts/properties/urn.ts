import type { RunStack } from "../../session/run";

/** Returns the type token of a URN such as `urn:pulumi:stack::project::parent$type::name`, or an empty text. */
export function typeOf(urn: string): string {
  const types = urn.split("::")[2] ?? "";
  return types.slice(types.lastIndexOf("$") + 1);
}

/** Tells whether the resource has a parent, such as a component. */
export function hasParent(urn: string): boolean {
  return (urn.split("::")[2] ?? "").includes("$");
}

/** Returns the project of the stack. */
export function projectOf(urn: string): string {
  return urn.split("::")[1] ?? "";
}

/** Returns the stack of a URN. The organization is unknown, because no call to a plugin contains it. */
export function stackOf(urn: string): RunStack {
  const [stack = ""] = urn.replace(/^urn:pulumi:/, "").split("::");
  return { organization: "-", project: projectOf(urn), stack };
}

/** Returns the resource's name in the program: everything after the type, because a name may contain `::`. */
export function nameOf(urn: string): string {
  return urn.split("::").slice(3).join("::");
}

/**
 * Tells whether the engine made the provider from the stack's configuration. An empty URN, as in `pulumi do`, also
 * means such a provider.
 */
export function isDefaultProvider(urn: string): boolean {
  return /^(default(_.*)?)?$/.test(nameOf(urn));
}
