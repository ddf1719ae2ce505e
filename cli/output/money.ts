export { roundMoney } from "../../provider/platform/billing/round-money";
export { dollars, moneyFormat } from "../../provider/platform/billing/money";
