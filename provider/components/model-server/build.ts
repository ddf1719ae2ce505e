import { createHash } from "node:crypto";
import type { Input } from "@pulumi/pulumi";
import { RunError } from "@pulumi/pulumi/errors";
import { warn } from "@pulumi/pulumi/log";
import { all, interpolate, Output, output, secret, unsecret } from "@pulumi/pulumi/output";
import { isDryRun } from "@pulumi/pulumi/runtime/settings";
import { isRecord } from "../../../kernel/values";
import type { Spelling } from "../../pulumi/spelling";
import type { Child, Create } from "../component";
import { generationOf } from "../generation";
import { type AnswerCondition, refusalOf } from "./accepted";
import { requireOneModel } from "./arguments";

/** Image that serves the Hugging Face model in the environment variable `MODEL_NAME`. */
const vllm = "runpod/worker-v1-vllm:v2.18.1";

/** Path where RunPod mounts a worker's network volume. */
const volumePath = "/runpod-volume";

type Map = Readonly<Record<string, unknown>>;

type Environment = Readonly<Record<string, Input<string>>>;

interface SmokeTest {
  readonly input: Input<Map>;
  readonly timeout?: Input<string> | undefined;
  /** Only a JavaScript program can give a function, because the plugin cannot receive functions. */
  readonly accepts?: ((answer: unknown) => boolean) | Input<readonly AnswerCondition[]> | undefined;
}

/** The inputs that the component reads itself. It passes all other inputs to the endpoint. */
export interface ModelServerInputs {
  readonly model?: Input<string> | undefined;
  readonly image?: Input<string> | undefined;
  readonly env?: Environment | Output<Environment> | undefined;
  readonly args?: Input<string> | undefined;
  readonly disk?: Input<number> | undefined;
  readonly registry?: Input<string | null> | undefined;
  readonly gpuIds: string;
  readonly gpuCount?: number | undefined;
  readonly fallbacks?: readonly string[] | undefined;
  readonly locations?: string | undefined;
  readonly cache?: { readonly size: Input<number>; readonly dataCenter: string } | undefined;
  readonly networkVolumeId?: Input<string> | undefined;
  readonly smokeTest?: SmokeTest | undefined;
  readonly keepFor?: Input<string> | undefined;
  readonly blueGreenOn?: readonly string[] | undefined;
  readonly drain?: unknown;
}

export interface ModelServerOutputs {
  readonly url: Output<string>;
  readonly openaiUrl: Output<string>;
  readonly endpointId: Output<string>;
  readonly keyHint: Output<string>;
}

/**
 * Creates the resources of a model server. `spelled` writes the names of inputs as the program's language does.
 *
 * The names of the resources depend on the hardware of the workers, so a change of hardware makes a new endpoint.
 * Pulumi creates the new endpoint, waits for it and tests it. After a successful update, Pulumi deletes the old
 * endpoint.
 */
export function buildModelServer(
  name: string,
  inputs: ModelServerInputs,
  create: Create,
  spelled: Spelling,
): ModelServerOutputs {
  const { model, image = vllm, env, args, disk, registry, ...rest } = inputs;
  const { gpuIds, gpuCount, fallbacks = [], locations, cache, smokeTest, keepFor, blueGreenOn = [], ...others } = rest;
  const { drain, networkVolumeId, ...endpointInputs } = others;
  const pools = [...new Set([gpuIds, ...fallbacks])].join(",");
  const places = locations ?? cache?.dataCenter;
  const named = blueGreenOn.map((input) => (input === "image" ? image : (inputs as unknown as Map)[input]));
  const generation = generationOf(name, digest([pools, gpuCount, places, cache?.dataCenter, named]));
  const added = {
    ...(cache || networkVolumeId ? { HF_HOME: `${volumePath}/huggingface` } : {}),
    ...(model === undefined ? {} : { MODEL_NAME: model }),
  };
  const container = {
    image,
    args,
    registry,
    env: Output.isInstance(env)
      ? all([env, model]).apply(([known, model]) => {
          requireOneModel(name, model, known);
          return { ...added, ...known };
        })
      : { ...added, ...env },
  };
  const volume =
    cache && create("NetworkVolume", `${name}-${cache.dataCenter}`, { size: cache.size, dataCenter: cache.dataCenter });
  const template = create("Template", generation, { ...container, disk, serverless: true });
  const endpoint = create("ServerlessEndpoint", generation, {
    ...endpointInputs,
    drain: all([drain as Input<Map | undefined>, keepFor]).apply(([own, keepFor]) =>
      keepFor === undefined ? own : { keepFor, ...own },
    ),
    gpuIds: pools,
    gpuCount,
    locations: places,
    networkVolumeId: volume?.id ?? networkVolumeId,
    templateId: template.id,
  });
  const running = secret(output({ ...container, disk, networkVolumeId }).apply(digest));
  const passed = smokeTest && tried(create, generation, endpoint, smokeTest, running);
  const warned = smokeTest && isDryRun() ? warnOfRollingUpdate(template, endpoint, spelled) : undefined;
  const url = endpoint.output("url") as Output<string>;
  const served = output({ url, endpointId: endpoint.id, passed, warned });
  return {
    url: served.url,
    openaiUrl: interpolate`${served.url}/openai/v1`,
    endpointId: served.endpointId,
    keyHint: output("Authorization: Bearer $PODWRIGHT_API_KEY"),
  };
}

/**
 * Creates the job of the smoke test. The returned output resolves when the endpoint has passed the test. Each change of
 * the workers repeats the test.
 */
function tried(
  create: Create,
  name: string,
  endpoint: Child,
  { input, timeout, accepts = [] }: SmokeTest,
  running: Output<string>,
): Output<true> {
  const inputs = { endpointId: endpoint.id, input, triggers: [running], timeout };
  const job = create("Job", name, inputs, { dependsOn: endpoint.resource });
  const refuse = (reason: string) =>
    new RunError(`the smoke test of endpoint "${name}" got an answer that \`accepts\` refused${reason}`);
  const passed = all([job.output("output"), typeof accepts === "function" ? [] : accepts]).apply(
    ([answer, conditions]): true => {
      if (typeof accepts === "function" && !accepts(answer)) throw refuse("");
      const refusal = refusalOf(answer, conditions);
      if (refusal !== undefined) throw refuse(`: ${refusal}`);
      return true;
    },
  );
  // The answer may be secret, but the fact that it passed is not.
  return unsecret(passed);
}

/**
 * Warns in a preview if the update renews the workers of an existing endpoint. A preview knows the template's next revision only
 * if nothing changes.
 */
async function warnOfRollingUpdate(template: Child, endpoint: Child, spelled: Spelling): Promise<void> {
  if (!(await isKnown(template.id)) || (await isKnown(template.output("revision")))) return;
  const sentence =
    "RunPod renews the workers before the smoke test runs. If the test fails, the new workers continue to serve all jobs, and `rollback` does not restore the old workers. To test a new endpoint first, name the changed input in `blueGreenOn`";
  await warn(spelled(sentence), endpoint.resource);
}

function isKnown(value: Output<unknown>): Promise<boolean> {
  return (value as unknown as { readonly isKnown: Promise<boolean> }).isKnown;
}

function digest(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value, sorted)).digest("hex");
}

/** The plugin receives the keys of a map in another order than a program wrote them. */
function sorted(_key: string, value: unknown): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
