import * as pulumi from "@pulumi/pulumi";
import { type Create, childOf } from "../../components/component";
import { requireNoProblems } from "../../components/model-server/arguments";
import { buildModelServer, type ModelServerInputs } from "../../components/model-server/build";
import { modelServerType } from "../../components/model-server/npm-type";
import { childOptions } from "../../components/options";
import { requireArguments } from "./arguments";
import {
  type DataCenterId,
  type ModelServerArgs as Declared,
  type ModelServerCacheArgs as DeclaredCache,
  type ModelServerSmokeTestArgs as DeclaredTest,
  Job,
  NetworkVolume,
  ServerlessEndpoint,
  Template,
} from "./resources";

export interface ModelServerCache extends Omit<DeclaredCache, "dataCenter"> {
  /** Data center of the volume. The workers run in the same data center. A change of this input starts a blue/green deployment. */
  readonly dataCenter: DataCenterId;
}

export interface ModelServerSmokeTest extends Omit<DeclaredTest, "accepts"> {
  /**
   * Decides whether the answer passes: a function of the answer, or a list of conditions. Default: every answer passes.
   */
  readonly accepts?: ((output: unknown) => boolean) | DeclaredTest["accepts"];
}

export interface ModelServerArgs extends Omit<Declared, "cache" | "smokeTest"> {
  /** Network volume that keeps the workers' downloads. Default: none. */
  readonly cache?: ModelServerCache | undefined;
  /** Job that a new or changed endpoint must answer before the update succeeds. Default: no test. */
  readonly smokeTest?: ModelServerSmokeTest | undefined;
}

/** A model server: a template and an endpoint, and on request a cache volume and a smoke test. */
export class ModelServer extends pulumi.ComponentResource {
  /**
   * URL for jobs. To submit a job, append `/run` or `/runsync`. The URL leads to the old endpoint until the smoke test of the new
   * endpoint passes.
   */
  declare readonly url: pulumi.Output<string>;
  /** URL for clients of the OpenAI API, if the image serves this API. */
  declare readonly openaiUrl: pulumi.Output<string>;
  /** Id of the endpoint. */
  declare readonly endpointId: pulumi.Output<string>;
  /** HTTP header that each call needs. The header contains the name of the environment variable that holds the key, not the key itself. */
  declare readonly keyHint: pulumi.Output<string>;

  constructor(name: string, args: ModelServerArgs, options: pulumi.ComponentResourceOptions = {}) {
    requireArguments({ kind: "ModelServer", name, args, options });
    requireNoProblems(name, { ...args }, options);
    super(modelServerType, name, {}, options);
    const outputs = buildModelServer(
      name,
      args as ModelServerInputs,
      childrenOf(this, childOptions(options)),
      (sentence) => sentence,
    );
    Object.assign(this, outputs);
    this.registerOutputs(outputs);
  }
}

const kinds = { Job, NetworkVolume, ServerlessEndpoint, Template };

function childrenOf(parent: pulumi.Resource, inherited: pulumi.CustomResourceOptions): Create {
  return (kind, name, inputs, options) => {
    const Kind = kinds[kind] as new (name: string, args: object, options: object) => pulumi.CustomResource;
    return childOf(new Kind(name, inputs, { ...inherited, ...options, parent }));
  };
}
