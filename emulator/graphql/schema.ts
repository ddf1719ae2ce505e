import { buildSchema } from "graphql";
import { secretTypes } from "./secrets";
import { templateTypes } from "./templates";

/** The settings of an endpoint, which can be written and read. */
const settings = `
    name: String!
    gpuIds: String
    instanceIds: [String!]
    gpuCount: Int
    templateId: String
    type: String
    idleTimeout: Int
    locations: String
    flashBootType: FlashBootType
    scalerType: String
    scalerValue: Int
    workersMin: Int
    workersMax: Int
    networkVolumeId: String
    executionTimeoutMs: Int
    allowedCudaVersions: String
    minCudaVersion: String
`;

/** The part of the platform's GraphQL schema that its documentation shows. */
export const schema = buildSchema(`
  enum FlashBootType { OFF FLASHBOOT PRIORITY_FLASHBOOT }

  input EnvironmentVariableInput { key: String! value: String! }
  input NetworkVolumeIdInput { networkVolumeId: String! }

  input EndpointInput {
    id: String
    ${settings}
    networkVolumeIds: [NetworkVolumeIdInput!]
    env: [EnvironmentVariableInput!]
    template: PodTemplateInput
    bindEndpoint: Boolean = true
    modelReferences: [String!]
    hubReleaseId: String
    workersPFBTarget: Int
  }

  type EnvironmentVariable { key: String! value: String! }
  type EndpointPod { id: String! desiredStatus: String! }
  type EndpointVolume { id: String! dataCenterId: String! }

  type Endpoint {
    id: String!
    ${settings}
    networkVolume: EndpointVolume
    env: [EnvironmentVariable!]
    pods: [EndpointPod!]!
    version: Int
    userId: String
    aiKey: String
    workersStandby: Int
    createdAt: String
    computeType: String
  }

  type ServerlessDiscount { discountFactor: Float type: String expirationDate: String }
  type Myself {
    id: String!
    endpoints: [Endpoint!]!
    podTemplates: [PodTemplate!]!
    secrets: [Secret!]!
    serverlessDiscount: ServerlessDiscount
  }
  ${templateTypes}
  ${secretTypes}
  input EndpointTemplateInput { endpointId: String! templateId: String! }
  type EndpointTemplate { id: String! templateId: String! }

  scalar DateTime
  type Query {
    myself: Myself
    podTemplate(id: String!): PodTemplate
  }
  type Mutation {
    saveEndpoint(input: EndpointInput!): Endpoint
    deleteEndpoint(id: String!): String
    updateEndpointTemplate(input: EndpointTemplateInput!): EndpointTemplate
    saveTemplate(input: PodTemplateInput!): PodTemplate
    deleteTemplate(templateName: String!): String
    secretCreate(input: SecretCreateInput!): Secret
    secretValueUpdate(input: SecretValueUpdateInput!): Secret
    secretDescriptionUpdate(input: SecretDescriptionUpdateInput!): Secret
    secretDelete(id: ID!): String
  }
`);
