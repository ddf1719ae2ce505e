import type { Clock, Observation, Platform, RawCall } from "../../client";
import type { Evidence } from "./evidence";
import type { Ledger } from "./ledger";
import type { Profile } from "./profile";

/** The tools of a probe. */
export interface ProbeRun {
  readonly platform: Platform;
  /** Creates all items of the probe. */
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Sends a raw call to the API. */
  call(call: RawCall): Promise<Observation<unknown>>;
  /** Waits between two reads. */
  pause(ms: number): Promise<void>;
}

export interface Measurement {
  readonly result: "as-assumed" | "different" | "not-tried";
  readonly detail: string;
  /**
   * The options that make the emulator behave as measured. Absent if the emulator already behaves so, or has no such
   * option.
   */
  readonly emulator?: Profile | undefined;
}

/**
 * The items that a probe may create, with their highest cost in US dollars. The price of a pod covers ten minutes at
 * the highest rate, and the price of a worker covers one minute.
 */
export const costs = { nothing: 0, "free resources": 0, "a volume": 0.01, "a pod": 0.034, "a worker": 0.015 } as const;

/** Podwright ends a probe after this time and deletes its items, so that no probe costs more. */
export const LONGEST_PROBE_MS = 8 * 60_000;

/** An assumption that only RunPod can confirm, and its test. */
export interface Probe {
  readonly name: string;
  readonly assumption: string;
  /** Empty if RunPod has published nothing about the question, so that Podwright chose an answer. */
  readonly evidence: readonly Evidence[];
  /** The page or the module of Podwright that depends on the assumption. */
  readonly touches: string;
  /** First words of the rows of docs/contributing/emulator-evidence.md that the probe confirms. */
  readonly confirms?: readonly string[];
  readonly creates: keyof typeof costs;
  run(run: ProbeRun): Promise<Measurement>;
}

interface Measuring<Begun> extends Omit<Probe, "creates" | "run"> {
  readonly run: (run: ProbeRun & Begun) => Promise<Measurement>;
}

/** Makes probes that all need the same kind of item on the account. */
export function beginningWith<Begun>(creates: Probe["creates"], begin: (run: ProbeRun) => Promise<Begun>) {
  return (probe: Measuring<Begun>): Probe => ({
    ...probe,
    creates,
    run: async (run) => await probe.run({ ...run, ...(await begin(run)) }),
  });
}

export const reading = beginningWith("nothing", async () => ({}));
export const withTemplate = beginningWith("free resources", async ({ ledger }) => ({
  template: await ledger.template(),
}));

export const asAssumed = (detail: string): Measurement => ({ result: "as-assumed", detail });
export const notTried = (detail: string): Measurement => ({ result: "not-tried", detail });
export const different = (detail: string, emulator?: Profile): Measurement => ({
  result: "different",
  detail,
  emulator,
});

/** Returns the result `as-assumed` or `different`, with the same text in both cases. */
export function measured(isAssumed: boolean, detail: string, emulator?: Profile): Measurement {
  return isAssumed ? asAssumed(detail) : different(detail, emulator);
}

/** Returns `as-assumed` if the response has this status. */
export function withStatus(status: number, response: Observation<unknown>): Measurement {
  const seen = seenIn(response);
  return response.status === status ? asAssumed(seen) : different(`${seen}, not ${status}`);
}

/**
 * Measures an assumption of several parts. Returns the first measurement that is not `as-assumed`, or else the last
 * one.
 */
export async function each(parts: readonly (() => Promise<Measurement>)[]): Promise<Measurement> {
  let measurement = asAssumed("");
  for (const part of parts) {
    measurement = await part();
    if (measurement.result !== "as-assumed") return measurement;
  }
  return measurement;
}

/** Describes a response by its status, and a refusal also by its text. */
export function seenIn({ status, error }: Observation<unknown>): string {
  if (status === undefined) return error?.message ?? "no response";
  return error === undefined ? `status ${status}` : `status ${status} (${error.detail || error.message})`;
}

/** Number of reads in a minute. If RunPod reports an old value for longer than a minute, this is no lag. */
const MOST_READS = 30;
const PAUSE_MS = 2_000;

interface Reads<T> {
  /** The first response, such as the response to the change. */
  readonly first: T;
  readonly read: () => Promise<T>;
  readonly isEnough: (found: T) => boolean;
  /** Largest number of reads. Default: 30. */
  readonly most?: number;
}

/** Reads until `isEnough` accepts a response, at most `most` times. `missed` counts the responses that it refused. */
export async function readUntil<T>({ pause }: ProbeRun, { first, read, isEnough, most = MOST_READS }: Reads<T>) {
  let found = first;
  let missed = 0;
  for (; !isEnough(found) && missed < most; missed += 1) {
    if (missed > 0) await pause(PAUSE_MS);
    found = await read();
  }
  return { found, missed };
}
