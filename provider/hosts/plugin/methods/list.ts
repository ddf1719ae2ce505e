import type { ServerWritableStream, UntypedServiceImplementation } from "@grpc/grpc-js";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import type { Listed } from "../../../session/resource";
import { failureOf } from "../grpc/errors";
import { decode } from "../properties/marshal";
import { BadRequestError } from "../request-errors";
import type { ResourceContext } from "./resource-context";

type ListCall = ServerWritableStream<proto.ListRequest, proto.ListResponse>;

/** Lists all items of one kind in the account, whether a stack manages them or not. */
export function listMethod(context: ResourceContext): UntypedServiceImplementation {
  return {
    list: (call: ListCall) => {
      const limit = call.request.getLimit();
      listOf(context, call.request).then(
        (found) => {
          // One stream returns the whole list.
          for (const one of limit > 0 ? found.slice(0, limit) : found) call.write(listed(one));
          call.end();
        },
        (error: unknown) => call.emit("error", failureOf(error)),
      );
    },
  };
}

async function listOf({ hostOf, runOf }: ResourceContext, request: proto.ListRequest): Promise<readonly Listed[]> {
  const { resource } = await hostOf("", request.getToken());
  if (resource.list === undefined) throw new BadRequestError(`RunPod cannot list resources of kind ${resource.kind}`);
  const [query] = Object.keys(decode(request.getQuery()).values);
  if (query !== undefined)
    throw new BadRequestError(
      `RunPod lists all resources of kind ${resource.kind}, and Podwright knows no query "${query}": list without a query`,
    );
  return await resource.list(await runOf("", 0));
}

function listed({ id, name }: Listed): proto.ListResponse {
  return new proto.ListResponse().setResult(new proto.ListResponse.Result().setId(id).setName(name.toWellFormed()));
}
