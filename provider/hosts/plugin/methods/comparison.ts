import type * as proto from "@pulumi/pulumi/proto/provider_pb";
import { decode } from "../properties/marshal";
import type { DiffRequest } from "../resource-host";

/** The common part of two requests: both sides of a change. */
export function comparison(request: proto.DiffRequest | proto.UpdateRequest): DiffRequest {
  return {
    urn: request.getUrn(),
    id: request.getId(),
    recorded: { inputs: decode(request.getOldInputs()).values, outputs: decode(request.getOlds()).values },
    news: decode(request.getNews()),
    ignoreChanges: request.getIgnorechangesList(),
  };
}
