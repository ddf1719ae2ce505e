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
 * A length of time in its largest whole unit, such as `48 s` or `3 h`.
 * @param {number} ms
 */
export function age(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 48 * 3600) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 86_400)} days`;
}

/** @param {number} ms */
export function duration(ms) {
  return ms < 1000 ? `${Math.round(ms)} ms` : ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : age(ms);
}

/**
 * The platform's word for a state, readable.
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
 * "40 of 1,200" when a list is cut, else the number.
 * @param {number} shown
 * @param {number} total
 */
export function outOf(shown, total) {
  if (total === 0) return "";
  return shown < total ? `newest ${count(shown)} of ${count(total)}` : count(total);
}
