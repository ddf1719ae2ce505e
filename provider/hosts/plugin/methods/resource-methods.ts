import type { UntypedServiceImplementation } from "@grpc/grpc-js";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { messageOf } from "../../../../kernel/plain-text";
import type { Path } from "../../../../kernel/values";
import type { Run } from "../../../session/run";
import { confidentially } from "../../confidential";
import { formerSecrets } from "../../properties/secrets";
import { MarkedError, unary } from "../grpc/unary";
import { previewOfCreate, previewOfUpdate } from "../previews";
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
  const urn = request.getUrn();
  const host = await context.hostOf(urn);
  const inputs = decode(request.getProperties());
  const secrets = host.secretsBeside(inputs);
  const response = new proto.CreateResponse();
  if (request.getPreview()) {
    const caller = context.callerOf(urn);
    await host.operations.previewCreate(urn, inputs.values, caller);
    const foreseen = await host.operations.foreseenOutputs(inputs.values, caller);
    return response.setProperties(encode({ ...previewOfCreate(host.resource, inputs.values), ...foreseen }, secrets));
  }
  const run = unlessCancelled(await context.runOf(urn, request.getTimeout()), "created");
  const creation = confidentially(run, host.markedTexts(inputs), (ours) =>
    host.operations.create(ours, urn, inputs.values),
  );
  const { id, outputs } = await context.lifeline.hold(marking(creation, secrets));
  return response.setId(id).setProperties(encode(outputs, secrets));
}

async function read({ hostOf, runOf }: ResourceContext, request: proto.ReadRequest): Promise<proto.ReadResponse> {
  const urn = request.getUrn();
  const host = await hostOf(urn);
  const run = await runOf(urn, request.getTimeout());
  const [inputs, outputs] = [decode(request.getInputs()), decode(request.getProperties())];
  const recorded = { inputs: inputs.values, outputs: outputs.values };
  const found = await confidentially(run, host.markedTexts(inputs, outputs), (ours) =>
    host.operations.read(ours, { id: request.getId(), name: urn, recorded }),
  );
  const response = new proto.ReadResponse();
  // An empty id tells the engine that the resource no longer exists.
  if (found === undefined) return response;
  response.setId(found.id ?? request.getId());
  const secrets = host.secretsBeside(Object.keys(inputs.values).length > 0 ? inputs : outputs);
  if (Object.keys(found.inputs).length > 0) response.setInputs(encode(found.inputs, secrets));
  response.setProperties(encode(found.outputs, [...secrets, ...formerSecrets(outputs.secrets)]));
  return response;
}

async function update(context: ResourceContext, request: proto.UpdateRequest): Promise<proto.UpdateResponse> {
  const urn = request.getUrn();
  const host = await context.hostOf(urn);
  const { change, oldInputs, oldOutputs, news } = comparison(request);
  const secrets = [...host.secretsBeside(news), ...formerSecrets(oldOutputs.secrets)];
  const response = new proto.UpdateResponse();
  const caller = context.callerOf(urn);
  if (request.getPreview()) {
    const plan = await host.operations.previewUpdate(change, caller);
    return response.setProperties(encode(previewOfUpdate(host.resource, plan, change), secrets));
  }
  const run = unlessCancelled(await context.runOf(urn, request.getTimeout()), "changed");
  const work = confidentially(run, host.markedTexts(news, oldInputs), (ours) =>
    host.operations.update(ours, change, caller.say),
  );
  return response.setProperties(encode(await context.lifeline.hold(marking(work, secrets)), secrets));
}

async function remove({ hostOf, runOf, lifeline }: ResourceContext, request: proto.DeleteRequest): Promise<Empty> {
  const urn = request.getUrn();
  const host = await hostOf(urn);
  const [inputs, outputs] = [decode(request.getOldInputs()), decode(request.getProperties())];
  const recorded = { inputs: inputs.values, outputs: outputs.values };
  const run = unlessCancelled(await runOf(urn, request.getTimeout()), "deleted");
  const work = confidentially(run, host.markedTexts(inputs, outputs), (ours) =>
    host.operations.delete(ours, request.getId(), recorded),
  );
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
