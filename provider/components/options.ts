import type { ComponentResourceOptions, CustomResourceOptions } from "@pulumi/pulumi";

/** Options that Pulumi ignores on a component. Each sentence says what to write instead. */
const refused: Readonly<Record<string, string>> = {
  ignoreChanges: "set it on the component's resources with the option transforms",
  replaceOnChanges: "name the inputs in blueGreenOn",
  replacementTrigger: "put the trigger into env, and set blueGreenOn to a list with env",
  replaceWith: "put the id of the other resource into an input that blueGreenOn names, as a plain value",
};

/** Returns a line for each option that would have no effect. An empty list asks for nothing. */
export function optionProblems(options: ComponentResourceOptions): string[] {
  const given = new Map<string, unknown>(Object.entries(options));
  return Object.entries(refused)
    .filter(([name]) => asksForSomething(given.get(name)))
    .map(([name, instead]) => `option ${name}: has no effect, because Pulumi ignores it on a component: ${instead}`);
}

/**
 * Returns the component's options that its resources need themselves. The engine passes `protect`, `retainOnDelete` and
 * `deletedWith` on to the children, but no time-outs.
 */
export function childOptions({ customTimeouts }: ComponentResourceOptions): CustomResourceOptions {
  return customTimeouts === undefined ? {} : { customTimeouts };
}

function asksForSomething(option: unknown): boolean {
  return Array.isArray(option) ? option.length > 0 : option !== undefined;
}
