import type { Clock, Observation, Platform, RawCall } from "../../../client";
import type { Ledger } from "./ledger";
import type { Profile } from "./profile";

/** What a probe may use. */
export interface ProbeRun {
  readonly platform: Platform;
  /** The only way to create something. */
  readonly ledger: Ledger;
  readonly clock: Clock;
  /** Multiplies pauses between reads. */
  readonly timeScale: number;
  readonly signal: AbortSignal;
  /** Sends a call in the platform's own words. */
  call(call: RawCall): Promise<Observation<unknown>>;
}

export type Measurement =
  | { readonly result: "as-assumed"; readonly detail: string }
  | {
      readonly result: "different";
      readonly detail: string;
      /** What makes the emulator behave so; absent where it cannot. */
      readonly emulator?: Profile;
    }
  | { readonly result: "not-tried"; readonly detail: string };

/** An assumption that only the platform can confirm. */
export interface Probe {
  readonly name: string;
  readonly assumption: string;
  /** The page or the module of Podwright that depends on it. */
  readonly touches: string;
  /** The beginning of the row of docs/emulator.md that it confirms, where there is one. */
  readonly confirms?: string;
  /** What it creates: nothing at all, things that cost nothing, or a pod. */
  readonly creates: "nothing" | "free things" | "a pod";
  run(run: ProbeRun): Promise<Measurement>;
}

export const asAssumed = (detail: string): Measurement => ({ result: "as-assumed", detail });
export const notTried = (detail: string): Measurement => ({ result: "not-tried", detail });
export function different(detail: string, emulator?: Profile): Measurement {
  return { result: "different", detail, ...(emulator === undefined ? {} : { emulator }) };
}

/** As assumed when the response has this status. */
export function withStatus(status: number, response: Observation<unknown>): Measurement {
  const seen = seenIn(response);
  return response.status === status ? asAssumed(seen) : different(`${seen}, not ${status}`);
}

/** The status of a response, and the words of a refusal. */
export function seenIn({ status, error }: Observation<unknown>): string {
  if (status === undefined) return error?.message ?? "no response";
  return error === undefined ? `status ${status}` : `status ${status} (${error.detail || error.message})`;
}
