import type * as proto from "@pulumi/pulumi/proto/provider_pb";
import type { DiffRequest } from "../../host-operations";
import { type Decoded, decode } from "../properties/marshal";

/** A request for a diff or an update, with each struct decoded once. */
export interface Comparison {
  readonly change: DiffRequest & { readonly id: string };
  readonly oldInputs: Decoded;
  readonly oldOutputs: Decoded;
  readonly news: Decoded;
}

/** Reads the recorded and the new values from a request for a diff or an update. */
export function comparison(request: proto.DiffRequest | proto.UpdateRequest): Comparison {
  const oldOutputs = decode(request.getOlds());
  const [oldInputs, news] = [decode(request.getOldInputs()), decode(request.getNews())];
  const change = {
    name: request.getUrn(),
    id: request.getId(),
    recorded: { inputs: oldInputs.values, outputs: oldOutputs.values },
    news: news.values,
    unknowns: news.unknowns,
    ignoreChanges: request.getIgnorechangesList(),
  };
  return { change, oldInputs, oldOutputs, news };
}
