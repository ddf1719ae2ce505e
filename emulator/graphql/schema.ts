import { buildASTSchema, type DocumentNode, type GraphQLSchema, isEnumType, isObjectType, parse, visit } from "graphql";
import type { Settings } from "../platform/options";
import { endpointRows } from "../records/endpoint-settings";
import { secretTypes } from "./secrets";
import { templateTypes } from "./templates";

const fields = (names: readonly string[], type: string) => names.map((name) => `${name}: ${type}`).join("\n");

function settings({ withDefaults }: { readonly withDefaults: boolean }): string {
  const typed = endpointRows.filter(([, { graphql }]) => graphql !== undefined);
  const lines = typed.map(([name, { graphql, preset, unset, newer }]) => {
    const initial = withDefaults && preset ? ` = ${String(unset)}` : "";
    return `${name}: ${graphql}${initial}${newer ? " @newer" : ""}`;
  });
  return lines.join("\n");
}

/** The part of RunPod's GraphQL schema that clients use. `@newer` marks elements that RunPod's first API description lacks. */
function documentOf(withDefaults: boolean): DocumentNode {
  return parse(`
  directive @newer on FIELD_DEFINITION | INPUT_FIELD_DEFINITION | ENUM_VALUE
  scalar Void
  scalar JSON
  scalar DateTime
  enum FlashBootType { OFF @newer FLASHBOOT PRIORITY_FLASHBOOT @newer }
  enum Compliance {
    GDPR ISO_IEC_27001 ISO_14001 PCI_DSS HITRUST SOC_1_TYPE_2 SOC_2_TYPE_2 SOC_3_TYPE_2 ITAR FISMA_HIGH HIPAA RENEWABLE
  }

  input EnvironmentVariableInput { key: String! value: String! }
  input NetworkVolumeIdsInput { networkVolumeId: String! }
  input EndpointRepoInput {
    repoName: String!
    ${fields(["branch", "dockerFilePath", "buildContext", "dockerArgs", "containerRegistryAuthId"], "String")}
  }
  input CloudStorageConfigInput { ${fields(["provider", "region", "bucketName", "accessKey", "secretKey"], "String!")} }

  input EndpointInput {
    id: String
    name: String!
    ${settings({ withDefaults })}
    bindEndpoint: Boolean = true @newer
    networkVolumeId: String
    networkVolumeIds: [NetworkVolumeIdsInput] @newer
    dataCenterIds: [String] @newer
    env: [EnvironmentVariableInput] @newer
    template: EndpointTemplateInput @newer
    repo: EndpointRepoInput @newer
    cloudStorageConfig: CloudStorageConfigInput @newer
  }

  type EnvironmentVariable { key: String value: String }
  type EndpointPod { id: String @newer desiredStatus: String }
  type NetworkVolume { id: String name: String size: Int dataCenterId: String }
  type NetworkVolumeIds { networkVolumeId: String dataCenterId: String }
  type ContainerRegistryAuth { id: String name: String }

  type Endpoint {
    ${fields(["id", "name", "networkVolumeId"], "String")}
    ${settings({ withDefaults: false })}
    ${fields(["version", "workersStandby"], "Int @newer")}
    networkVolumeIds: [NetworkVolumeIds] @newer
    networkVolume: NetworkVolume @newer
    env: [EnvironmentVariable] @newer
    pods: [EndpointPod]
    ${fields(["computeType", "aiKey", "userId", "activeBuildid", "idePodId"], "String @newer")}
    createdAt: DateTime @newer
  }

  type ServerlessDiscount { discountFactor: Float type: String expirationDate: DateTime }
  type User {
    id: String @newer
    pubKey: String @newer
    endpoint(id: String!): Endpoint @newer
    endpoints: [Endpoint]!
    podTemplates: [PodTemplate] @newer
    secrets: [Secret!]! @newer
    networkVolumes: [NetworkVolume] @newer
    containerRegistryCreds: [ContainerRegistryAuth] @newer
    serverlessDiscount: ServerlessDiscount
    clientBalance: Float @newer
    currentSpendPerHr: Float @newer
  }
  ${templateTypes}
  ${secretTypes}
  input UpdateEndpointTemplateInput { endpointId: String! templateId: String! }

  type Query {
    myself: User
    podTemplate(id: String!): PodTemplate @newer
  }
  type Mutation {
    saveEndpoint(input: EndpointInput!): Endpoint!
    deleteEndpoint(id: String!): Void
    updateEndpointTemplate(input: UpdateEndpointTemplateInput): Endpoint @newer
    saveTemplate(input: SaveTemplateInput): PodTemplate @newer
    deleteTemplate(templateName: String): Void @newer
    secretCreate(input: SecretCreateInput!): Secret @newer
    secretValueUpdate(input: SecretValueUpdateInput!): Secret @newer
    secretDescriptionUpdate(input: SecretDescriptionUpdateInput!): Secret @newer
    secretDelete(id: ID!): Void @newer
  }
`);
}

/** The schema with and without defaults. Without defaults, the emulator can distinguish an omitted number from its default. */
const documents = { defaults: documentOf(true), none: documentOf(false) };

export const schema = buildASTSchema(documents.defaults);

const schemas = { defaults: schema, none: buildASTSchema(documents.none), first: withoutNewer(documents.none) };

/** Returns the schema for the API version and for the mode of `saveEndpoint`. */
export function schemaOf({ saveEndpoint, strictInterface }: Settings): GraphQLSchema {
  if (strictInterface) return schemas.first;
  return saveEndpoint === "merge" ? schemas.none : schemas.defaults;
}

/** Returns the schema without the elements marked `@newer`. Responses show null in place of a removed enum value. */
function withoutNewer(document: DocumentNode): GraphQLSchema {
  const named: DocumentNode = visit(document, {
    enter: (node) =>
      "directives" in node && node.directives?.some(({ name }) => name.value === "newer") ? null : undefined,
  });
  const first = buildASTSchema(named);
  for (const type of Object.values(first.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const values = field.type;
      if (isEnumType(values))
        field.resolve = (item: Readonly<Record<string, unknown>>) =>
          values.getValue(String(item[field.name])) ? item[field.name] : null;
    }
  }
  return first;
}
