import type { ServerWritableStream, UntypedServiceImplementation } from "@grpc/grpc-js";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import type { Listed } from "../../../session/resource";
import { failureOf } from "../grpc/errors";
import { BadRequestError } from "../request-errors";
import type { ResourceContext } from "./resource-context";

type ListCall = ServerWritableStream<proto.ListRequest, proto.ListResponse>;

/** Lists all items of one kind in the account, whether a stack manages them or not. */
export function listMethod(context: ResourceContext): UntypedServiceImplementation {
  return {
    list: (call: ListCall) => {
      const limit = call.request.getLimit();
      listOf(context, call.request.getToken()).then(
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

async function listOf({ hostOf, runOf }: ResourceContext, type: string): Promise<readonly Listed[]> {
  const { resource } = await hostOf("", type);
  if (resource.list === undefined) throw new BadRequestError(`RunPod cannot list resources of kind ${resource.kind}`);
  return await resource.list(await runOf("", 0));
}

function listed({ id, name }: Listed): proto.ListResponse {
  return new proto.ListResponse().setResult(new proto.ListResponse.Result().setId(id).setName(name.toWellFormed()));
}
