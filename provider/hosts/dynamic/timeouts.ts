import { unitMs } from "../../../client/values/duration";
import { defaultTimeoutMs } from "../host-operations";

const engineUnitMs: Readonly<Record<string, number>> = { ...unitMs, us: 1e-3, ns: 1e-6 };

/**
 * Milliseconds of a text in `customTimeouts`, which the engine has checked by the rules of Go: `1h30m`, `.5h`, `0`. A
 * program with 0 or less sets no time-out, as under a plugin.
 */
export function timeoutOf(text = "0"): number {
  const parts = text.replaceAll(/[µμ]s/g, "us").matchAll(/(\d+\.?\d*|\.\d+)(h|ms|m|s|us|ns)/g);
  const ms = [...parts].reduce((sum, [, amount, unit = ""]) => sum + Number(amount) * (engineUnitMs[unit] ?? 0), 0);
  return ms > 0 && !text.startsWith("-") ? ms : defaultTimeoutMs;
}
