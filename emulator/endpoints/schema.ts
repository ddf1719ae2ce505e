import { buildSchema } from "graphql";

/** The part of the platform's GraphQL schema that endpoints need (contract 13). */
export const schema = buildSchema(`
  enum FlashBootType { OFF FLASHBOOT PRIORITY_FLASHBOOT }

  input EnvironmentVariableInput { key: String! value: String! }
  input NetworkVolumeIdInput { networkVolumeId: String! }

  input EndpointInput {
    id: String
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
    networkVolumeIds: [NetworkVolumeIdInput!]
    executionTimeoutMs: Int
    allowedCudaVersions: String
    minCudaVersion: String
    env: [EnvironmentVariableInput!]
  }

  type EnvironmentVariable { key: String! value: String! }
  type EndpointPod { id: String! desiredStatus: String! }
  type EndpointVolume { id: String! dataCenterId: String! }

  type Endpoint {
    id: String!
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
    networkVolume: EndpointVolume
    executionTimeoutMs: Int
    allowedCudaVersions: String
    minCudaVersion: String
    env: [EnvironmentVariable!]
    pods: [EndpointPod!]!
    version: Int
    userId: String
    workersStandby: Int
    createdAt: String
    computeType: String
  }

  type ServerlessDiscount { discountFactor: Float type: String expirationDate: String }
  type Myself { id: String! endpoints: [Endpoint!]! serverlessDiscount: ServerlessDiscount }

  type Query { myself: Myself }
  type Mutation {
    saveEndpoint(input: EndpointInput!): Endpoint
    deleteEndpoint(id: String!): String
  }
`);
