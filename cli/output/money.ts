/** Hours in a month: a twelfth of 365 days. */
export const hoursPerMonth = 730;

export { dollars, moneyFormat, roundMoney } from "../../client/values/money";
