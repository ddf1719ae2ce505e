import type { Clock, Observation, Platform, RawCall } from "../../../client";
import type { Ledger } from "./ledger";
import type { Profile } from "./profile";

/** What a probe may use. */
export interface ProbeRun {
  readonly platform: Platform;
  /** The only way to create something. */
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Sends a call in the platform's own words. */
  call(call: RawCall): Promise<Observation<unknown>>;
  /** A pause between reads. */
  pause(ms: number): Promise<void>;
}

export interface Measurement {
  readonly result: "as-assumed" | "different" | "not-tried";
  readonly detail: string;
  /** What makes the emulator behave as measured; absent where it does already, or cannot. */
  readonly emulator?: Profile | undefined;
}

/** What a probe creates, and US dollars that this costs at most: a pod at the highest rate for twelve minutes. */
export const costs = { nothing: 0, "free things": 0, "a volume": 0.01, "a pod": 0.04 } as const;

/** An assumption that only the platform can confirm. */
export interface Probe {
  readonly name: string;
  readonly assumption: string;
  /** The page or the module of Podwright that depends on it. */
  readonly touches: string;
  /** The beginnings of the rows of docs/emulator.md that it confirms. */
  readonly confirms?: readonly string[];
  readonly creates: keyof typeof costs;
  run(run: ProbeRun): Promise<Measurement>;
}

interface Measuring<Begun> extends Omit<Probe, "creates" | "run"> {
  readonly run: (run: ProbeRun & Begun) => Promise<Measurement>;
}

/** Makes probes that begin with the same thing on the account. */
export function beginningWith<Begun>(creates: Probe["creates"], begin: (run: ProbeRun) => Promise<Begun>) {
  return (probe: Measuring<Begun>): Probe => ({
    ...probe,
    creates,
    run: async (run) => await probe.run({ ...run, ...(await begin(run)) }),
  });
}

export const reading = beginningWith("nothing", async () => ({}));
export const withTemplate = beginningWith("free things", async ({ ledger }) => ({ template: await ledger.template() }));

export const asAssumed = (detail: string): Measurement => ({ result: "as-assumed", detail });
export const notTried = (detail: string): Measurement => ({ result: "not-tried", detail });
export const different = (detail: string, emulator?: Profile): Measurement => ({
  result: "different",
  detail,
  emulator,
});

/** As assumed, or different, in the same words. */
export function measured(isAssumed: boolean, detail: string, emulator?: Profile): Measurement {
  return isAssumed ? asAssumed(detail) : different(detail, emulator);
}

/** As assumed when the response has this status. */
export function withStatus(status: number, response: Observation<unknown>): Measurement {
  const seen = seenIn(response);
  return response.status === status ? asAssumed(seen) : different(`${seen}, not ${status}`);
}

/** The first measurement that is not as assumed, or the last: for an assumption of several parts. */
export async function each(parts: readonly (() => Promise<Measurement>)[]): Promise<Measurement> {
  let measurement = asAssumed("");
  for (const part of parts) {
    measurement = await part();
    if (measurement.result !== "as-assumed") return measurement;
  }
  return measurement;
}

/** The status of a response, and the words of a refusal. */
export function seenIn({ status, error }: Observation<unknown>): string {
  if (status === undefined) return error?.message ?? "no response";
  return error === undefined ? `status ${status}` : `status ${status} (${error.detail || error.message})`;
}

/** A response that is this late is no lag. */
const MOST_READS = 30;
const PAUSE_MS = 2_000;

interface Reads<T> {
  /** The first response, such as that of the change which reads are to show. */
  readonly first: T;
  readonly read: () => Promise<T>;
  readonly isEnough: (found: T) => boolean;
  /** Default 30. */
  readonly most?: number;
}

/** Reads until one is enough, or that often. `missed` of the responses were not. */
export async function readUntil<T>({ pause }: ProbeRun, { first, read, isEnough, most = MOST_READS }: Reads<T>) {
  let found = first;
  let missed = 0;
  for (; !isEnough(found) && missed < most; missed += 1) {
    if (missed > 0) await pause(PAUSE_MS);
    found = await read();
  }
  return { found, missed };
}
