export { roundMoney } from "../../client/billing/round-money";
export { dollars, moneyFormat } from "../../client/values/money";
