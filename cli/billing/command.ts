import type { BillingSubject, GroupedBilling, Platform } from "../../client";
import { BUCKET_SIZES } from "../../client/billing/choices";
import { unitMs } from "../../kernel/duration";
import { dollars } from "../../kernel/money";
import { resourceIdOf } from "../account/resource-id";
import type { CommandContext } from "../context/context";
import { Ending, exitCodes } from "../context/exit-codes";
import { discountOf, discountSentence } from "../cost/discount";
import { absent, type CommandMaker, commandOf, groupOf, type Refuse, type Values } from "../flags/command";
import { choice, duration, moment, name, on } from "../flags/inputs";
import { refuseTwoSelections, stackForm, stacksInput, stacksInputs } from "../flags/locations";
import type { Printer } from "../flags/output";
import { volumePrices } from "../flags/volume-price";
import { withProgress } from "../output/progress";
import { onAccount } from "../stack/connection";
import { ofStacks } from "../stack/shared-answers";
import { monthOf } from "./buckets";
import { forecastOf, forecastSentence } from "./forecast";
import type { OwnedBill } from "./owners";
import { billingOutput } from "./render";
import type { Question, Report } from "./report";
import type { Knowledge } from "./sources";
import { isByOwner, ownerGroupings, type Subject, subjects } from "./subjects";

const examples: Readonly<Record<Subject["name"], readonly string[]>> = {
  pods: [
    "podwright billing pods",
    "podwright billing pods --grouping podId --bucket-size week --chart",
    "podwright billing pods --stack production",
    "podwright billing pods --this-month --grouping stack",
    "podwright billing pods --start-time 2026-06-01T00:00:00Z --end-time 2026-07-01T00:00:00Z --output csv > june.csv",
    'podwright billing pods --gpu-id "NVIDIA L4" --output json | jq .totals.totalAmount',
  ],
  serverless: [
    "podwright billing serverless",
    "podwright billing serverless --endpoint-id my-endpoint --bucket-size hour --chart",
    "podwright billing serverless --grouping gpuId --output json",
  ],
  "network-volume": [
    "podwright billing network-volume",
    "podwright billing network-volume --bucket-size month --output csv",
  ],
};

function subcommand(subject: Subject): CommandMaker {
  const { name, aliases, summary, noun } = subject;
  return commandOf({
    name,
    aliases,
    summary,
    description: `Shows the costs that RunPod billed for ${noun}, by hour, day, week, month or year. With --stack or --cwd, the bill has only the ${noun} of these stacks, including deleted ${noun}.`,
    inputs: inputsOf(subject),
    examples: examples[name],
    check: refuseConflicts,
    run: async (values, context) => {
      const { grouping = subject.groupings[0] } = values;
      const startTime = values.startTime ?? startOf(values, context.clock.now());
      await bill({ subject, ...values, grouping, startTime }, values.output, context);
    },
  });
}

/** `podwright billing`: shows the costs of an account. */
export const billingCommand = groupOf(
  "billing",
  "Shows the costs that RunPod billed for pods, serverless endpoints and network volumes. Times are in UTC, and amounts in US dollars.",
  subjects.map(subcommand),
);

function inputsOf({ noun, groupings, groupingNote = "", resourceFlag, gpuFlag }: Subject) {
  const by = `key that groups the costs (default: "${groupings[0]}")${groupingNote}`;
  return {
    bucketSize: choice("--bucket-size <size>", 'length of the period of each row (default: "day")', BUCKET_SIZES),
    since: duration("--since <time>", "start of the bill as a duration before now, such as 24h or 7d", {
      min: unitMs.h,
      max: 366 * unitMs.d,
    }),
    thisMonth: on("--this-month", "bill of this month in UTC, with a forecast for the whole month at the current rate"),
    startTime: moment(
      "--start-time <time>",
      "start of the bill in RFC 3339; RunPod rounds it down to the start of a period (default: 30 days ago)",
    ),
    endTime: moment(
      "--end-time <time>",
      "end of the bill in RFC 3339; RunPod rounds it up to the end of a period (default: now)",
    ),
    grouping: choice("--grouping <by>", by, [...groupings, ...ownerGroupings]),
    resourceId:
      resourceFlag === undefined ? absent(undefined) : name(`${resourceFlag.flag} <id>`, resourceFlag.description),
    gpuId: gpuFlag === undefined ? absent(undefined) : name("--gpu-id <id>", gpuFlag),
    ...stacksInputs,
    gpusFrom:
      gpuFlag === undefined
        ? absent(undefined)
        : stacksInput(
            `find the GPUs and owners of deleted resources in the history of this stack, ${stackForm}; repeatable`,
            "--gpus-from <[dir:]name>",
          ),
    volumes: noun === "network volumes" ? volumePrices : absent({}),
    output: billingOutput,
    chart: on("--chart", "below the table, draw a bar for each period and each group"),
  };
}

function refuseConflicts(values: Values<ReturnType<typeof inputsOf>>, refuse: Refuse): void {
  const { startTime, endTime, since, thisMonth, chart, output } = values;
  refuseTwoSelections(values, refuse);
  const starts = [since && "--since", thisMonth && "--this-month", startTime && "--start-time"].flatMap(
    (one) => one || [],
  );
  if (starts.length > 1) refuse(`${starts.join(" and ")} exclude each other: give one of them`);
  if (thisMonth && endTime !== undefined) refuse("--this-month ends now, so leave out --end-time");
  if (startTime !== undefined && endTime !== undefined && Date.parse(startTime) >= Date.parse(endTime)) {
    refuse(`--start-time must be before --end-time, and ${startTime} is not before ${endTime}`);
  }
  if (chart && output.isChosen && output.format !== "table") {
    refuse("--chart needs the table, so leave out --output");
  }
}

/** Returns `undefined` if RunPod chooses the start of the bill. */
function startOf(
  { since, thisMonth }: { since: number | undefined; thisMonth: boolean },
  now: number,
): string | undefined {
  if (thisMonth) return monthOf(now).start;
  return since === undefined ? undefined : new Date(now - since).toISOString();
}

const asBilled = "This report shows the amounts that RunPod billed, and Podwright subtracts nothing from them.";

async function bill(question: Question, output: Printer<Report>, context: CommandContext): Promise<void> {
  const report = await ask(question, context);
  const { gpuId, subject, chart } = question;
  const { serverlessDiscount: discount } = report;
  for (const note of report.notes) context.warn(`note: ${note}\n`);
  if (discount !== undefined) context.warn(`note: ${discountSentence(discount, asBilled)}\n`);
  if (report.records.length === 0) {
    const { startTime, endTime } = report.period;
    const whose = question.stack ?? question.cwd;
    const ofStacks = whose === undefined ? "" : ` of ${whose.join(" and ")}`;
    context.warn(`Nothing was billed for ${subject.noun}${ofStacks} from ${startTime} to ${endTime}.\n`);
  }
  // A chart is for people, so `--chart` prints a table even if the default format is JSON.
  await output.print(report, chart ? "table" : undefined);
  if (report.forecast !== undefined && output.format !== "table")
    context.warn(`note: ${forecastSentence(report.forecast)}\n`);
  if (gpuId === undefined || report.records.length > 0 || report.unattributed === 0) return;
  const rest = `Podwright could not attribute ${dollars(report.unattributed)} of the costs of ${subject.noun} to a GPU`;
  throw new Ending(exitCodes.unattributed, [`the bill has no attributed costs for ${gpuId}, and ${rest}`]);
}

async function ask(question: Question, context: CommandContext): Promise<Report> {
  const { subject } = question;
  return await withProgress(`reading the costs of ${subject.noun}`, context, async (_, plain) => {
    const within = ofStacks(question, plain);
    const { knowledgeOf } = await import("./sources.js");
    const { sources, bills, notes } = await knowledgeOf(question, subject.subject, within);
    const reports: Report[] = [];
    for (const { settings, resourceIds } of bills) {
      const known = { sources, resourceIds, isOnly: bills.length === 1, context: within };
      reports.push(await onAccount(settings, within, (platform) => askAccount(question, platform, known)));
    }
    const { joinedReport } = await import("./joined.js");
    const report = joinedReport(reports);
    return { ...report, notes: [...report.notes, ...notes] };
  });
}

interface Known extends Pick<Knowledge, "sources"> {
  readonly resourceIds: readonly string[] | undefined;
  /** True if the bill covers only this account. */
  readonly isOnly: boolean;
  readonly context: CommandContext;
}

async function askAccount(
  question: Question,
  platform: Platform,
  { sources, resourceIds, isOnly, context }: Known,
): Promise<Report> {
  const { subject, grouping, gpuId, bucketSize = "day", startTime, endTime, volumes } = question;
  const { signal } = context;
  const word = question.resourceId;
  // The bill also contains deleted resources. A text that names no existing resource may be the id of a deleted
  // resource.
  const resourceId = word && (await resourceIdOf(subject.kind, platform, word, signal, (unknown) => unknown));
  const period = { bucketSize, startTime, endTime, signal };
  // The cast is safe: the flags offer only this subject's groupings, and all amounts are numbers.
  const by = isByOwner(grouping) ? subject.byResource : grouping;
  const query = { ...period, resourceId, resourceIds, gpuId, sources, subject: subject.subject, grouping: by };
  const billed = await platform.billing.grouped(query as GroupedBilling<BillingSubject>);
  const { byOwner, ownersOf } = await import("./owners.js");
  const report = isByOwner(grouping)
    ? byOwner(billed as OwnedBill, grouping, await ownersOf(subject, { platform, sources, context }))
    : billed;
  if (report.records.length === 0 && isOnly) {
    const { refuseMistyped } = await import("./mistyped.js");
    await refuseMistyped({ ...question, resourceId }, { platform, sources, period });
  }
  const serverlessDiscount = subject.subject === "serverless" ? await discountOf(platform, context) : undefined;
  const ids = resourceId === undefined ? resourceIds : [resourceId];
  const forecast =
    question.thisMonth && gpuId === undefined
      ? await forecastOf({ subject, volumes, platform, ids, spent: report.totals.totalAmount, context })
      : undefined;
  return { question, ...report, serverlessDiscount, forecast } as unknown as Report;
}
