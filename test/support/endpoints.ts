import type { Endpoint, EndpointInput, Platform } from "../../client";

/** Returns all inputs of an endpoint, mostly with RunPod's defaults. */
export function anEndpointInput(changes: Partial<EndpointInput> = {}): EndpointInput {
  return {
    name: "answers",
    gpuIds: "ADA_24",
    templateId: "tpl1",
    type: "QB",
    idleTimeout: 5,
    locations: null,
    flashBootType: "FLASHBOOT",
    scalerType: "QUEUE_DELAY",
    scalerValue: 4,
    workersMin: 0,
    workersMax: 3,
    networkVolumeId: null,
    ...changes,
  };
}

/** Creates an endpoint with its own template and returns its id. */
export async function createEndpoint(
  { templates, endpoints }: Platform,
  { env = {}, ...changes }: Partial<EndpointInput> & { readonly env?: Readonly<Record<string, string>> } = {},
): Promise<string> {
  const name = `of-${changes.name ?? "answers"}`;
  const { id: templateId } = await templates.create({ name, image: "worker", serverless: true, env });
  return (await endpoints.create(anEndpointInput({ templateId, ...changes }))).id;
}

/** Returns an endpoint in RunPod's form, with all defaults and no worker. */
export function anEndpoint(changes: Partial<Endpoint> = {}): Endpoint {
  const input = anEndpointInput({ name: "jobs", gpuIds: "AMPERE_16", templateId: "template1", idleTimeout: 10 });
  return { ...input, id: "endpoint1", flashBootType: "OFF", workers: 0, ...changes } as Endpoint;
}
