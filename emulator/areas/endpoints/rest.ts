import { problems } from "../../http/problem";
import { containerOfEndpoint } from "../../platform/endpoint-container";
import type { Platform } from "../../platform/platform";
import { type Container, checkContainer, containerOf, workerContainer } from "../../records/container";
import { type Endpoint, settingsOf } from "../../records/endpoint";
import { defaultSettings, type EndpointSettings } from "../../records/endpoint-settings";
import { blankTemplate, type Template } from "../../records/template";
import { named, namedDataCenter } from "../catalog/rules";
import { readableTemplate } from "../templates/store";
import { changedHardware, chosenHardware } from "./hardware";
import { sentIn } from "./places";
import { quotaRefusal } from "./quota";
import type { CreateEndpoint, UpdateEndpoint } from "./requests";
import { addEndpoint, changeEndpointSettings, removeEndpoint } from "./save";

/** Creates an endpoint and its own hidden template. */
export function createRestEndpoint(platform: Platform, body: CreateEndpoint): Endpoint {
  const template = body.templateId === undefined ? undefined : serverlessTemplate(platform, body.templateId);
  const hardware = chosenHardware(body, template?.allowedCudaVersions ?? []);
  checkContainer(platform, body);
  const sent = sentIn(body);
  const settings = {
    ...defaultSettings,
    name: body.name,
    type: body.type === "QUEUE" ? ("QB" as const) : ("LB" as const),
    ...hardware,
    ...scaler(body.scaling),
    ...sent,
  };
  checkSettings(platform, settings, sent);
  const container = containerOf(body, template ?? workerContainer);
  const hidden = hide(platform, body.name, { ...container, env: { ...template?.env, ...body.env } });
  return addEndpoint(platform, { ...settings, templateId: hidden.id });
}

export function updateRestEndpoint(platform: Platform, endpoint: Endpoint, body: UpdateEndpoint): Endpoint {
  const template = body.templateId === undefined ? undefined : serverlessTemplate(platform, body.templateId);
  if (endpoint.type === "LB" && body.scaling?.type === "QUEUE_DELAY")
    throw problems.rule("load-balancing endpoints scale on REQUEST_COUNT only");
  const hardware = changedHardware(endpoint, body);
  checkContainer(platform, body);
  const sent = sentIn(body);
  const next = {
    ...settingsOf(endpoint),
    ...hardware,
    ...(body.scaling ? scaler(body.scaling) : {}),
    name: body.name ?? endpoint.name,
    ...sent,
  };
  checkSettings(platform, next, sent, endpoint);
  const container = ownContainer(platform, endpoint);
  const env = template ? { ...template.env, ...body.env } : (body.env ?? container.env);
  changeEndpointSettings(platform, endpoint, { ...next, templateId: container.id }, () => {
    Object.assign(container, containerOf(body, template ?? container), { env });
  });
  return endpoint;
}

/**
 * Deletes an endpoint at once. The endpoint's jobs end, and RunPod deletes its template too, even if other resources use that
 * template.
 */
export function deleteRestEndpoint(platform: Platform, endpoint: Endpoint): void {
  removeEndpoint(platform, endpoint);
  platform.templates.delete(endpoint.templateId);
}

/** Returns a template that the endpoint may change. A template of another account must not change, so the endpoint gets a copy. */
function ownContainer(platform: Platform, endpoint: Endpoint): Template {
  return (
    platform.templates.get(endpoint.templateId) ??
    hide(platform, endpoint.name, containerOfEndpoint(platform, endpoint))
  );
}

function hide(platform: Platform, name: string, container: Container): Template {
  const blank = blankTemplate(platform.ids.resource(), `${name} (endpoint)`, container);
  const template: Template = { ...blank, serverless: true, owner: "hidden" };
  platform.templates.set(template.id, template);
  return template;
}

function serverlessTemplate(platform: Platform, id: string): Template {
  const template = readableTemplate(platform, id);
  if (!template.serverless) throw problems.wrongKind("template is not a serverless template");
  return template;
}

function scaler(scaling: CreateEndpoint["scaling"]): Pick<EndpointSettings, "scalerType" | "scalerValue"> {
  return scaling.type === "QUEUE_DELAY"
    ? { scalerType: "QUEUE_DELAY", scalerValue: scaling.queueDelay }
    : { scalerType: "REQUEST_COUNT", scalerValue: scaling.requestCount };
}

type Settings = Omit<EndpointSettings, "templateId">;

function checkSettings(platform: Platform, next: Settings, sent: Partial<Settings>, present?: Endpoint): void {
  if (sent.idleTimeout !== undefined && next.type === "QB" && next.scalerType === "REQUEST_COUNT")
    throw problems.wrongKind("idleTimeout does not apply to queue-based endpoints scaling on requestCount");
  if (next.workersMin > next.workersMax) throw problems.rule("workers.min must not exceed workers.max");
  next.dataCenterIds.forEach(namedDataCenter);
  const centers = next.networkVolumeIds.map((id) => named(platform.volumes.get(id), "network volume", id).dataCenter);
  if (new Set(centers).size < centers.length)
    throw problems.rule("only one network volume per data center is possible");
  const overQuota = quotaRefusal(platform, next.workersMax, present);
  if (overQuota !== undefined) throw problems.rule(overQuota);
}
