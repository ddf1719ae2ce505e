import { unitMs } from "../../../kernel/duration";
import { defaultTimeoutMs } from "../host-operations";

const engineUnitMs: Readonly<Record<string, number>> = { ...unitMs, us: 1e-3, ns: 1e-6 };

/**
 * Converts a text of `customTimeouts` into milliseconds. The engine has checked it as a Go duration, such as `1h30m`,
 * `.5h` or `0`. Both in this host and in the plugin, 0 or less means no time-out.
 */
export function timeoutOf(text = "0"): number {
  const parts = text.replaceAll(/[µμ]s/g, "us").matchAll(/(\d+\.?\d*|\.\d+)(h|ms|m|s|us|ns)/g);
  const ms = [...parts].reduce((sum, [, amount, unit = ""]) => sum + Number(amount) * (engineUnitMs[unit] ?? 0), 0);
  return ms > 0 && !text.startsWith("-") ? ms : defaultTimeoutMs;
}
