import type { Clock } from "../../kernel/clock";
import { isPlatformError, substitute } from "../http/answers/substitute";
import type { CallOptions } from "../http/requests";
import { JOB_BOUNDS } from "./bounds";
import type { EndpointHealth } from "./types";

/** Longest recorded time for which RunPod did not show an accepted job, in milliseconds. The client multiplies it by `timeScale`. */
const RECORDED_MS = 150_000;
/**
 * Longest time during which RunPod may not show a job of a new endpoint that has no worker yet, for example while its first
 * worker pulls the image.
 */
const RECORDED_WITHOUT_WORKERS_MS = 900_000;
/** The shortest time to live that a job can have. RunPod has not removed a younger job because of its age. */
const YOUNG_MS = JOB_BOUNDS.ttl.min;

export interface NotShownOptions {
  readonly clock: Clock;
  readonly timeScale: number;
  /** Reads the endpoint's health. Absent if the surface does not report it. */
  readonly health?: ((options: CallOptions) => Promise<EndpointHealth>) | undefined;
}

/** Decides whether RunPod has forgotten a job or does not show it yet. RunPod answers 404 in both cases. */
export class NotShown {
  readonly #options: NotShownOptions;
  /** Time from which a 404 may mean that RunPod does not show the job yet. */
  readonly #sinceMs: number;
  /**
   * True if this process submitted the job and RunPod accepted it. Such a job may appear during the whole recorded time, even
   * if its time to live is shorter.
   */
  readonly #isAccepted: boolean;

  constructor(options: NotShownOptions, isAccepted: boolean) {
    this.#options = options;
    this.#sinceMs = options.clock.now();
    this.#isAccepted = isAccepted;
  }

  /** Whether the job may still appear. A caller that gave up too early would submit the job twice. */
  async mayAppear(signal?: AbortSignal): Promise<boolean> {
    const { clock, timeScale, health } = this.#options;
    const age = (clock.now() - this.#sinceMs) / timeScale;
    if (age < (this.#isAccepted ? RECORDED_MS : YOUNG_MS)) return true;
    if (age >= RECORDED_WITHOUT_WORKERS_MS || health === undefined) return false;
    const known = await substitute(health({ signal }), isPlatformError, undefined);
    if (known === undefined) return false;
    // RunPod may count an accepted job as waiting or running although it does not show the job yet.
    const maySeeIt = this.#isAccepted || age < RECORDED_MS;
    return hasNoWorkerYet(known) || (maySeeIt && isBusy(known));
  }
}

function isBusy({ jobs }: EndpointHealth): boolean {
  return jobs.inQueue + jobs.inProgress > 0;
}

/** Whether no worker runs yet. A throttled worker waits for hardware, and the queued jobs wait for the worker. */
function hasNoWorkerYet({ jobs, workers }: EndpointHealth): boolean {
  const { idle, running, initializing = 0, throttled = 0 } = workers;
  return idle + running === 0 && (initializing > 0 || (throttled > 0 && jobs.inQueue > 0));
}
