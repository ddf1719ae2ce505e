import { csvOf } from "../output/csv";
import { documentOf } from "../output/documents";
import type { CommandContext } from "../program/context";
import { billingChart } from "./chart";
import type { Report } from "./report";
import { billingTable } from "./table";

/** The report on standard output, what there is to know about it on standard error. */
export async function printReport(report: Report, context: CommandContext): Promise<void> {
  for (const note of report.notes) context.warn(`note: ${note}\n`);
  const { records, question, period } = report;
  if (records.length === 0) {
    context.warn(`Nothing was billed for ${question.subject.noun} from ${period.startTime} to ${period.endTime}.\n`);
  }
  context.print(await textOf(report, context));
}

async function textOf(report: Report, context: CommandContext): Promise<string> {
  const { format, chart } = report.question;
  switch (format) {
    case "json":
    case "yaml":
      return await documentOf(format, billingDocument(report));
    case "csv": {
      const { grouping } = report.question;
      return await csvOf(["startTime", "endTime", grouping, ...Object.keys(report.totals)], recordsOf(report));
    }
    case "table": {
      if (report.records.length === 0) return "";
      const table = billingTable(report, context);
      return chart ? `${table}\n${billingChart(report, context)}` : table;
    }
  }
}

/** What programs read. Its keys are a promise: `docs/commands/billing.md` lists them. */
function billingDocument(report: Report) {
  const { question, period, totals } = report;
  return {
    subject: question.subject.name,
    startTime: period.startTime,
    endTime: period.endTime,
    bucketSize: period.bucketSize,
    grouping: question.grouping,
    records: recordsOf(report),
    totals,
  };
}

function recordsOf({ question, records }: Report) {
  return records.map(({ startTime, endTime, group, amounts }) => ({
    startTime,
    endTime,
    [question.grouping]: group,
    ...amounts,
  }));
}
