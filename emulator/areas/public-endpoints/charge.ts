import type { Platform } from "../../platform/platform";
import type { Endpoint } from "../endpoints/record";
import type { Job } from "../jobs/record";
import { findModel } from "./models";

/** Bills the output of a public model. Failed and cancelled jobs cost nothing. */
export function charge({ ledger }: Platform, { publicModel }: Endpoint, { input }: Job): void {
  const model = findModel(publicModel);
  if (model) ledger.charge({ area: "publicEndpoints", resource: model.id }, { usage: model.costOf(input) });
}
