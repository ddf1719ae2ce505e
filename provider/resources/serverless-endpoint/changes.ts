import { always, type ChangeTable, live, recorded, replaces } from "../changes";
import type { ServerlessEndpointInputs } from "./inputs";

export const serverlessEndpointChanges: ChangeTable<ServerlessEndpointInputs> = {
  rows: [
    always("name", live),
    always("gpuIds", live),
    always("templateId", live),
    always("type", replaces("the platform fixes how requests reach the workers"), { unset: "QB" }),
    always("idleTimeout", live, { unset: 10 }),
    always("locations", live, { unset: null, compare: "text" }),
    always("flashBootType", live, { unset: "OFF" }),
    always("scalerType", live, { unset: "QUEUE_DELAY" }),
    always("scalerValue", live, { unset: 4 }),
    always("workersMin", live, { unset: 0 }),
    always("workersMax", live, { unset: 3 }),
    always("networkVolumeId", live, { unset: null }),
    always("drain", recorded),
  ],
  onReplace: ({ olds, news }) =>
    olds.templateId === news.templateId ? { deleteFirst: "a template carries one endpoint at a time" } : {},
};
