import * as pulumi from "@pulumi/pulumi";
import { type Create, childOf } from "../../components/component";
import { requireNoProblems } from "../../components/model-server/arguments";
import { buildModelServer, type ModelServerInputs } from "../../components/model-server/build";
import { modelServerType } from "../../components/model-server/npm-type";
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
  /** The data center of the volume. The workers run there, too. Another data center is blue/green. */
  readonly dataCenter: DataCenterId;
}

export interface ModelServerSmokeTest extends Omit<DeclaredTest, "accepts"> {
  /** Whether the answer is good: a function of the answer, or conditions that it must meet. Default: any answer is. */
  readonly accepts?: ((output: unknown) => boolean) | DeclaredTest["accepts"];
}

export interface ModelServerArgs extends Omit<Declared, "cache" | "smokeTest"> {
  /** A network volume for the workers' downloads. Default: none. */
  readonly cache?: ModelServerCache | undefined;
  /** A job that the server must answer before it counts as deployed. Default: no test. */
  readonly smokeTest?: ModelServerSmokeTest | undefined;
}

/** A model behind an address: a template, an endpoint, and on request a cache and a smoke test. */
export class ModelServer extends pulumi.ComponentResource {
  /** The address for jobs: `/run`, `/runsync` and so on follow it. It stays the old endpoint's until the smoke test passes. */
  declare readonly url: pulumi.Output<string>;
  /** The address for clients of OpenAI's interface, if the worker has it. */
  declare readonly openaiUrl: pulumi.Output<string>;
  /** Id of the endpoint. */
  declare readonly endpointId: pulumi.Output<string>;
  /** The header that a call needs. It names the variable with the key, and never the key. */
  declare readonly keyHint: pulumi.Output<string>;

  constructor(name: string, args: ModelServerArgs, options: pulumi.ComponentResourceOptions = {}) {
    requireArguments({ kind: "ModelServer", name, args, options });
    requireNoProblems(name, { ...args });
    super(modelServerType, name, {}, options);
    const outputs = buildModelServer(name, args as ModelServerInputs, childrenOf(this));
    Object.assign(this, outputs);
    this.registerOutputs(outputs);
  }
}

const kinds = { Job, NetworkVolume, ServerlessEndpoint, Template };

function childrenOf(parent: pulumi.Resource): Create {
  return (kind, name, inputs, options) => {
    const Kind = kinds[kind] as new (name: string, args: object, options: object) => pulumi.CustomResource;
    return childOf(new Kind(name, inputs, { ...options, parent }));
  };
}
