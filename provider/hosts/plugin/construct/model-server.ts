import type { ComponentResourceOptions, CustomResourceOptions, Inputs } from "@pulumi/pulumi";
import { ComponentResource, CustomResource } from "@pulumi/pulumi/resource";
import { type ChildKind, type Create, childOf } from "../../../components/component";
import { requireNoProblems } from "../../../components/model-server/arguments";
import {
  buildModelServer,
  type ModelServerInputs,
  type ModelServerOutputs,
} from "../../../components/model-server/build";
import { childOptions } from "../../../components/options";
import { forProgram } from "../program-language";

/**
 * The outputs that a component reads from its children. The SDK fills only outputs that the resource names at its
 * creation.
 */
const outputsOf: Readonly<Record<ChildKind, readonly string[]>> = {
  ServerlessEndpoint: ["url"],
  Job: ["output"],
  Template: ["revision"],
  NetworkVolume: [],
};

class ChildResource extends CustomResource {
  constructor(kind: ChildKind, name: string, inputs: Inputs, options: CustomResourceOptions) {
    const unknown = Object.fromEntries(outputsOf[kind].map((output) => [output, undefined]));
    super(`podwright:index:${kind}`, name, { ...unknown, ...inputs }, options);
  }
}

/** The plugin's `ModelServer`. It creates the same resources as the component of the npm package. */
export class ModelServer extends ComponentResource {
  readonly outputs: ModelServerOutputs;

  constructor(name: string, inputs: Inputs, options: ComponentResourceOptions) {
    requireNoProblems(name, inputs, options);
    super("podwright:index:ModelServer", name, {}, options);
    this.outputs = buildModelServer(
      name,
      inputs as unknown as ModelServerInputs,
      childrenOf(this, childOptions(options)),
      forProgram,
    );
    this.registerOutputs(this.outputs);
  }
}

function childrenOf(parent: ComponentResource, inherited: CustomResourceOptions): Create {
  return (kind, name, inputs, options) => {
    // A stack of the npm package's component continues with these resources.
    const aliases = [{ type: `pulumi-nodejs:dynamic/podwright:${kind}` }];
    return childOf(new ChildResource(kind, name, inputs, { ...inherited, ...options, parent, aliases }));
  };
}
