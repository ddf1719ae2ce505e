import { createHash } from "node:crypto";
import * as pulumi from "@pulumi/pulumi";
import {
  type DataCenterId,
  type GpuPool,
  Job,
  NetworkVolume,
  ServerlessEndpoint,
  type ServerlessEndpointArgs,
  Template,
  type TemplateArgs,
} from "../hosts/dynamic";
import { requireArguments } from "../hosts/dynamic/arguments";
import { problemsWith, type RollingInput } from "./model-server-args";

/** Serves a Hugging Face model that `MODEL_NAME` names. */
const vllm = "runpod/worker-v1-vllm:v2.18.1";

/** RunPod mounts a worker's network volume here. */
const volumePath = "/runpod-volume";

/** Decides the names of resources, so it cannot be an output of another resource. */
type Hardware = "gpuIds" | "gpuCount" | "locations";

export interface ModelServerCache {
  /** GB, 10 to 4096. It grows in place. */
  readonly size: pulumi.Input<number>;
  /** The workers run there, too. Another data center counts as other hardware: it gets a volume and an endpoint of its own. */
  readonly dataCenter: DataCenterId;
}

export interface ModelServerSmokeTest {
  /** The job's input. The job runs when the endpoint serves. If the job fails, the update fails. */
  readonly input: pulumi.Input<Readonly<Record<string, unknown>>>;
  /** How long to wait for the answer, in the queue and at work. Default `15m`. */
  readonly timeout?: pulumi.Input<string> | undefined;
  /** Whether the answer is good. Default: any answer is. */
  readonly accepts?: ((output: unknown) => boolean) | undefined;
}

/** The inputs of a `ServerlessEndpoint` and of its `Template` that a server of jobs has, and those named here. */
export interface ModelServerArgs
  extends Omit<
      ServerlessEndpointArgs,
      "name" | "templateId" | "type" | Hardware | "cpu" | "networkVolumeId" | "networkVolumeIds"
    >,
    Pick<TemplateArgs, "args" | "disk" | "registry"> {
  /** A model of Hugging Face, such as `Qwen/Qwen2.5-7B-Instruct`: the worker finds it in `MODEL_NAME`. */
  readonly model?: pulumi.Input<string> | undefined;
  /** Container image of a worker. Default: an image with vLLM, which needs a `model`. */
  readonly image?: pulumi.Input<string> | undefined;
  /** Environment of the workers. Secret in the state. */
  readonly env?: Readonly<Record<string, pulumi.Input<string>>> | undefined;
  /** The GPU pool of the workers. */
  readonly gpuIds: GpuPool;
  /** GPUs of each worker. Default: RunPod's. */
  readonly gpuCount?: number | undefined;
  /** Other pools, tried in order when the first has no capacity. */
  readonly fallbacks?: readonly GpuPool[] | undefined;
  /** Data centers or regions, separated by commas. Default: the cache's data center, or any without a cache. */
  readonly locations?: DataCenterId | undefined;
  /** A network volume for the workers' downloads. Default: none. */
  readonly cache?: ModelServerCache | undefined;
  /** Tried before the server counts as deployed. Default: no test. */
  readonly smokeTest?: ModelServerSmokeTest | undefined;
  /**
   * How long an endpoint stays without workers after its drain, so that you can fetch its jobs' results: the old endpoint
   * after a change, and the last endpoint when the server is destroyed. At most `30m`, such as `10m`. Default: not at
   * all.
   */
  readonly keepFor?: pulumi.Input<string> | undefined;
  /** Names of inputs that get an endpoint of their own when they change, as the hardware does: `["image"]`, for example. Default: none. */
  readonly blueGreenOn?: readonly RollingInput[] | undefined;
}

/**
 * A model behind an address: a template, an endpoint, and on request a cache and a smoke test.
 *
 * The hardware of the workers decides the names of the resources. Other hardware is therefore another endpoint: Pulumi
 * creates it, waits for it and tests it, and deletes the old endpoint at the end of a successful update.
 */
export class ModelServer extends pulumi.ComponentResource {
  /** The address for jobs: `/run`, `/runsync` and so on follow it. It stays the old endpoint's until the smoke test passes. */
  readonly url: pulumi.Output<string>;
  /** The address for clients of OpenAI's interface, if the worker has it. */
  readonly openaiUrl: pulumi.Output<string>;
  /** Id of the endpoint. */
  readonly endpointId: pulumi.Output<string>;
  /** The header that a call needs. It names the variable with the key, and never the key. */
  readonly keyHint: pulumi.Output<string>;

  constructor(name: string, args: ModelServerArgs, options: pulumi.ComponentResourceOptions = {}) {
    requireArguments({ kind: "ModelServer", name, args, options });
    const problems = problemsWith({ ...args });
    if (problems.length > 0)
      throw new pulumi.RunError(problems.map((problem) => `ModelServer "${name}" ${problem}`).join("\n"));
    super("podwright:components:ModelServer", name, {}, options);
    const { model, image, env, args: command, disk, registry, ...rest } = args;
    const {
      gpuIds,
      gpuCount,
      fallbacks = [],
      locations,
      cache,
      smokeTest,
      keepFor,
      blueGreenOn = [],
      ...others
    } = rest;
    const { drain, ...endpointArgs } = others;
    const inside = { parent: this };
    const pools = [...new Set([gpuIds, ...fallbacks])].join(",");
    const places = locations ?? cache?.dataCenter;
    const named = blueGreenOn.map((input) => (input === "image" ? (image ?? vllm) : args[input]));
    const generation = `${name}-${digest([pools, gpuCount, places, cache?.dataCenter, named]).slice(0, 6)}`;
    const container = {
      image: image ?? vllm,
      args: command,
      registry,
      env: {
        ...(cache === undefined ? {} : { HF_HOME: `${volumePath}/huggingface` }),
        ...(model === undefined ? {} : { MODEL_NAME: model }),
        ...env,
      },
    };
    const volume =
      cache &&
      new NetworkVolume(`${name}-${cache.dataCenter}`, { size: cache.size, dataCenter: cache.dataCenter }, inside);
    const template = new Template(generation, { ...container, disk, serverless: true }, inside);
    const endpoint = new ServerlessEndpoint(
      generation,
      {
        ...endpointArgs,
        // A client that still has the old address loses no job.
        drain: pulumi
          .all([drain, keepFor])
          .apply(([own, keepFor]) => ({ queued: "process", inProgress: "wait", keepFor, ...own }) as const),
        gpuIds: pools,
        gpuCount,
        locations: places,
        networkVolumeId: volume?.id,
        templateId: template.id,
      },
      inside,
    );
    const passed =
      smokeTest && this.#tried(generation, endpoint, smokeTest, pulumi.secret(pulumi.output(container).apply(digest)));
    const served = pulumi.output({ url: endpoint.url, endpointId: endpoint.id, passed });
    this.url = served.url;
    this.openaiUrl = pulumi.interpolate`${served.url}/openai/v1`;
    this.endpointId = served.endpointId;
    this.keyHint = pulumi.output("Authorization: Bearer $PODWRIGHT_API_KEY");
    const { url, openaiUrl, endpointId, keyHint } = this;
    this.registerOutputs({ url, openaiUrl, endpointId, keyHint });
  }

  /** Resolves when the endpoint has passed the test, which is repeated after each change of its workers. */
  #tried(
    name: string,
    endpoint: ServerlessEndpoint,
    { input, timeout, accepts = () => true }: ModelServerSmokeTest,
    running: pulumi.Output<string>,
  ): pulumi.Output<true> {
    const args = { endpointId: endpoint.id, input, triggers: [running], timeout };
    const { output } = new Job(name, args, { parent: this, dependsOn: endpoint });
    const passed = output.apply((answer): true => {
      if (accepts(answer)) return true;
      throw new pulumi.RunError(
        `the smoke test of endpoint "${name}" was answered, and \`accepts\` refused the answer`,
      );
    });
    // The answer may be secret, but not the fact that it is good.
    return pulumi.unsecret(passed);
  }
}

function digest(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex");
}
