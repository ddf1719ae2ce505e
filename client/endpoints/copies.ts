import type { Template } from "../templates/types";
import type { RestEndpoint } from "./rest-record";
import { sameTokens } from "./tokens";

/**
 * REST copies a template into the endpoint and forgets which one it was (contract section 5.1). The name of the
 * template travels with the copy, in the environment of the workers: so a read can tell it, a creation whose answer
 * was lost can be recognised, and a change of the template can follow to its copies.
 */
const TEMPLATE_KEY = "PODWRIGHT_TEMPLATE_ID";

/** What a body says to have a template copied. The platform merges the environment into the template's, by key. */
export function copyOf(templateId: string) {
  return { templateId, env: { [TEMPLATE_KEY]: templateId } };
}

/** The template that the endpoint is a copy of; `undefined` where we did not make the copy. */
export function copiedFrom({ env }: Pick<RestEndpoint, "env">): string | undefined {
  return env[TEMPLATE_KEY];
}

/** Whether the copy still says what the template says. */
export function isCurrent(copy: RestEndpoint, template: Template): boolean {
  const { [TEMPLATE_KEY]: _, ...env } = copy.env;
  return (
    copy.image === template.image &&
    copy.args === template.args &&
    copy.disk === template.disk &&
    copy.registry === template.registry &&
    sameTokens(copy.ports.join(), template.ports.join()) &&
    sameEntries(env, template.env)
  );
}

function sameEntries(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}
