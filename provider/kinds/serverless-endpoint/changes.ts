import { ENDPOINT_DEFAULTS } from "../../../client";
import { always, type ChangeTable, live, recorded, replaces } from "../../planning/changes";
import type { ServerlessEndpointInputs } from "./inputs";

/** The platform keeps no worker that was started with another one of these. */
const ofTheWorkers = ["gpuIds", "templateId", "locations", "flashBootType", "networkVolumeId"];

export const serverlessEndpointChanges: ChangeTable<ServerlessEndpointInputs> = {
  rows: [
    always("name", live),
    always("gpuIds", live),
    always("templateId", live),
    always("type", replaces("the platform fixes how requests reach the workers"), { unset: ENDPOINT_DEFAULTS.type }),
    always("idleTimeout", live, { removed: ENDPOINT_DEFAULTS.idleTimeout }),
    always("locations", live, { unset: null, compare: "text" }),
    always("flashBootType", live, { removed: ENDPOINT_DEFAULTS.flashBootType }),
    always("scalerType", live, { removed: ENDPOINT_DEFAULTS.scalerType }),
    always("scalerValue", live, { removed: ENDPOINT_DEFAULTS.scalerValue }),
    always("workersMin", live, { removed: ENDPOINT_DEFAULTS.workersMin }),
    always("workersMax", live, { removed: ENDPOINT_DEFAULTS.workersMax }),
    always("networkVolumeId", live, { unset: null }),
    always("drain", recorded),
  ],
  observed: [
    ...(["name", "gpuIds", "templateId", "type", "idleTimeout", "locations", "flashBootType"] as const),
    ...(["scalerType", "scalerValue", "workersMin", "workersMax", "networkVolumeId"] as const),
  ],
  consequential: ["gpuIds", "templateId", "workersMin", "workersMax"],
  notice: ({ path }) => (ofTheWorkers.includes(String(path[0])) ? "renews the endpoint's workers" : undefined),
  onReplace: ({ olds, news }) =>
    olds.templateId === news.templateId ? { deleteFirst: "a template carries one endpoint at a time" } : {},
};
