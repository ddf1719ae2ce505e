/** Hours in a month: a twelfth of 365 days. */
export const hoursPerMonth = 730;

export { dollars, moneyFormat, roundMoney } from "../../kernel/money";

/** Marks a sum that lacks an unknown price. */
export function sumText(text: string, isPartial: boolean): string {
  return isPartial ? `${text} + ?` : text;
}
