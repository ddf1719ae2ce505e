import type { CustomResourceOptions, Output } from "@pulumi/pulumi";
import type { ServerlessEndpointInputs } from "../../../kinds/serverless-endpoint/serverless-endpoint";
import { DynamicResource } from "./dynamic-resource";
import type { Args } from "./inputs";

export type ServerlessEndpointArgs = Args<ServerlessEndpointInputs>;

/** A serverless endpoint: workers that come and go with the jobs. Deleting one drains it first. */
export class ServerlessEndpoint extends DynamicResource {
  declare readonly name: Output<string>;
  declare readonly gpuIds: Output<string>;
  declare readonly templateId: Output<string>;
  declare readonly type: Output<string | undefined>;
  declare readonly idleTimeout: Output<number | undefined>;
  declare readonly locations: Output<string | null | undefined>;
  declare readonly flashBootType: Output<string | undefined>;
  declare readonly scalerType: Output<string | undefined>;
  declare readonly scalerValue: Output<number | undefined>;
  declare readonly workersMin: Output<number | undefined>;
  declare readonly workersMax: Output<number | undefined>;
  declare readonly networkVolumeId: Output<string | null | undefined>;
  declare readonly drain: Output<ServerlessEndpointInputs["drain"]>;

  /**
   * Where it is called. Of a queue, `/run`, `/runsync`, `/status/<job>`, … follow it; of a load balancer, any path that
   * its workers serve.
   */
  declare readonly url: Output<string>;

  constructor(name: string, args: ServerlessEndpointArgs, options: CustomResourceOptions = {}) {
    super({ kind: "ServerlessEndpoint", name, args, options });
  }
}
