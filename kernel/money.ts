const CENT = 2;
const FINEST = 6;

/**
 * Returns a function that formats the amounts of a column in US dollars. If an amount of the column reaches a dollar, the
 * function shows cents. Otherwise it shows as many digits as the smallest amount needs.
 */
export function moneyFormat(amounts: readonly number[]): (amount: number) => string {
  const reachesDollar = amounts.some((amount) => Math.abs(amount) >= 1);
  const digits = reachesDollar ? CENT : amounts.reduce((most, amount) => Math.max(most, digitsFor(amount)), CENT);
  const format = new Intl.NumberFormat("en-US", {
    style: "currency",
    currency: "USD",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  const least = 10 ** -digits;
  // An amount that is too small for these digits appears as `<` and the smallest amount that they can show, because it is still
  // a cost.
  return (amount) => (amount > 0 && amount < least / 2 ? `<${format.format(least)}` : format.format(amount + 0));
}

/** Formats a single amount. */
export function dollars(amount: number): string {
  return moneyFormat([amount])(amount);
}

/** Returns the number of digits. An amount below a cent gets two significant digits: $0.0024, not $0.00. */
function digitsFor(amount: number): number {
  const size = Math.abs(amount);
  if (size === 0 || size >= 0.01) return CENT;
  return Math.min(FINEST, Math.ceil(-Math.log10(size)) + 1);
}

/**
 * Rounds to a billionth of a dollar, which is finer than any price. Sums of binary fractions are inexact beyond this digit.
 * Throws for a number that is not finite, because `NaN` would never exceed a budget.
 */
export function roundMoney(amount: number): number {
  if (!Number.isFinite(amount)) throw new Error(`${amount} is not an amount of money`);
  return Math.round(amount * 1e9) / 1e9;
}
