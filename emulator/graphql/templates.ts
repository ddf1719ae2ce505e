import { listOf } from "../areas/endpoints/hardware";
import type { Template } from "../areas/templates/record";
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

/** Templates over GraphQL: the same as over REST, with other names. */
export const templateTypes = `
  input PodTemplateInput {
    id: String
    name: String!
    imageName: String!
    containerDiskInGb: Int!
    volumeInGb: Int!
    dockerArgs: String
    env: [EnvironmentVariableInput!]
    ports: String
    volumeMountPath: String
    readme: String
    containerRegistryAuthId: String
    category: String
    isServerless: Boolean
    isPublic: Boolean
    startSsh: Boolean
    startJupyter: Boolean
  }

  type PodTemplate {
    id: String!
    name: String!
    imageName: String!
    containerDiskInGb: Int!
    volumeInGb: Int!
    dockerArgs: String!
    env: [EnvironmentVariable!]!
    ports: String
    volumeMountPath: String
    readme: String
    containerRegistryAuthId: String
    category: String
    isServerless: Boolean!
    isPublic: Boolean!
    startSsh: Boolean!
    startJupyter: Boolean!
  }
`;

export interface TemplateInput {
  readonly id?: string | null;
  readonly name: string;
  readonly imageName: string;
  readonly containerDiskInGb: number;
  readonly volumeInGb: number;
  readonly dockerArgs?: string | null;
  readonly env?: readonly { readonly key: string; readonly value: string }[] | null;
  readonly ports?: string | null;
  readonly volumeMountPath?: string | null;
  readonly readme?: string | null;
  readonly containerRegistryAuthId?: string | null;
  readonly isServerless?: boolean | null;
  readonly isPublic?: boolean | null;
  readonly startSsh?: boolean | null;
  readonly startJupyter?: boolean | null;
}

export function templateFields(platform: Platform) {
  return {
    podTemplate: ({ id }: { id: string }) => templateShape(readableTemplate(platform, id)),
    saveTemplate: ({ input }: { input: TemplateInput }) => templateShape(saveTemplate(platform, input)),
    deleteTemplate: ({ templateName }: { templateName: string }) => {
      const found = ownTemplates(platform).find(({ name }) => name === templateName);
      if (!found) throw problems.notFound(`template ${templateName}`);
      deleteTemplate(platform, found);
      return null;
    },
  };
}

export function podTemplates(platform: Platform) {
  return platform.faults.shown("myself", ownTemplates(platform)).map(templateShape);
}

/** Creates without an id, updates with one. REST has the same rules. */
export function saveTemplate(platform: Platform, input: TemplateInput): Template {
  const { id, name, imageName: image, containerDiskInGb: disk, volumeInGb } = input;
  if (name === "") throw problems.rule("name is required");
  if (disk < 1) throw problems.rule("containerDiskInGb must be at least 1");
  if (volumeInGb < 0) throw problems.rule("volumeInGb must not be negative");
  if (input.isServerless && volumeInGb > 0) throw problems.rule("volumeInGb must be 0 for serverless templates");
  const body = {
    name,
    image,
    disk,
    args: input.dockerArgs ?? undefined,
    env: input.env ? Object.fromEntries(input.env.map(({ key, value }) => [key, value])) : undefined,
    ports: input.ports === undefined || input.ports === null ? undefined : listOf(input.ports),
    // Clients send an empty string for none.
    registry: input.containerRegistryAuthId === "" ? null : (input.containerRegistryAuthId ?? undefined),
    mounts:
      volumeInGb > 0 ? { persistent: { size: volumeInGb, path: input.volumeMountPath ?? "/workspace" } } : undefined,
    serverless: input.isServerless ?? undefined,
    public: input.isPublic ?? undefined,
    startSsh: input.startSsh ?? undefined,
    startJupyter: input.startJupyter ?? undefined,
  };
  const template = id ? ownTemplate(platform, id) : createTemplate(platform, body);
  if (id) updateTemplate(platform, template, body);
  if (input.readme !== undefined && input.readme !== null) template.readme = input.readme;
  return template;
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
    containerRegistryAuthId: template.owner === "other" ? null : template.registry,
    category: template.category,
    isServerless: template.serverless,
    isPublic: template.public,
    startSsh: template.startSsh,
    startJupyter: template.startJupyter,
  };
}
