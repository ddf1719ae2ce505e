import type { RunStack } from "../../operations/run";

/** The type token in `urn:pulumi:stack::project::parent$type::name`; empty where there is none. */
export function typeOf(urn: string): string {
  const types = urn.split("::")[2] ?? "";
  return types.slice(types.lastIndexOf("$") + 1);
}

/** Whether the resource belongs to another one, such as a component. */
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

/** Whether the engine has made the provider of the stack's configuration; without a URN, as `pulumi do` has none, it has. */
export function isDefaultProvider(urn: string): boolean {
  return /^(default(_.*)?)?$/.test(nameOf(urn));
}
