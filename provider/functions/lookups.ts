import * as z from "zod";
import { ENDPOINT_DEFAULTS, endpointUrl, exposedPorts, podCost } from "../../client";
import { podOutputSchema } from "../kinds/pod/outputs";
import { placementOf } from "../kinds/pod/placement";
import { secretOutputSchema } from "../kinds/secret/secret";
import { OperationError } from "../values/errors";
import { defineFunction } from "./function";

export const getPod = defineFunction({
  name: "getPod",
  description: "Looks up a pod of the account by its id. The result has no environment.",
  args: z.strictObject({ id: z.string().min(1).describe("Id of the pod.") }),
  result: podOutputSchema.omit({ portMappings: true, ssh: true }).extend({
    id: z.string().describe("Id of the pod."),
    name: z.string().describe("Name of the pod."),
    image: z.string().describe("Container image."),
    disk: z.int().describe("Container disk in GB."),
    ports: z.array(z.string()).describe("Exposed ports."),
    locked: z.boolean().describe("Whether it refuses to be stopped or reset."),
    portMappings: podOutputSchema.shape.portMappings,
    actions: z
      .array(z.string())
      .describe("Actions that its status allows now: `start`, `stop`, `restart`, `terminate`."),
  }),
  async call({ platform }, { id }, signal) {
    const pod = await platform.pods.get(id, { signal });
    return {
      ...pod,
      cost: podCost(pod),
      placement: placementOf(pod),
      globalNetwork: pod.globalNetworking,
      portMappings: exposedPorts(pod),
    };
  },
});

export const getServerlessEndpoint = defineFunction({
  name: "getServerlessEndpoint",
  description: "Looks up a serverless endpoint of the account by its id.",
  args: z.strictObject({ id: z.string().min(1).describe("Id of the endpoint.") }),
  result: z.object({
    id: z.string().describe("Id of the endpoint."),
    name: z.string().describe("Name of the endpoint."),
    gpuIds: z.string().describe("GPU pools, separated by commas; empty for CPU workers."),
    cpu: z
      .array(
        z.object({
          id: z.string().describe("CPU flavor."),
          vcpuCount: z.int().describe("Virtual CPUs."),
        }),
      )
      .optional()
      .describe("Flavors of a CPU worker; absent for GPU workers."),
    gpuCount: z.int().optional().describe("GPUs a worker has, where RunPod reports it."),
    templateId: z.string().optional().describe("Id of its template; absent where RunPod does not report it."),
    type: z.string().describe("`QB` for queue-based, `LB` for load-balancing."),
    idleTimeout: z
      .int()
      .optional()
      .describe("Seconds before an idle worker shuts down; absent where that does not apply."),
    locations: z.string().optional().describe("Regions, separated by commas; absent for any."),
    flashBootType: z.string().optional().describe("How RunPod speeds up cold starts, where RunPod reports it."),
    scalerType: z.string().optional().describe("Measure that adds workers, where RunPod reports it."),
    scalerValue: z
      .number()
      .optional()
      .describe("The scaler's target: seconds, which REST allows fractions of, or jobs a worker."),
    workersMin: z.int().describe("Workers kept ready."),
    workersMax: z.int().describe("Workers at most."),
    networkVolumeId: z.string().optional().describe("Id of its first network volume; absent for none."),
    networkVolumeIds: z.array(z.string()).optional().describe("Ids of its network volumes, where RunPod reports them."),
    workers: z.int().optional().describe("Workers alive now."),
    url: z.string().describe("URL for requests: job operations of a queue, or any path of a load balancer."),
    healthUrl: z
      .string()
      .optional()
      .describe("Where a load balancer asks its workers for their health. Over REST only."),
  }),
  async call({ platform }, { id }, signal) {
    const found = await platform.endpoints.get(id, { signal });
    const endpoint = await platform.endpoints.complete(found, { signal });
    const { healthPath, type = ENDPOINT_DEFAULTS.type } = endpoint;
    const url = endpointUrl(platform, { id, type });
    return { ...endpoint, type, url, healthUrl: healthPath && `${url}${healthPath}` };
  },
});

export const getTemplates = defineFunction({
  name: "getTemplates",
  description: "Lists the account's own templates. The result has no environments.",
  args: z.strictObject({
    serverless: z.boolean().optional().describe("Only templates for endpoints (true) or for pods (false)."),
  }),
  result: z.object({
    templates: z
      .array(
        z.object({
          id: z.string().describe("Id of the template."),
          name: z.string().describe("Name of the template."),
          image: z.string().describe("Container image."),
          serverless: z.boolean().describe("Whether it is for endpoints."),
          public: z.boolean().describe("Whether other accounts see it."),
        }),
      )
      .describe("The templates."),
  }),
  async call({ platform }, { serverless: wanted }, signal) {
    const templates = await platform.templates.list({ signal });
    return { templates: templates.filter(({ serverless }) => wanted === undefined || serverless === wanted) };
  },
});

export const getNetworkVolumes = defineFunction({
  name: "getNetworkVolumes",
  description: "Lists the account's network volumes.",
  args: z.strictObject({ dataCenter: z.string().optional().describe("Only volumes in this data center.") }),
  result: z.object({
    networkVolumes: z
      .array(
        z.object({
          id: z.string().describe("Id of the volume."),
          name: z.string().describe("Name of the volume."),
          size: z.int().describe("GB."),
          dataCenter: z.string().describe("Data center of the volume."),
          type: z.string().describe("Its storage tier."),
        }),
      )
      .describe("The volumes."),
  }),
  async call({ platform }, { dataCenter }, signal) {
    const volumes = await platform.networkVolumes.list({ signal });
    return {
      networkVolumes: volumes.filter((volume) => dataCenter === undefined || volume.dataCenter === dataCenter),
    };
  },
});

export const getSecret = defineFunction({
  name: "getSecret",
  description: "Looks up a secret of the account by its name. Letter case does not matter. The result has no value.",
  args: z.strictObject({ name: z.string().min(1).describe("Name of the secret.") }),
  result: secretOutputSchema.extend({
    id: z.string().describe("Id of the secret."),
    name: z.string().describe("Name of the secret, as `{{ RUNPOD_SECRET_<name> }}` refers to it."),
    description: z.string().optional().describe("For people; absent for none."),
  }),
  async call({ platform }, { name: wanted }, signal) {
    const [found] = await platform.secrets.list({ name: wanted, signal });
    if (found === undefined) throw new OperationError(`the account has no secret named "${wanted}"`);
    return found;
  },
});
