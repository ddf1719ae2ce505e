import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
} from "graphql";
import * as z from "zod";
import { problems } from "../http/problem";
import { type ApiResponse, type Call, json } from "../http/route";
import type { Platform } from "../platform/platform";
import { documentIn, errorsIn } from "./documents";
import { endpointFields, myself } from "./endpoints";
import { schemaOf } from "./schema";
import { secretFields } from "./secrets";
import { templateFields } from "./templates";

const requestBody = z.looseObject({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
});

export interface GraphqlRequest {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Readonly<Record<string, unknown>>;
  /** First field of the operation. The journal and faults use this field as the name of the operation. */
  readonly name: string;
}

/** Reads the request. A document that cannot be parsed is a 400. */
export function readGraphql({ settings }: Pick<Platform, "settings">, call: Pick<Call, "bytes">): GraphqlRequest {
  const body = requestBody.safeParse(json(call));
  if (!body.success) throw problems.malformed("request body must have a query");
  let document: DocumentNode;
  try {
    document = documentIn(body.data.query);
  } catch (error) {
    throw problems.malformed(error instanceof GraphQLError ? error.message : "syntax error");
  }
  const operation = getOperationAST(document, body.data.operationName);
  if (!operation)
    throw problems.malformed(
      "the document must have exactly one operation, or the request must name one of its operations",
    );
  const field = operation.selectionSet.selections.find((selection) => selection.kind === Kind.FIELD);
  return {
    document,
    operation,
    variables: body.data.variables ?? {},
    name: nameOf(schemaOf(settings), operation, field?.name.value),
  };
}

/** Returns the name of an operation. All unknown fields share one name, so that the journal counts few different names. */
function nameOf(schema: GraphQLSchema, { operation }: OperationDefinitionNode, field: string | undefined): string {
  const type = operation === "mutation" ? schema.getMutationType() : schema.getQueryType();
  return field !== undefined && Object.hasOwn(type?.getFields() ?? {}, field) ? field : "graphql";
}

/** Runs the document. The status is always 200, except for unreadable documents and refused keys. */
export async function runGraphql(platform: Platform, call: Call, request: GraphqlRequest): Promise<ApiResponse> {
  const schema = schemaOf(platform.settings);
  const invalid = errorsIn(schema, request.document);
  if (invalid.length > 0) return envelope({ errors: invalid, data: null });
  if (request.operation.operation === "mutation" && call.access === "read-only") throw problems.denied();
  return envelope(
    await execute({
      schema,
      document: request.document,
      operationName: request.operation.name?.value ?? null,
      variableValues: request.variables,
      rootValue: {
        myself: () => myself(platform),
        ...endpointFields(platform),
        ...templateFields(platform),
        ...secretFields(platform),
      },
    }),
  );
}

function envelope({ data, errors }: ExecutionResult): ApiResponse {
  if (!errors || errors.length === 0) return { status: 200, body: { data } };
  const shown = errors.map(({ message, path }) => ({ message, ...(path ? { path } : {}) }));
  const isEmpty = !data || Object.values(data).every((value) => value === null);
  return { status: 200, body: { errors: shown, data: isEmpty ? null : data } };
}
