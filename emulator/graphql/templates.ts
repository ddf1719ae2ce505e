import {
  createTemplate,
  deleteTemplate,
  ownTemplate,
  ownTemplates,
  readableTemplate,
  updateTemplate,
} from "../areas/templates/store";
import { problems } from "../http/problem";
import type { Platform } from "../platform/platform";
import { defined } from "../records/container";
import { listOf } from "../records/endpoint-hardware";
import { sourceOf } from "../records/public-templates";
import type { GraphqlOnly, Template } from "../records/template";
import { items, required } from "./arguments";

/** Fields that both inputs have. */
const shared = {
  name: "String!",
  imageName: "String",
  containerDiskInGb: "Int!",
  dockerArgs: "String!",
  ports: "String",
  env: "[EnvironmentVariableInput]!",
  readme: "String",
  containerRegistryAuthId: "String",
  startSsh: "Boolean",
  startJupyter: "Boolean",
  startScript: "String",
  advancedStart: "Boolean",
  config: "JSON",
};
/** Fields that only the template's own input has. */
const own = {
  id: "String",
  volumeInGb: "Int!",
  volumeMountPath: "String",
  portsConfig: "[PortConfigInput]",
  category: "TemplateCategory",
  isServerless: "Boolean",
  isPublic: "Boolean",
};
const fields = (types: Readonly<Record<string, string>>) =>
  Object.entries(types)
    .map((field) => field.join(": "))
    .join("\n");
/** Fields of a template in responses. Responses have the fields of the inputs, and each field may be null. */
const shown = fields({ ...shared, ...own, category: "String", isRunpod: "Boolean" }).replace(/Input\b|!/g, "");

/** GraphQL types of templates. REST shows the same templates with other field names. */
export const templateTypes = `
  enum TemplateCategory { CPU GPU NVIDIA AMD }
  input PortConfigInput { port: String! name: String! }
  type PortConfig { port: String name: String }
  input SaveTemplateInput { ${fields({ ...own, ...shared })} }
  """The template of an endpoint, created together with the endpoint. It is always serverless and has no volume."""
  input EndpointTemplateInput { ${fields(shared)} }
  type PodTemplate { ${shown} }
`;

/** Fields that both inputs have. */
interface CommonInput {
  readonly name: string;
  readonly imageName?: string | null;
  readonly containerDiskInGb: number;
  readonly dockerArgs: string;
  readonly env: readonly ({ readonly key: string; readonly value: string } | null)[];
  readonly ports?: string | null;
  readonly readme?: string | null;
  readonly containerRegistryAuthId?: string | null;
  readonly startSsh?: boolean | null;
  readonly startJupyter?: boolean | null;
  readonly startScript?: string | null;
  readonly advancedStart?: boolean | null;
  readonly config?: unknown;
}

export interface TemplateInput extends CommonInput {
  readonly id?: string | null;
  readonly volumeInGb: number;
  readonly volumeMountPath?: string | null;
  readonly portsConfig?: readonly ({ readonly port: string; readonly name: string } | null)[] | null;
  readonly category?: "GPU" | Template["category"] | null;
  readonly isServerless?: boolean | null;
  readonly isPublic?: boolean | null;
}

export function templateFields(platform: Platform) {
  return {
    podTemplate: ({ id }: { id: string }) => templateShape(readableTemplate(platform, id)),
    saveTemplate: ({ input }: { input?: TemplateInput | null }) =>
      templateShape(saveTemplate(platform, required("input", input))),
    deleteTemplate: ({ templateName }: { templateName?: string | null }) => {
      const wanted = required("templateName", templateName);
      const found = ownTemplates(platform).find(({ name }) => name === wanted);
      if (!found) throw problems.notFound(`template ${wanted}`);
      deleteTemplate(platform, found);
      return null;
    },
  };
}

export function podTemplates(platform: Platform) {
  return platform.faults.shown("myself", ownTemplates(platform)).map(templateShape);
}

/** Creates a template, or updates it if the input has an id. The rules of REST apply. */
export function saveTemplate(platform: Platform, input: TemplateInput): Template {
  const { id, containerDiskInGb: disk, volumeInGb, category } = input;
  const name = required("name", input.name);
  if (disk < 1) throw problems.rule("containerDiskInGb must be at least 1");
  if (volumeInGb < 0) throw problems.rule("volumeInGb must not be negative");
  if (input.isServerless && volumeInGb > 0) throw problems.rule("volumeInGb must be 0 for serverless templates");
  const image = id ? (input.imageName ?? undefined) : required("imageName", input.imageName);
  const body = {
    name,
    disk,
    args: input.dockerArgs,
    env: Object.fromEntries(items(input.env).map(({ key, value }) => [key, value])),
    ports: input.ports === undefined || input.ports === null ? undefined : listOf(input.ports),
    // Clients send an empty string to set no credential.
    registry: input.containerRegistryAuthId === "" ? null : (input.containerRegistryAuthId ?? undefined),
    mounts:
      volumeInGb > 0 ? { persistent: { size: volumeInGb, path: input.volumeMountPath ?? "/workspace" } } : undefined,
    // GraphQL also has the category GPU, the older name of NVIDIA. REST does not have this category.
    category: category === "GPU" ? ("NVIDIA" as const) : (category ?? undefined),
    serverless: input.isServerless ?? undefined,
    public: input.isPublic ?? undefined,
    startSsh: input.startSsh ?? undefined,
    startJupyter: input.startJupyter ?? undefined,
  };
  const template = id ? ownTemplate(platform, id) : createTemplate(platform, { ...body, image: image ?? "" });
  if (id) updateTemplate(platform, template, { ...body, image });
  Object.assign(template, graphqlOnly(input));
  return template;
}

/** Returns the settings that the client sent and that only GraphQL has. */
function graphqlOnly(input: TemplateInput): GraphqlOnly {
  const { readme, startScript, advancedStart, config, portsConfig } = input;
  return defined({
    readme: readme ?? undefined,
    startScript: startScript ?? undefined,
    advancedStart: advancedStart ?? undefined,
    config: config ?? undefined,
    portsConfig: portsConfig ? items(portsConfig) : undefined,
  });
}

function templateShape(template: Template) {
  const { persistent } = template.mounts;
  return {
    id: template.id,
    name: template.name,
    imageName: template.image,
    containerDiskInGb: template.disk,
    volumeInGb: persistent?.size ?? 0,
    dockerArgs: template.args,
    env: Object.entries(template.env).map(([key, value]) => ({ key, value })),
    ports: template.ports.join(","),
    volumeMountPath: persistent?.path ?? null,
    readme: template.readme ?? "",
    startScript: template.startScript,
    advancedStart: template.advancedStart,
    config: template.config,
    portsConfig: template.portsConfig,
    isRunpod: template.owner === "other" && sourceOf(template) === "official",
    containerRegistryAuthId: template.owner === "other" ? null : template.registry,
    category: template.category,
    isServerless: template.serverless,
    isPublic: template.public,
    startSsh: template.startSsh,
    startJupyter: template.startJupyter,
  };
}
