const CENT = 2;
const FINEST = 6;

/**
 * US dollars for people: cents, where a column reaches a dollar; in a column of less, as many digits as its smallest
 * amount needs to be seen.
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
  // What rounds to nothing has cost something all the same.
  return (amount) => (amount > 0 && amount < least / 2 ? `<${format.format(least)}` : format.format(amount + 0));
}

/** One amount by itself. */
export function dollars(amount: number): string {
  return moneyFormat([amount])(amount);
}

/** Two digits of what is less than a cent: $0.0024, not $0.00. */
function digitsFor(amount: number): number {
  const size = Math.abs(amount);
  if (size === 0 || size >= 0.01) return CENT;
  return Math.min(FINEST, Math.ceil(-Math.log10(size)) + 1);
}
