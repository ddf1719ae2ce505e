/**
 * Sums of binary fractions end in noise. A billionth of a dollar is finer than anything that is billed. Throws on what
 * is no amount: it would compare as less than any budget.
 */
export function roundMoney(amount: number): number {
  if (!Number.isFinite(amount)) throw new Error(`${amount} is no amount of money`);
  return Math.round(amount * 1e9) / 1e9;
}
