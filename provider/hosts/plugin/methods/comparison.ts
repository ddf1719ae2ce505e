import type * as proto from "@pulumi/pulumi/proto/provider_pb";
import { decode } from "../properties/marshal";
import type { DiffRequest } from "../resource-host";

/** Reads both sides of a change, which two kinds of requests contain. */
export function comparison(request: proto.DiffRequest | proto.UpdateRequest): DiffRequest {
  return {
    urn: request.getUrn(),
    id: request.getId(),
    recorded: { inputs: decode(request.getOldInputs()).values, outputs: decode(request.getOlds()).values },
    news: decode(request.getNews()),
    ignoreChanges: request.getIgnorechangesList(),
  };
}
