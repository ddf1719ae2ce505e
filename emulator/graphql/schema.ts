import { buildSchema, type GraphQLSchema } from "graphql";
import { defaultSettings } from "../areas/endpoints/record";
import type { Settings } from "../platform/options";
import { secretTypes } from "./secrets";
import { templateTypes } from "./templates";

/** The settings of an endpoint that are one text, written and read. */
const texts = [
  "gpuIds",
  "locations",
  "flashEnvironmentId",
  "networkVolumeId",
  "scalerType",
  "templateId",
  "allowedCudaVersions",
  "minCudaVersion",
  "hubReleaseId",
  "type",
  "modelName",
];

/** The only settings with a default in the platform's schema: a save that leaves one out sets its default. */
const numbers = ["idleTimeout", "scalerValue", "workersMax", "workersMin", "workersPFBTarget", "gpuCount"] as const;

const fields = (names: readonly string[], type: string) => names.map((name) => `${name}: ${type}`).join("\n");

/** The part of the platform's GraphQL schema that its clients use. */
function build(withDefaults: boolean): GraphQLSchema {
  const preset = (name: (typeof numbers)[number]) => (withDefaults ? ` = ${defaultSettings[name]}` : "");
  return buildSchema(`
  scalar Void
  scalar JSON
  scalar DateTime
  enum FlashBootType { OFF FLASHBOOT PRIORITY_FLASHBOOT }
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
    ${fields(texts, "String")}
    ${numbers.map((name) => `${name}: Int${preset(name)}`).join("\n")}
    bindEndpoint: Boolean = true
    executionTimeoutMs: Int
    flashBootType: FlashBootType
    instanceIds: [String]
    modelReferences: [String]
    compliance: [Compliance]
    networkVolumeIds: [NetworkVolumeIdsInput]
    env: [EnvironmentVariableInput]
    template: EndpointTemplateInput
    repo: EndpointRepoInput
    cloudStorageConfig: CloudStorageConfigInput
  }

  type EnvironmentVariable { key: String value: String }
  type EndpointPod { id: String desiredStatus: String }
  type NetworkVolume { id: String name: String size: Int dataCenterId: String }
  type NetworkVolumeIds { networkVolumeId: String dataCenterId: String }
  type ContainerRegistryAuth { id: String name: String }

  type Endpoint {
    ${fields(["id", "name", ...texts], "String")}
    ${fields(numbers, "Int")}
    executionTimeoutMs: Int
    flashBootType: FlashBootType
    instanceIds: [String]
    modelReferences: [String]
    compliance: [Compliance]
    networkVolumeIds: [NetworkVolumeIds]
    networkVolume: NetworkVolume
    env: [EnvironmentVariable]
    pods: [EndpointPod]
    ${fields(["computeType", "aiKey", "userId", "activeBuildid", "idePodId"], "String")}
    ${fields(["version", "workersStandby"], "Int")}
    createdAt: DateTime
  }

  type ServerlessDiscount { discountFactor: Float type: String expirationDate: DateTime }
  type User {
    id: String
    pubKey: String
    endpoint(id: String!): Endpoint
    endpoints: [Endpoint]!
    podTemplates: [PodTemplate]
    secrets: [Secret!]!
    networkVolumes: [NetworkVolume]
    containerRegistryCreds: [ContainerRegistryAuth]
    serverlessDiscount: ServerlessDiscount
    clientBalance: Float
    currentSpendPerHr: Float
  }
  ${templateTypes}
  ${secretTypes}
  input UpdateEndpointTemplateInput { endpointId: String! templateId: String! }

  type Query {
    myself: User
    podTemplate(id: String!): PodTemplate
  }
  type Mutation {
    saveEndpoint(input: EndpointInput!): Endpoint!
    deleteEndpoint(id: String!): Void
    updateEndpointTemplate(input: UpdateEndpointTemplateInput): Endpoint
    saveTemplate(input: SaveTemplateInput): PodTemplate
    deleteTemplate(templateName: String): Void
    secretCreate(input: SecretCreateInput!): Secret
    secretValueUpdate(input: SecretValueUpdateInput!): Secret
    secretDescriptionUpdate(input: SecretDescriptionUpdateInput!): Secret
    secretDelete(id: ID!): Void
  }
`);
}

/** The part that the interface named when it was first described. */
function buildOriginal(withDefaults: boolean): GraphQLSchema {
  const preset = (name: (typeof numbers)[number]) => (withDefaults ? ` = ${defaultSettings[name]}` : "");
  const named = ["idleTimeout", "scalerValue", "workersMin", "workersMax"] as const;
  const optional = ["type", "locations", "scalerType", "networkVolumeId"];
  return buildSchema(`
  enum FlashBootType { FLASHBOOT }
  input EndpointInput {
    id: String
    ${fields(["name", "gpuIds", "templateId"], "String!")}
    ${fields(optional, "String")}
    ${named.map((name) => `${name}: Int${preset(name)}`).join("\n")}
    flashBootType: FlashBootType
  }
  type EndpointPod { desiredStatus: String }
  type Endpoint {
    ${fields(["id", "name", "gpuIds", "templateId", ...optional], "String")}
    ${fields(named, "Int")}
    flashBootType: FlashBootType
    pods: [EndpointPod]
  }
  type ServerlessDiscount { discountFactor: Float type: String expirationDate: String }
  type User { endpoints: [Endpoint] serverlessDiscount: ServerlessDiscount }
  scalar Void
  type Query { myself: User }
  type Mutation { saveEndpoint(input: EndpointInput!): Endpoint deleteEndpoint(id: String!): Void }
`);
}

export const schema = build(true);

/** Without defaults, an omitted number can be told from its default. */
const schemas = {
  today: { defaults: schema, none: build(false) },
  original: { defaults: buildOriginal(true), none: buildOriginal(false) },
};

/** The schema of an interface, as a mode of `saveEndpoint` needs it. */
export function schemaOf({ saveEndpoint, strictInterface }: Settings): GraphQLSchema {
  const { defaults, none } = schemas[strictInterface ? "original" : "today"];
  return saveEndpoint === "merge" ? none : defaults;
}
