import type { RunStack } from "../../session/run";

/** The type token in `urn:pulumi:stack::project::parent$type::name`; empty without one. */
export function typeOf(urn: string): string {
  const types = urn.split("::")[2] ?? "";
  return types.slice(types.lastIndexOf("$") + 1);
}

/** Whether the resource has a parent, such as a component. */
export function hasParent(urn: string): boolean {
  return (urn.split("::")[2] ?? "").includes("$");
}

/** The project of the stack. */
export function projectOf(urn: string): string {
  return urn.split("::")[1] ?? "";
}

/** No call to a plugin contains the organization. */
export function stackOf(urn: string): RunStack {
  const [stack = ""] = urn.replace(/^urn:pulumi:/, "").split("::");
  return { organization: "-", project: projectOf(urn), stack };
}

/** The resource's name in the program: everything after the type, for names may hold `::` themselves. */
export function nameOf(urn: string): string {
  return urn.split("::").slice(3).join("::");
}

/** Whether the engine has made the provider from the stack's configuration; true without a URN, as in `pulumi do`. */
export function isDefaultProvider(urn: string): boolean {
  return /^(default(_.*)?)?$/.test(nameOf(urn));
}
