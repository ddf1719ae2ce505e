import * as pulumi from "@pulumi/pulumi";
import { dynamicProvider, type Kind } from "../provider";

export interface DynamicResourceRequest {
  readonly kind: Kind;
  readonly name: string;
  readonly args: object;
  readonly options: pulumi.CustomResourceOptions;
  /** Inputs whose values are secret, also in the outputs. */
  readonly secrets: readonly string[];
  /** Outputs the platform adds: unknown, not absent, until the resource exists. */
  readonly computed: readonly string[];
}

/** What every dynamic resource of Podwright does beyond Pulumi's own base class. */
export abstract class DynamicResource extends pulumi.dynamic.Resource {
  constructor({ kind, name, args, options, secrets, computed }: DynamicResourceRequest) {
    const given = Object.entries(args).map(([key, value]) => [
      key,
      secrets.includes(key) && value !== undefined ? pulumi.secret(value) : value,
    ]);
    const props = {
      ...Object.fromEntries(computed.map((key) => [key, undefined])),
      ...Object.fromEntries(given),
      // The dynamic host learns neither the logical name nor the time-outs from the engine. (`__name` is Pulumi's own.)
      __logicalName: name,
      ...(options.customTimeouts === undefined ? {} : { __timeouts: options.customTimeouts }),
    };
    const additionalSecretOutputs = [...(options.additionalSecretOutputs ?? []), ...secrets];
    super(dynamicProvider(kind), name, props, { ...options, additionalSecretOutputs }, "podwright", kind);
  }
}
