import type { Template } from "../../account/templates";
import { sameTokens } from "../tokens";
import type { RestEndpoint } from "./record";

/**
 * REST copies a template into the endpoint and does not record which one. The copy carries the template's id in the
 * workers' environment. With it, a read reports the template, Podwright recognises a create after a lost response, and an
 * update of the template can reach its copies.
 */
const TEMPLATE_KEY = "PODWRIGHT_TEMPLATE_ID";

/** Which variables of a copy are the endpoint's own, so that a new copy keeps them: names with commas between. */
const OWN_KEY = "PODWRIGHT_ENDPOINT_ENV";

export type Env = Readonly<Record<string, string>>;

/** The part of a body that copies a template. RunPod merges the environment into the template's, by key. */
export function copyOf(templateId: string, own: Env = {}) {
  const names = Object.keys(own).sort().map(encodeURIComponent);
  const list = names.length === 0 ? {} : { [OWN_KEY]: names.join() };
  return { templateId, env: { ...own, ...list, [TEMPLATE_KEY]: templateId } };
}

/**
 * The template that was copied into the endpoint; `undefined` for a copy that this client did not make. A clone of an
 * endpoint carries the marker too, so the marker alone is no reason to write into an endpoint.
 */
export function copiedFrom({ env }: { readonly env: Env }): string | undefined {
  return env[TEMPLATE_KEY];
}

/** The endpoint's own environment, without its template's; `undefined` for a copy that this client did not make. */
export function ownEnv({ env }: Pick<RestEndpoint, "env">): Env | undefined {
  if (env[TEMPLATE_KEY] === undefined) return undefined;
  const names = env[OWN_KEY]?.split(",") ?? [];
  return Object.fromEntries(Object.entries(env).filter(([name]) => names.includes(encodeURIComponent(name))));
}

/** Whether the copy still equals the template, with the endpoint's own environment over it. */
export function isCurrent(copy: RestEndpoint, template: Template): boolean {
  const { [TEMPLATE_KEY]: _id, [OWN_KEY]: _own, ...env } = copy.env;
  return (
    copy.image === template.image &&
    copy.args === template.args &&
    copy.disk === template.disk &&
    copy.registry === template.registry &&
    sameTokens(copy.ports.join(), template.ports.join()) &&
    sameEntries(env, { ...template.env, ...ownEnv(copy) })
  );
}

export function sameEntries(a: Env, b: Env): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}
