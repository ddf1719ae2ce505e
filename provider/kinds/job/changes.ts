import { acts, always, type ChangeTable, type Effect, recorded, replaces } from "../../planning/changes";
import type { JobInputs } from "./inputs";
import { hasEnded } from "./readiness";

export const jobChanges: ChangeTable<JobInputs> = {
  rows: [
    always("endpointId", replaces("the job runs on the other endpoint")),
    always("input", replaces("the job runs again, with the new input")),
    always("triggers", replaces("the job runs again"), { unset: [] }),
    always("timeout", recorded),
    always("policy", recorded, { unset: {} }),
  ],

  observed: [],
  consequential: [],

  // A refresh takes away what the engine knows of a wait that was broken off.
  beyondInputs: ({ state: { status } }) =>
    typeof status !== "string" || status === "COMPLETED"
      ? []
      : [
          {
            path: ["status"],
            operation: "change",
            effect: goesOn(status),
            stateNotice: `is ${status}: this waits for its end`,
          },
        ],

  // It could keep the new one waiting behind it, and has no output anybody would miss.
  onReplace: ({ state: { status } }) =>
    typeof status !== "string" || hasEnded(status) ? {} : { deleteFirst: "the job has not ended: it is cancelled" },
};

function goesOn(status: string): Effect {
  return hasEnded(status) ? replaces(`it ended as ${status}: the job runs again`) : acts;
}
