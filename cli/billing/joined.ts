import { roundMoney } from "../../kernel/money";
import { byText } from "../output/text";
import type { Forecast } from "./forecast";
import { type OwnedBill, sumOf } from "./owners";
import type { Report } from "./report";

/** Adds up the bills of several accounts. */
export function joinedReport(reports: readonly Report[]): Report {
  const [first, ...others] = reports;
  if (first === undefined) throw new Error("there is no account to bill: check --stack and --cwd");
  if (others.length === 0) return first;
  const records = new Map<string, Report["records"][number]>();
  for (const record of reports.flatMap((one) => one.records)) {
    const key = `${record.startTime}\n${record.group}`;
    const before = records.get(key);
    records.set(key, before === undefined ? record : { ...record, amounts: added(before.amounts, record.amounts) });
  }
  return {
    ...first,
    records: [...records.values()].sort((a, b) => byText(a.startTime, b.startTime) || byText(a.group, b.group)),
    totals: others.reduce((sum, one) => added(sum, one.totals), first.totals),
    unattributed: roundMoney(reports.reduce((sum, one) => sum + one.unattributed, 0)),
    notes: [...new Set(reports.flatMap((one) => one.notes))],
    serverlessDiscount: reports.map((one) => one.serverlessDiscount).find((one) => one !== undefined),
    forecast: reports.map((one) => one.forecast).reduce(sumOfForecasts),
  };
}

type Amounts = OwnedBill["totals"];

function added(a: Report["totals"], b: Report["totals"]): Report["totals"] {
  return sumOf(a as Amounts, b as Amounts);
}

function sumOfForecasts(a: Forecast | undefined, b: Forecast | undefined): Forecast | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return {
    month: a.month,
    spent: roundMoney(a.spent + b.spent),
    perHour: roundMoney(a.perHour + b.perHour),
    total: roundMoney(a.total + b.total),
    unpriced: a.unpriced + b.unpriced,
  };
}
