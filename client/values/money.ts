const CENT = 2;
const FINEST = 6;

/**
 * US dollars for people: cents, if a column reaches a dollar; in a column below that, as many digits as its smallest
 * amount needs.
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
  // An amount that rounds to 0 is still a cost.
  return (amount) => (amount > 0 && amount < least / 2 ? `<${format.format(least)}` : format.format(amount + 0));
}

/** One amount on its own. */
export function dollars(amount: number): string {
  return moneyFormat([amount])(amount);
}

/** Two significant digits below a cent: $0.0024, not $0.00. */
function digitsFor(amount: number): number {
  const size = Math.abs(amount);
  if (size === 0 || size >= 0.01) return CENT;
  return Math.min(FINEST, Math.ceil(-Math.log10(size)) + 1);
}

/**
 * Sums of binary fractions end in noise. A billionth of a dollar is finer than any price. Throws on a number that is not
 * finite: `NaN` would never exceed a budget.
 */
export function roundMoney(amount: number): number {
  if (!Number.isFinite(amount)) throw new Error(`${amount} is no amount of money`);
  return Math.round(amount * 1e9) / 1e9;
}
