import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  GraphQLError,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  parse,
  validate,
} from "graphql";
import { z } from "zod";
import { userId } from "../account/owner";
import type { Endpoint } from "../endpoints/record";
import { deleteEndpoint, SaveError, type SaveInput, saveEndpoint, swapTemplate } from "../endpoints/save";
import { problems } from "../http/problem";
import { type Answer, type Call, json } from "../http/route";
import type { Platform } from "../platform";
import { timestamp } from "../time/clock";
import { schema } from "./schema";
import { secretFields } from "./secrets";
import { podTemplates, saveTemplate, type TemplateInput, templateFields } from "./templates";

const requestBody = z.looseObject({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
});

export interface GraphqlRequest {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Its first field: what journal and faults call it. */
  readonly name: string;
}

/** Reads the request; what cannot be parsed is 400. */
export function readGraphql(call: Pick<Call, "bytes">): GraphqlRequest {
  const body = requestBody.safeParse(json(call));
  if (!body.success) throw problems.malformed("request body must have a query");
  let document: DocumentNode;
  try {
    document = parse(body.data.query, { maxTokens: 10_000 });
  } catch (error) {
    throw problems.malformed(error instanceof GraphQLError ? error.message : "syntax error");
  }
  const operation = getOperationAST(document, body.data.operationName);
  if (!operation) throw problems.malformed("the document must have one operation, or name the one to run");
  const field = operation.selectionSet.selections.find((selection) => selection.kind === Kind.FIELD);
  return { document, operation, variables: body.data.variables ?? {}, name: nameOf(operation, field?.name.value) };
}

/** Fields that do not exist have no name: there is no end to them, and the journal counts each. */
function nameOf({ operation }: OperationDefinitionNode, field: string | undefined): string {
  const type = operation === "mutation" ? schema.getMutationType() : schema.getQueryType();
  return field !== undefined && Object.hasOwn(type?.getFields() ?? {}, field) ? field : "graphql";
}

/** Runs it. Everything but unreadable documents and keys is HTTP 200 (contract 20 row 26). */
export async function runGraphql(platform: Platform, call: Call, request: GraphqlRequest): Promise<Answer> {
  const invalid = validate(schema, request.document);
  if (invalid.length > 0) return envelope({ errors: invalid, data: null });
  if (request.operation.operation === "mutation" && call.access === "read-only") throw problems.denied();
  return envelope(
    await execute({
      schema,
      document: request.document,
      operationName: request.operation.name?.value ?? null,
      variableValues: request.variables,
      rootValue: root(platform),
    }),
  );
}

function envelope({ data, errors }: ExecutionResult): Answer {
  if (!errors || errors.length === 0) return { status: 200, body: { data } };
  const told = errors.map(({ message, path }) => ({ message, ...(path ? { path } : {}) }));
  const nothing = !data || Object.values(data).every((value) => value === null);
  return { status: 200, body: { errors: told, data: nothing ? null : data } };
}

function root(platform: Platform) {
  return {
    myself: () => ({
      id: userId,
      // Asked for by the document or not: only what is answered may use up a fault.
      endpoints: () =>
        platform.faults
          .shown("myself", platform.endpoints.values())
          .map((endpoint) => endpointShape(platform, endpoint)),
      podTemplates: () => podTemplates(platform),
      serverlessDiscount: platform.serverlessDiscount,
    }),
    ...templateFields(platform),
    ...secretFields(platform),
    updateEndpointTemplate: ({ input }: { input: { endpointId: string; templateId: string } }) =>
      swapTemplate(platform, input.endpointId, input.templateId),
    saveEndpoint: ({ input }: { input: WireInput }) => endpointShape(platform, saveWithTemplate(platform, input)),
    deleteEndpoint: ({ id }: { id: string }) => {
      deleteEndpoint(platform, id);
      return null;
    },
  };
}

/** A template that comes along is made first, and unmade when the endpoint is refused. */
function saveWithTemplate(platform: Platform, { template: inline, ...input }: WireInput): Endpoint {
  if (!inline) return saveEndpoint(platform, fromWire(input));
  const template = saveTemplate(platform, inline);
  try {
    return saveEndpoint(platform, { ...fromWire(input), templateId: template.id });
  } catch (error) {
    if (!inline.id) platform.templates.delete(template.id);
    throw error;
  }
}

type Nullable<T> = { readonly [K in keyof T]?: T[K] | null };

type WireInput = Nullable<Omit<SaveInput, "networkVolumeIds" | "type" | "scalerType">> & {
  readonly type?: string | null;
  readonly scalerType?: string | null;
  readonly networkVolumeId?: string | null;
  readonly networkVolumeIds?: readonly { readonly networkVolumeId: string }[] | null;
  /** Made along with the endpoint. */
  readonly template?: TemplateInput | null;
} & Ignored;

/** What other clients send and nothing here depends on. */
interface Ignored {
  readonly bindEndpoint?: unknown;
  readonly modelReferences?: unknown;
  readonly hubReleaseId?: unknown;
  readonly workersPFBTarget?: unknown;
}

/** Null means "none" where the field can be none, and "not sent" everywhere else. */
function fromWire(input: Omit<WireInput, "template">): SaveInput {
  const { networkVolumeId, networkVolumeIds, locations, type, scalerType, ...others } = input;
  const { bindEndpoint, modelReferences, hubReleaseId, workersPFBTarget, ...rest } = others;
  const sent = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null && value !== undefined));
  const volumes = networkVolumeIds?.map((entry) => entry.networkVolumeId);
  const single = networkVolumeId === undefined ? undefined : networkVolumeId ? [networkVolumeId] : [];
  return {
    ...sent,
    type: oneOf("type", type, ["QB", "LB"]),
    scalerType: oneOf("scalerType", scalerType, ["QUEUE_DELAY", "REQUEST_COUNT"]),
    locations: locations === undefined ? undefined : locations || null,
    networkVolumeIds: volumes ?? single,
  };
}

function oneOf<T extends string>(name: string, value: string | null | undefined, known: readonly T[]): T | undefined {
  if (value === null || value === undefined) return undefined;
  const found = known.find((one) => one === value);
  if (!found) throw new SaveError(`${name} must be one of ${known.join(", ")}`);
  return found;
}

export function endpointShape(platform: Platform, endpoint: Endpoint) {
  const volume = platform.volumes.get(endpoint.networkVolumeIds[0] ?? "");
  return {
    id: endpoint.id,
    name: endpoint.name,
    gpuIds: endpoint.gpuIds,
    instanceIds: endpoint.instanceIds,
    gpuCount: endpoint.gpuCount,
    templateId: endpoint.templateId,
    type: endpoint.type,
    idleTimeout: endpoint.idleTimeout,
    locations: endpoint.locations,
    flashBootType: endpoint.flashBootType,
    scalerType: endpoint.scalerType,
    // REST allows half seconds, GraphQL has an Int.
    scalerValue: Math.max(1, Math.round(endpoint.scalerValue)),
    workersMin: endpoint.workersMin,
    workersMax: endpoint.workersMax,
    networkVolumeId: endpoint.networkVolumeIds[0] ?? null,
    networkVolume: volume ? { id: volume.id, dataCenterId: volume.dataCenter } : null,
    executionTimeoutMs: endpoint.executionTimeoutMs,
    allowedCudaVersions: endpoint.allowedCudaVersions,
    minCudaVersion: endpoint.minCudaVersion,
    env: endpoint.env,
    pods: endpoint.workers.map((worker) => ({ id: worker.id, desiredStatus: "RUNNING" })),
    version: endpoint.version,
    userId,
    aiKey: null,
    workersStandby: endpoint.workersMin,
    createdAt: timestamp(endpoint.createdAt),
    computeType: endpoint.instanceIds.length > 0 ? "CPU" : "GPU",
  };
}
