import { isRecord, type Values } from "../../../kernel/values";
import type { Run } from "../../session/run";
import type { ServerlessEndpointInputs } from "./serverless-endpoint";

/** Advice for a load balancer whose workers run, although none of them is ready. */
export const whenNotRoutable =
  "A load balancer sends requests only to workers that answer RunPod's health check with 200. Let the server answer GET /ping on the port of PORT_HEALTH, set PORT and PORT_HEALTH in the template's env, and expose both ports in the template's ports.";

type Declared = Partial<Pick<ServerlessEndpointInputs, "type" | "templateId" | "env">>;

/** The part of a template that decides whether a load balancer finds its workers. The values come from a program or RunPod. */
interface Served {
  readonly templateId: string;
  readonly env: Values;
  readonly ports: readonly unknown[];
}

/**
 * Returns the path of a load balancer's health check, from the environment of its workers, and warns of ports that do not fit. It
 * returns `undefined` for a queue, or if Podwright cannot read the template.
 */
export async function healthPathOf(run: Run, inputs: Declared): Promise<string | undefined> {
  const served = await servedBy(run, inputs);
  if (served === undefined) return undefined;
  for (const warning of portWarnings(served)) run.warn(warning);
  const { HEALTH_CHECK_PATH: path } = served.env;
  return typeof path === "string" ? path : "/ping";
}

/** Returns the warnings that `healthPathOf` would give, for a preview. */
export async function foreseePorts(run: Run, inputs: Declared): Promise<string[]> {
  const served = await servedBy(run, inputs);
  return served === undefined ? [] : portWarnings(served);
}

/** Reads the template: the program's, if the stack has it, otherwise RunPod's. A save reports a template that is missing. */
async function servedBy(run: Run, { type, templateId, env: own }: Declared): Promise<Served | undefined> {
  if (type !== "LB" || templateId === undefined) return undefined;
  const declared = run.recorded?.followed.get(templateId)?.inputs;
  const template: Values | undefined =
    declared ??
    (await run.platform.templates.get(templateId, { signal: run.signal }).then(
      (live) => ({ ...live }),
      () => undefined,
    ));
  if (template === undefined) return undefined;
  const { env, ports } = template;
  return { templateId, env: { ...(isRecord(env) ? env : {}), ...own }, ports: Array.isArray(ports) ? ports : [] };
}

/**
 * RunPod's guides say that the exposed port, PORT and PORT_HEALTH must be set and agree. If they do not, workers run, but none is
 * ready.
 */
function portWarnings({ templateId, env, ports }: Served): string[] {
  if (env.PORT_HEALTH === undefined) {
    return [
      `the environment of template ${templateId} has no PORT_HEALTH, so no worker of this load-balancing endpoint may become ready. Set PORT and PORT_HEALTH in the template's env, and expose the port in the template's ports`,
    ];
  }
  // A preview may not know a value yet.
  const isHidden = (port: unknown) => typeof port === "string" && !ports.includes(`${port}/http`);
  const hidden = [...new Set([env.PORT, env.PORT_HEALTH].filter(isHidden))];
  return hidden.map((port) => {
    const names = ["PORT", "PORT_HEALTH"].filter((name) => env[name] === port).join(" and ");
    return `template ${templateId} does not expose port ${port}, the value of ${names}, so no worker of this load-balancing endpoint may become ready. Add "${port}/http" to the template's ports`;
  });
}
