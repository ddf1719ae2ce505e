import type { CustomResourceOptions, Output } from "@pulumi/pulumi";
import type { TemplateInputs } from "../../../kinds/template/template";
import { DynamicResource } from "./dynamic-resource";
import type { Args } from "./inputs";

export type TemplateArgs = Args<TemplateInputs>;

/** A template: container settings that endpoints use, or that pods copy when they are created. */
export class Template extends DynamicResource {
  declare readonly name: Output<string>;
  declare readonly image: Output<string>;
  declare readonly args: Output<string | undefined>;
  declare readonly disk: Output<number | undefined>;
  declare readonly ports: Output<string[] | undefined>;
  /** Secret. */
  declare readonly env: Output<Record<string, string> | undefined>;
  declare readonly registry: Output<string | null | undefined>;
  declare readonly mounts: Output<TemplateInputs["mounts"]>;
  declare readonly serverless: Output<boolean | undefined>;
  declare readonly public: Output<boolean | undefined>;
  declare readonly category: Output<string | undefined>;
  declare readonly startSsh: Output<boolean | undefined>;
  declare readonly startJupyter: Output<boolean | undefined>;
  declare readonly allowedCudaVersions: Output<string[] | undefined>;

  constructor(name: string, args: TemplateArgs, options: CustomResourceOptions = {}) {
    super({ kind: "Template", name, args, options });
  }
}
