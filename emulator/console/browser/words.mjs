const money = new Intl.NumberFormat("en", { style: "currency", currency: "USD", maximumFractionDigits: 4 });
const numbers = new Intl.NumberFormat("en");

/** @param {number} usd */
export function dollars(usd) {
  return money.format(usd);
}

/** @param {number} value */
export function count(value) {
  return numbers.format(value);
}

/**
 * @param {number} value
 * @param {string} one
 * @param {string} [many]
 */
export function counted(value, one, many = `${one}s`) {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/**
 * Formats a length of time in its largest whole unit, such as `48 s` or `3 h`.
 * @param {number} ms
 */
export function age(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 48 * 3600) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 86_400)} days`;
}

/**
 * Makes RunPod's name of a state readable.
 * @param {string} status
 */
export function stateWord(status) {
  return status.replaceAll("_", " ");
}

/** @param {number} ms since the epoch */
export function timeOfDay(ms) {
  return new Date(ms).toISOString().slice(11, 19);
}

/** @param {number} ms since the epoch */
export function day(ms) {
  return new Date(ms).toISOString().slice(0, 10);
}

/**
 * Returns "newest 40 of 1,200" for a cut list, "3 of 1,200 match" for a filtered list, else the number.
 * @param {number} shown
 * @param {number} matching
 * @param {number} total
 */
export function outOf(shown, matching, total) {
  if (total === 0) return "";
  if (matching < total) return `${count(matching)} of ${count(total)} match`;
  return shown < total ? `newest ${count(shown)} of ${count(total)}` : count(total);
}
