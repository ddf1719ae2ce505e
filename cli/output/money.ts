export { dollars, moneyFormat } from "../../provider/platform/billing/money";
export { roundMoney } from "../../provider/platform/billing/round-money";
