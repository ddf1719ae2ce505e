import * as z from "zod";
import { ENDPOINT_DEFAULTS, endpointUrl, exposedPorts, PUBLIC_TEMPLATE_SOURCES, podCost, podUrls } from "../../client";
import { podOutputSchema } from "../kinds/pod/outputs";
import { placementOf } from "../kinds/pod/placement";
import { secretOutputSchema } from "../kinds/secret/secret";
import { choice } from "../planning/property-types";
import { OperationError } from "../pulumi/errors";
import { defineFunction } from "./function";

export const getPod = defineFunction({
  name: "getPod",
  description: "Returns a pod of the account by its id. The result does not contain the environment.",
  args: z.strictObject({ id: z.string().min(1).describe("Id of the pod.") }),
  result: podOutputSchema.omit({ portMappings: true, urls: true, ssh: true }).extend({
    id: z.string().describe("Id of the pod."),
    name: z.string().describe("Name of the pod."),
    image: z.string().describe("Container image."),
    disk: z.int().describe("Size of the container disk in GB."),
    ports: z.array(z.string()).describe("Exposed ports, in the form `<port>/<protocol>`."),
    locked: z.boolean().describe("True if RunPod refuses to stop or reset the pod."),
    portMappings: podOutputSchema.shape.portMappings,
    urls: podOutputSchema.shape.urls,
    actions: z
      .array(z.string())
      .describe("Actions that RunPod allows for the pod now: `start`, `stop`, `restart`, `terminate`."),
  }),
  async call({ platform }, { id }, signal) {
    const pod = await platform.pods.get(id, { signal });
    return {
      ...pod,
      cost: podCost(pod),
      placement: placementOf(pod),
      globalNetwork: pod.globalNetworking,
      portMappings: exposedPorts(pod),
      urls: podUrls(platform, pod),
    };
  },
});

export const getServerlessEndpoint = defineFunction({
  name: "getServerlessEndpoint",
  description: "Returns a serverless endpoint of the account by its id.",
  args: z.strictObject({ id: z.string().min(1).describe("Id of the endpoint.") }),
  result: z.object({
    id: z.string().describe("Id of the endpoint."),
    name: z.string().describe("Name of the endpoint."),
    gpuIds: z.string().describe("GPU pools of the workers, separated by commas. Empty for CPU workers."),
    cpu: z
      .array(
        z.object({
          id: z.string().describe("CPU flavor."),
          vcpuCount: z.int().describe("Number of virtual CPUs."),
        }),
      )
      .optional()
      .describe("CPU flavors of the workers. Absent for GPU workers."),
    gpuCount: z.int().optional().describe("Number of GPUs in each worker."),
    templateId: z.string().optional().describe("Id of the endpoint's template."),
    type: z.string().describe("Type of the endpoint: `QB` for a queue of jobs, `LB` for a load balancer."),
    idleTimeout: z.int().optional().describe("Seconds before an idle worker shuts down."),
    locations: z
      .string()
      .optional()
      .describe("Regions of the workers, separated by commas. Absent if the workers may run anywhere."),
    flashBootType: z.string().optional().describe("Mode that speeds up cold starts, such as `FLASHBOOT`."),
    scalerType: z
      .string()
      .optional()
      .describe("Measure that makes RunPod add workers: `QUEUE_DELAY` or `REQUEST_COUNT`."),
    scalerValue: z
      .number()
      .optional()
      .describe(
        "Target of the scaler: seconds for `QUEUE_DELAY`, jobs per worker for `REQUEST_COUNT`. Over REST, the seconds may have fractions.",
      ),
    workersMin: z.int().describe("Number of workers that always run."),
    workersMax: z.int().describe("Highest number of workers."),
    networkVolumeId: z
      .string()
      .optional()
      .describe("Id of the endpoint's first network volume. Absent without a volume."),
    networkVolumeIds: z.array(z.string()).optional().describe("Ids of the endpoint's network volumes."),
    workers: z.int().optional().describe("Number of workers that exist now."),
    url: z
      .string()
      .describe("URL for requests: append a job operation for a queue, or a path of the workers for a load balancer."),
    healthUrl: z
      .string()
      .optional()
      .describe("URL of the workers' health check. Present only for an `LB` endpoint that Podwright reads over REST."),
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
  description:
    "Lists the templates of the account, or public templates such as RunPod's own. The result does not contain the environments of the templates.",
  args: z.strictObject({
    serverless: z
      .boolean()
      .optional()
      .describe("Returns only templates for endpoints (`true`) or for pods (`false`). Default: all templates."),
    name: z.string().optional().describe("Returns only templates with this name. Default: all templates."),
    source: choice(PUBLIC_TEMPLATE_SOURCES, {
      official: "RunPod's own templates.",
      verified: "Templates of other users that RunPod has checked.",
      community: "Templates of other users.",
    })
      .optional()
      .describe(
        "Lists public templates: RunPod's own (`official`), templates that RunPod has checked (`verified`), or templates of other users (`community`). RunPod lists at most 100 of each. Default: templates of the account.",
      ),
  }),
  result: z.object({
    templates: z
      .array(
        z.object({
          id: z.string().describe("Id of the template."),
          name: z.string().describe("Name of the template."),
          image: z.string().describe("Container image."),
          serverless: z.boolean().describe("True if the template is for endpoints."),
          public: z.boolean().describe("True if other accounts see the template."),
        }),
      )
      .describe("Templates that were found."),
  }),
  async call({ platform }, wanted, signal) {
    const { source } = wanted;
    const templates = await (source === undefined
      ? platform.templates.list({ signal })
      : platform.catalog.publicTemplates({ source, signal }));
    const isWanted = ({ serverless, name }: { readonly serverless: boolean; readonly name: string }) =>
      (wanted.serverless ?? serverless) === serverless && (wanted.name ?? name) === name;
    return { templates: templates.filter(isWanted) };
  },
});

export const getNetworkVolumes = defineFunction({
  name: "getNetworkVolumes",
  description: "Lists the network volumes of the account.",
  args: z.strictObject({
    dataCenter: z.string().optional().describe("Returns only volumes in this data center. Default: all volumes."),
  }),
  result: z.object({
    networkVolumes: z
      .array(
        z.object({
          id: z.string().describe("Id of the volume."),
          name: z.string().describe("Name of the volume."),
          size: z.int().describe("Size of the volume in GB."),
          dataCenter: z.string().describe("Data center of the volume."),
          type: z.string().describe("Storage tier of the volume."),
        }),
      )
      .describe("Network volumes of the account."),
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
  description:
    "Returns a secret of the account by its name. Letter case does not matter. The result does not contain the value.",
  args: z.strictObject({ name: z.string().min(1).describe("Name of the secret.") }),
  result: secretOutputSchema.extend({
    id: z.string().describe("Id of the secret."),
    name: z.string().describe("Name of the secret. An `env` refers to the secret as `{{ RUNPOD_SECRET_<name> }}`."),
    description: z.string().optional().describe("Note for human readers. Absent if the secret has no note."),
  }),
  async call({ platform }, { name: wanted }, signal) {
    const [found] = await platform.secrets.list({ name: wanted, signal });
    if (found === undefined) throw new OperationError(`the account has no secret named "${wanted}"`);
    return found;
  },
});
