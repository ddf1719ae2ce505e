import type * as proto from "@pulumi/pulumi/proto/provider_pb";
import { decode } from "../properties/marshal";
import type { DiffRequest } from "../resource-host";

/** Reads the recorded and the new values from a request for a diff or an update. */
export function comparison(request: proto.DiffRequest | proto.UpdateRequest): DiffRequest {
  return {
    urn: request.getUrn(),
    id: request.getId(),
    recorded: { inputs: decode(request.getOldInputs()).values, outputs: decode(request.getOlds()).values },
    news: decode(request.getNews()),
    ignoreChanges: request.getIgnorechangesList(),
  };
}
