import type { Template } from "../../account/templates";
import { sameTokens } from "../tokens";
import type { RestEndpoint } from "./record";

/**
 * Over REST, RunPod copies a template into the endpoint and does not record the template's id. So the client writes this id
 * into the workers' environment. With this marker, a read can report the template, Podwright can find an endpoint whose create
 * got no response, and an update of the template can reach its copies.
 */
const TEMPLATE_KEY = "PODWRIGHT_TEMPLATE_ID";

/** Variable that lists the names of the endpoint's own variables, separated by commas. A new copy keeps these variables. */
const OWN_KEY = "PODWRIGHT_ENDPOINT_ENV";

export type Env = Readonly<Record<string, string>>;

/** Returns the part of a body that makes RunPod copy a template. RunPod merges `env` into the template's variables. */
export function copyOf(templateId: string, own: Env = {}) {
  const names = Object.keys(own).sort().map(encodeURIComponent);
  const list = names.length === 0 ? {} : { [OWN_KEY]: names.join() };
  return { templateId, env: { ...own, ...list, [TEMPLATE_KEY]: templateId } };
}

/**
 * Returns the id of the template that this client copied into the endpoint, else `undefined`. A clone of an endpoint has the
 * marker too, so the marker alone does not allow a write to an endpoint.
 */
export function copiedFrom({ env }: { readonly env: Env }): string | undefined {
  return env[TEMPLATE_KEY];
}

/** Returns the endpoint's own variables, without those of its template. `undefined` if this client did not make the copy. */
export function ownEnv({ env }: Pick<RestEndpoint, "env">): Env | undefined {
  if (env[TEMPLATE_KEY] === undefined) return undefined;
  const names = env[OWN_KEY]?.split(",") ?? [];
  return Object.fromEntries(Object.entries(env).filter(([name]) => names.includes(encodeURIComponent(name))));
}

/** Whether the copy still equals the template plus the endpoint's own variables. */
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
