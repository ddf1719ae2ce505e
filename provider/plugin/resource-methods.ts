import type { ServerWritableStream, UntypedServiceImplementation } from "@grpc/grpc-js";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import type { Run } from "../resources";
import type { Path } from "../resources/values";
import { failureOf } from "./errors";
import { type Decoded, decode, encode } from "./marshal";
import type { DiffKind } from "./plan";
import { BadRequestError } from "./request-errors";
import type { DiffRequest, Encodable, ResourceHost } from "./resource-host";
import type { ServiceOptions } from "./service-options";
import { MarkedError, unary } from "./unary";

const defaultTimeoutMs = 600_000;

/** The life of resources. */
export function resourceMethods(options: ServiceOptions): UntypedServiceImplementation {
  const { account, log, lifeline, cancellation } = options;

  const hostOf = async (urn: string, type = typeOf(urn)): Promise<ResourceHost> => {
    const host = (await account()).resource(type);
    if (host === undefined) throw new BadRequestError(`this provider has no resource of type "${type}"`);
    return host;
  };

  const runOf = async (urn: string, timeoutSeconds: number): Promise<Run> => ({
    ...(await account()).session(),
    name: nameOf(urn),
    timeoutMs: timeoutSeconds > 0 ? timeoutSeconds * 1000 : defaultTimeoutMs,
    signal: AbortSignal.any([lifeline.signal, cancellation.signal]),
    report: (line) => log.status(urn, line),
  });

  return {
    check: unary(async (request: proto.CheckRequest) => {
      const urn = request.getUrn();
      const { inputs, failure } = (await hostOf(urn)).check({
        urn,
        name: nameOf(urn),
        olds: decode(request.getOlds()),
        news: decode(request.getNews()),
        seed: request.getRandomseed_asU8(),
        autonaming: autonamingOf(request.getAutonaming()),
      });
      const response = new proto.CheckResponse();
      response.setInputs(encodable(inputs));
      if (failure !== undefined) {
        // A failure that named its property would make the engine print that property's value, secret or not.
        const problem = new proto.CheckFailure();
        problem.setReason(failure);
        response.setFailuresList([problem]);
      }
      return response;
    }),

    diff: unary(async (request: proto.DiffRequest) => {
      const urn = request.getUrn();
      // `preview --diff` shows a resource's lines apart from the resource, so they name it.
      const host = await hostOf(urn);
      const { plan, detailed } = host.diff(comparison(request), (severity, line) =>
        log.line(severity, urn, `${nameOf(urn)}: ${line}`),
      );
      const response = new proto.DiffResponse();
      const { DIFF_SOME, DIFF_NONE } = proto.DiffResponse.DiffChanges;
      response.setChanges(plan.differences.length > 0 ? DIFF_SOME : DIFF_NONE);
      response.setReplacesList(topLevel(plan.replaces));
      response.setDiffsList(topLevel(plan.differences));
      response.setDeletebeforereplace(plan.deleteFirst);
      response.setHasdetaileddiff(true);
      for (const { path, kind } of detailed) {
        const property = new proto.PropertyDiff();
        property.setKind(protoKinds[kind]);
        property.setInputdiff(host.isInput(path));
        response.getDetaileddiffMap().set(path, property);
      }
      return response;
    }),

    create: unary(async (request: proto.CreateRequest) => {
      const urn = request.getUrn();
      const host = await hostOf(urn);
      const inputs = decode(request.getProperties());
      const response = new proto.CreateResponse();
      if (request.getPreview()) {
        response.setProperties(encodable(host.previewCreate(inputs)));
        return response;
      }
      const work = host.create(await runOf(urn, request.getTimeout()), inputs);
      const { id, outputs } = await lifeline.hold(marking(work, host, inputs));
      response.setId(id);
      response.setProperties(encodable(outputs));
      return response;
    }),

    read: unary(async (request: proto.ReadRequest) => {
      const urn = request.getUrn();
      const response = new proto.ReadResponse();
      const found = await (await hostOf(urn)).read(
        await runOf(urn, request.getTimeout()),
        urn,
        request.getId(),
        decode(request.getInputs()),
        decode(request.getProperties()),
      );
      // An empty id says that the resource is gone.
      if (found === undefined) return response;
      response.setId(request.getId());
      response.setInputs(encodable(found.inputs));
      response.setProperties(encodable(found.outputs));
      return response;
    }),

    update: unary(async (request: proto.UpdateRequest) => {
      const urn = request.getUrn();
      const host = await hostOf(urn);
      const change = comparison(request);
      const response = new proto.UpdateResponse();
      if (request.getPreview()) {
        response.setProperties(encodable(host.previewUpdate(change)));
        return response;
      }
      const work = host.update(await runOf(urn, request.getTimeout()), request.getId(), change);
      response.setProperties(encodable(await lifeline.hold(marking(work, host, change.news))));
      return response;
    }),

    list: (call: ServerWritableStream<proto.ListRequest, proto.ListResponse>) => {
      const type = call.request.getToken();
      const limit = call.request.getLimit();
      (async () => await listOf(await hostOf(type, type), await runOf("", 0)))().then(
        (found) => {
          // One stream is the whole answer: the platform's lists have no pages either.
          for (const { id, name } of limit > 0 ? found.slice(0, limit) : found) call.write(listed(id, name));
          call.end();
        },
        (error: unknown) => call.emit("error", failureOf(error)),
      );
    },

    delete: unary(async (request: proto.DeleteRequest) => {
      const urn = request.getUrn();
      const inputs = decode(request.getOldInputs());
      const outputs = decode(request.getProperties());
      const run = await runOf(urn, request.getTimeout());
      await lifeline.hold((await hostOf(urn)).delete(run, request.getId(), inputs, outputs));
      return new Empty();
    }),
  };
}

/** An init error's outputs are stored like any others: their secrets are marked, too. */
async function marking<T>(work: Promise<T>, host: ResourceHost, { secrets }: Decoded): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new MarkedError(error, host.secretsBeside(secrets));
  }
}

async function listOf({ resource }: ResourceHost, run: Run) {
  if (resource.list === undefined)
    throw new BadRequestError(`the platform cannot list resources of kind ${resource.kind}`);
  return await resource.list(run);
}

function listed(id: string, name: string): proto.ListResponse {
  const result = new proto.ListResponse.Result();
  result.setId(id);
  result.setName(name);
  const response = new proto.ListResponse();
  response.setResult(result);
  return response;
}

function comparison(request: proto.DiffRequest | proto.UpdateRequest): DiffRequest {
  return {
    urn: request.getUrn(),
    oldInputs: decode(request.getOldInputs()),
    oldOutputs: decode(request.getOlds()),
    news: decode(request.getNews()),
    ignoreChanges: request.getIgnorechangesList(),
  };
}

function encodable({ values, secrets }: Encodable) {
  return encode(values, secrets);
}

function autonamingOf(options: proto.CheckRequest.AutonamingOptions | undefined) {
  if (options === undefined) return undefined;
  const { PROPOSE, ENFORCE } = proto.CheckRequest.AutonamingOptions.Mode;
  const mode = options.getMode();
  const name = mode === PROPOSE ? "propose" : mode === ENFORCE ? "enforce" : "disable";
  return { mode: name, proposedName: options.getProposedName() } as const;
}

const protoKinds: Readonly<Record<DiffKind, proto.PropertyDiff.Kind>> = {
  add: proto.PropertyDiff.Kind.ADD,
  "add-replace": proto.PropertyDiff.Kind.ADD_REPLACE,
  update: proto.PropertyDiff.Kind.UPDATE,
  "update-replace": proto.PropertyDiff.Kind.UPDATE_REPLACE,
  delete: proto.PropertyDiff.Kind.DELETE,
  "delete-replace": proto.PropertyDiff.Kind.DELETE_REPLACE,
};

function topLevel(differences: readonly { readonly path: Path }[]): string[] {
  return [...new Set(differences.map(({ path }) => String(path[0])))];
}

/** `urn:pulumi:stack::project::parent$type::name` */
function typeOf(urn: string): string {
  const types = urn.split("::")[2] ?? "";
  return types.slice(types.lastIndexOf("$") + 1);
}

function nameOf(urn: string): string {
  return urn.split("::").slice(3).join("::");
}
