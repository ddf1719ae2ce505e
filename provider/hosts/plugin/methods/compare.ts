import type { UntypedServiceImplementation } from "@grpc/grpc-js";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import type { DiffKind } from "../../properties/detail";
import { topLevel } from "../../properties/properties";
import { nameOf, stackOf } from "../../properties/urn";
import { unary } from "../grpc/unary";
import { forProgram } from "../program-language";
import { decode, encode } from "../properties/marshal";
import { comparison } from "./comparison";
import type { ResourceContext } from "./resource-context";

/** The methods that compare a program's inputs with the schema, the recorded values and the catalogs. */
export function compareMethods(context: ResourceContext): UntypedServiceImplementation {
  return {
    check: unary((request: proto.CheckRequest) => check(context, request)),
    diff: unary((request: proto.DiffRequest) => diff(context, request)),
  };
}

async function check({ hostOf, callerOf }: ResourceContext, request: proto.CheckRequest): Promise<proto.CheckResponse> {
  const urn = request.getUrn();
  const host = await hostOf(urn);
  const [olds, news] = [decode(request.getOlds()), decode(request.getNews())];
  const declared = {
    ...{ name: urn, logicalName: nameOf(urn), stack: stackOf(urn) },
    ...{ seed: request.getRandomseed_asU8(), autonaming: autonamingOf(request.getAutonaming()) },
    ...{ olds: olds.values, news: news.values, unknowns: news.unknowns },
  };
  const { inputs, failures } = await host.operations.check(declared, callerOf(urn));
  const response = new proto.CheckResponse();
  response.setInputs(encode(inputs, host.secretsBeside(news)));
  response.setFailuresList(failures.map(({ reason }) => new proto.CheckFailure().setReason(forProgram(reason))));
  return response;
}

async function diff({ hostOf, callerOf }: ResourceContext, request: proto.DiffRequest): Promise<proto.DiffResponse> {
  const urn = request.getUrn();
  const host = await hostOf(urn);
  const { plan, detailed, refusals } = await host.operations.diff(comparison(request).change, callerOf(urn));
  // `preview --diff` and a parallel engine show the error apart from the resource, so the error names it.
  if (refusals.length > 0) throw new Error(`${nameOf(urn)}: ${refusals.join("\n")}`);
  const response = new proto.DiffResponse();
  const { DIFF_SOME, DIFF_NONE } = proto.DiffResponse.DiffChanges;
  response.setChanges(plan.differences.length > 0 ? DIFF_SOME : DIFF_NONE);
  response.setReplacesList(topLevel(plan.replaces));
  response.setDiffsList(topLevel(plan.differences));
  response.setDeletebeforereplace(plan.terms.deleteFirst !== undefined);
  response.setHasdetaileddiff(true);
  for (const { path, kind } of detailed) {
    const property = new proto.PropertyDiff().setKind(protoKinds[kind]).setInputdiff(host.isInput(path));
    response.getDetaileddiffMap().set(path, property);
  }
  return response;
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
