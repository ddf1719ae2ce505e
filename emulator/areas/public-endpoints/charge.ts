import type { Platform } from "../../platform/platform";
import type { Endpoint } from "../../records/endpoint";
import type { Job } from "../../records/job";
import { findModel } from "./models";

/** Bills the output of a public model. Failed and cancelled jobs cost nothing. */
export function charge({ ledger }: Platform, { publicModel }: Endpoint, { input }: Job): void {
  const model = findModel(publicModel);
  if (model) ledger.charge({ area: "publicEndpoints", resource: model.id }, { usage: model.costOf(input) });
}
