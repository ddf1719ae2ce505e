export { dollars, moneyFormat, roundMoney } from "../../client/values/money";
