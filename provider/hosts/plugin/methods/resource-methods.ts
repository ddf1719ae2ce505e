import type { UntypedServiceImplementation } from "@grpc/grpc-js";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import type { Run } from "../../../session/run";
import { messageOf } from "../../../values/errors";
import type { Path } from "../../../values/values";
import { confidentially } from "../../confidential";
import { MarkedError, unary } from "../grpc/unary";
import { decode, encode } from "../properties/marshal";
import { comparison } from "./comparison";
import type { ResourceContext } from "./resource-context";

/** The methods that operate on resources, or preview an operation. */
export function operationMethods(context: ResourceContext): UntypedServiceImplementation {
  return {
    create: unary((request: proto.CreateRequest) => create(context, request)),
    read: unary((request: proto.ReadRequest) => read(context, request)),
    update: unary((request: proto.UpdateRequest) => update(context, request)),
    delete: unary((request: proto.DeleteRequest) => remove(context, request)),
  };
}

async function create(context: ResourceContext, request: proto.CreateRequest): Promise<proto.CreateResponse> {
  const { hostOf, runOf, logOf, lifeline } = context;
  const urn = request.getUrn();
  const host = await hostOf(urn);
  const inputs = decode(request.getProperties());
  const secrets = host.secretsBeside(inputs);
  const response = new proto.CreateResponse();
  if (request.getPreview()) {
    const runIt = () => runOf(urn, request.getTimeout());
    for (const line of await host.operations.foreseeCreate(runIt, urn, inputs.values)) logOf(urn)("warning", line);
    return response.setProperties(encode(host.previewCreate(inputs.values), secrets));
  }
  const run = unlessCancelled(await runOf(urn, request.getTimeout()), "created");
  const creation = confidentially(run, host.markedTexts(inputs), (ours) =>
    host.operations.create(ours, urn, inputs.values),
  );
  const { id, outputs } = await lifeline.hold(marking(creation, secrets));
  return response.setId(id).setProperties(encode(outputs, secrets));
}

async function read({ hostOf, runOf }: ResourceContext, request: proto.ReadRequest): Promise<proto.ReadResponse> {
  const urn = request.getUrn();
  const host = await hostOf(urn);
  const run = await runOf(urn, request.getTimeout());
  const [inputs, outputs] = [decode(request.getInputs()), decode(request.getProperties())];
  const recorded = { inputs: inputs.values, outputs: outputs.values };
  const texts = [inputs, outputs].flatMap((side) => host.markedTexts(side));
  const found = await confidentially(run, texts, (ours) =>
    host.operations.read(ours, { id: request.getId(), key: urn, recorded }),
  );
  const response = new proto.ReadResponse();
  // An empty id tells the engine that the resource no longer exists.
  if (found === undefined) return response;
  response.setId(request.getId());
  const secrets = host.secretsBeside(Object.keys(inputs.values).length > 0 ? inputs : outputs);
  response.setInputs(encode(found.inputs, secrets));
  response.setProperties(encode(found.outputs, secrets));
  return response;
}

async function update(context: ResourceContext, request: proto.UpdateRequest): Promise<proto.UpdateResponse> {
  const { hostOf, runOf, logOf, lifeline } = context;
  const urn = request.getUrn();
  const host = await hostOf(urn);
  const change = comparison(request);
  const secrets = host.secretsBeside(change.news);
  host.announceUpdate(urn, logOf(urn));
  const response = new proto.UpdateResponse();
  if (request.getPreview()) {
    const runIt = () => runOf(urn, request.getTimeout());
    const foreseen = await host.operations.foresee(runIt, request.getId(), change.recorded, change.news.values);
    for (const line of foreseen) logOf(urn)("warning", line);
    return response.setProperties(encode(host.previewUpdate(change), secrets));
  }
  const run = unlessCancelled(await runOf(urn, request.getTimeout()), "changed");
  const texts = [change.news, decode(request.getOldInputs())].flatMap((side) => host.markedTexts(side));
  const work = confidentially(run, texts, (ours) =>
    host.operations.update(ours, request.getId(), change.recorded, change.news.values),
  );
  return response.setProperties(encode(await lifeline.hold(marking(work, secrets)), secrets));
}

async function remove(context: ResourceContext, request: proto.DeleteRequest): Promise<Empty> {
  const { hostOf, runOf, lifeline } = context;
  const urn = request.getUrn();
  const host = await hostOf(urn);
  const [inputs, outputs] = [decode(request.getOldInputs()), decode(request.getProperties())];
  const recorded = { inputs: inputs.values, outputs: outputs.values };
  const run = unlessCancelled(await runOf(urn, request.getTimeout()), "deleted");
  const texts = [inputs, outputs].flatMap((side) => host.markedTexts(side));
  const work = confidentially(run, texts, (ours) => host.operations.delete(ours, request.getId(), recorded));
  await lifeline.hold(work);
  return new Empty();
}

/** Refuses to begin an operation after a cancel. The error reports that nothing was changed. */
function unlessCancelled(run: Run, what: "created" | "changed" | "deleted"): Run {
  if (!run.signal.aborted) return run;
  throw new Error(`${messageOf(run.signal.reason)}, so Podwright ${what} nothing`);
}

/** Marks the secrets in an init error's outputs, because the engine stores these outputs, too. */
async function marking<T>(work: Promise<T>, secrets: readonly Path[]): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new MarkedError(error, secrets);
  }
}
