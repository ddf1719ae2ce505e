import { measurement, pages, recorded } from "../../../cli/assumptions/evidence";
import { type Unprobed, WORKER } from "./reasons";

const LONG = "it takes more than half an hour";

/** Assumptions about jobs. */
export const jobsWithoutProbe: readonly Unprobed[] = [
  {
    assumption: "`run` answers with an id and `IN_QUEUE`",
    evidence: [recorded("36"), pages("job operations")],
    reason: "every probe of jobs shows this response, because the probe reads the job's id",
  },
  {
    assumption:
      "`status` may be 404 for 150 seconds after `run`, and for 15 minutes while jobs wait or while no worker has started",
    evidence: [recorded("40"), measurement("by other clients, 2026")],
    reason: WORKER,
  },
  {
    assumption: "A job with the empty input `{}` fails, because workers treat it as missing",
    evidence: [recorded("35")],
    reason: WORKER,
  },
  {
    assumption: "`runsync` answers with the job and its id, although the author of one recording left the id out",
    evidence: [recorded("39"), recorded("46")],
    reason: WORKER,
  },
  {
    assumption: "RunPod keeps a result for 30 minutes after `run`, and for 1 to 5 minutes after `runsync`",
    evidence: [pages("job operations")],
    reason: LONG,
  },
  {
    assumption: "A webhook contains the job's result with its `input` and `webhook`",
    evidence: [recorded("45")],
    reason: "it needs a worker and an address that RunPod can reach",
  },
  {
    assumption: "A removed public model gets status 404",
    evidence: [recorded("41")],
    reason: "RunPod may offer a removed model again",
  },
  {
    assumption: "A job that runs again shows `retries`, and the last chunk of a stream arrives with its final status",
    evidence: [recorded("83"), recorded("85")],
    reason: WORKER,
  },
];
