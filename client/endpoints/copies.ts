import type { Template } from "../account/templates";
import { sameTokens } from "./tokens";
import type { RestEndpoint } from "./types";

/**
 * REST copies a template into the endpoint and does not record which one. The copy carries the template's id in the
 * environment of the workers: a read reports it, a create whose response was lost can be recognised, and a change of
 * the template can be made in its copies.
 */
const TEMPLATE_KEY = "PODWRIGHT_TEMPLATE_ID";

/** The part of a body that copies a template. The platform merges the environment into the template's, by key. */
export function copyOf(templateId: string) {
  return { templateId, env: { [TEMPLATE_KEY]: templateId } };
}

/** The template that was copied into the endpoint; `undefined` for a copy that this client did not make. */
export function copiedFrom({ env }: Pick<RestEndpoint, "env">): string | undefined {
  return env[TEMPLATE_KEY];
}

/** Whether the copy still equals the template. */
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
