import { isPlatformError, substitute } from "../http/answers/substitute";
import type { CallOptions } from "../http/requests";
import type { Clock } from "../values/clock";
import { JOB_BOUNDS } from "./bounds";
import type { EndpointHealth } from "./types";

/** How long RunPod was recorded not to show a job that it had accepted, in milliseconds before they are scaled. */
const RECORDED_MS = 150_000;
/** The same while a new endpoint has no worker yet, for example because its first worker pulls its image. */
const RECORDED_WITHOUT_WORKERS_MS = 900_000;
/** No time to live is shorter, so nothing has removed a job that is younger. */
const YOUNG_MS = JOB_BOUNDS.ttl.min;

export interface NotShownOptions {
  readonly clock: Clock;
  readonly timeScale: number;
  /** Reads the endpoint's health. Absent for a surface that does not report it. */
  readonly health?: ((options: CallOptions) => Promise<EndpointHealth>) | undefined;
}

/** A job that RunPod has not shown yet. RunPod answers 404 for it, as it does for a job that it has forgotten. */
export class NotShown {
  readonly #options: NotShownOptions;
  /** Since when a 404 may mean nothing. */
  readonly #sinceMs: number;
  /** RunPod accepted it in this process: the recorded delay counts from here, even if the job's time to live is shorter. */
  readonly #isAccepted: boolean;

  constructor(options: NotShownOptions, isAccepted: boolean) {
    this.#options = options;
    this.#sinceMs = options.clock.now();
    this.#isAccepted = isAccepted;
  }

  /** Whether a 404 still means nothing. To take such a job for gone would run it twice. */
  async mayAppear(signal?: AbortSignal): Promise<boolean> {
    const { clock, timeScale, health } = this.#options;
    const age = (clock.now() - this.#sinceMs) / timeScale;
    if (age < (this.#isAccepted ? RECORDED_MS : YOUNG_MS)) return true;
    if (age >= RECORDED_WITHOUT_WORKERS_MS || health === undefined) return false;
    const known = await substitute(health({ signal }), isPlatformError, undefined);
    if (known === undefined) return false;
    // An accepted job that RunPod has never shown may be among those that wait or run.
    const maySeeIt = this.#isAccepted || age < RECORDED_MS;
    return hasNoWorkerYet(known) || (maySeeIt && isBusy(known));
  }
}

function isBusy({ jobs }: EndpointHealth): boolean {
  return jobs.inQueue + jobs.inProgress > 0;
}

/** A throttled worker waits for hardware, as its jobs do. */
function hasNoWorkerYet({ jobs, workers }: EndpointHealth): boolean {
  const { idle, running, initializing = 0, throttled = 0 } = workers;
  return idle + running === 0 && (initializing > 0 || (throttled > 0 && jobs.inQueue > 0));
}
