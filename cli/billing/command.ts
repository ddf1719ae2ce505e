import { Command } from "commander";
import { BUCKET_SIZES } from "../../client/billing/choices";
import { dollars } from "../../client/values/money";
import { readSettings } from "../../provider/settings";
import { addStacksFlags } from "../flags/locations";
import { choice, once } from "../flags/options";
import { withPlatform } from "../program/connection";
import type { CommandContext } from "../program/context";
import { Ending, exitCodes } from "../program/exit-codes";
import { withExamples } from "../program/help";
import { refuseMistyped } from "./mistyped";
import { type BillingFlags, questionOf } from "./query";
import { billingOutput } from "./render";
import type { Question, Report } from "./report";
import { type Subject, subjects } from "./subjects";

const examples: Readonly<Record<Subject["name"], readonly string[]>> = {
  pods: [
    "podwright billing pods",
    "podwright billing pods --grouping podId --bucket-size week --chart",
    "podwright billing pods --start-time 2026-06-01T00:00:00Z --end-time 2026-07-01T00:00:00Z --output csv > june.csv",
    'podwright billing pods --gpu-id "NVIDIA L4" --output json | jq .totals.totalAmount',
  ],
  serverless: [
    "podwright billing serverless",
    "podwright billing serverless --endpoint-id <id> --bucket-size hour --chart",
    "podwright billing serverless --grouping gpuId --output json",
  ],
  "network-volume": [
    "podwright billing network-volume",
    "podwright billing network-volume --bucket-size month --output csv",
  ],
};

/** `podwright billing`: what was spent. */
export function billingCommand(context: CommandContext): Command {
  const command = new Command("billing").description(
    "What was spent on pods, serverless endpoints and network volumes, by bucket of time. Times are UTC, amounts US dollars.",
  );
  for (const subject of subjects) command.addCommand(subcommand(subject, context));
  return command;
}

function subcommand(subject: Subject, context: CommandContext): Command {
  const { name, aliases, summary, groupings, groupingNote = "", resourceFlag, gpuFlag } = subject;
  const command = new Command(name)
    .aliases([...aliases])
    .summary(summary)
    .description(
      `${summary.replace(/^w/, "W")}, by bucket of time. Times are UTC, amounts US dollars.${
        gpuFlag === undefined
          ? ""
          : " --stack and --cwd name stacks whose state and history know what no longer exists."
      }`,
    )
    .addOption(choice("--bucket-size <size>", 'how much time a record is about (default: "day")', BUCKET_SIZES))
    .option("--start-time <time>", "RFC 3339; moved down to its bucket's start (default: 30 days ago)")
    .option("--end-time <time>", "RFC 3339, not included; moved up to its bucket's end (default: now)");
  if (groupings.length > 1) {
    command.addOption(
      choice("--grouping <by>", `what records are added up by (default: "${groupings[0]}")${groupingNote}`, groupings),
    );
  }
  if (resourceFlag !== undefined) command.addOption(once(`${resourceFlag.flag} <id>`, resourceFlag.description));
  if (gpuFlag !== undefined) {
    command.addOption(once("--gpu-id <id>", gpuFlag));
    addStacksFlags(command);
  }
  command
    .addOption(billingOutput.option)
    .option("--chart", "draw bars below the table")
    .action(async (flags: BillingFlags) => await bill(questionOf(subject, flags, context), context));
  return withExamples(command, examples[name]);
}

async function bill(question: Question, context: CommandContext): Promise<void> {
  const report = await ask(question, context);
  const { gpuId, subject, format } = question;
  for (const note of report.notes) context.warn(`note: ${note}\n`);
  if (report.records.length === 0) {
    const { startTime, endTime } = report.period;
    context.warn(`Nothing was billed for ${subject.noun} from ${startTime} to ${endTime}.\n`);
  }
  await billingOutput.print(report, format, context);
  if (gpuId === undefined || report.records.length > 0 || report.unattributed === 0) return;
  const rest = `${dollars(report.unattributed)} of ${subject.noun} could not be attributed`;
  throw new Ending(exitCodes.unattributed, [`nothing is known to have been billed for ${gpuId}, and ${rest}`]);
}

async function ask(question: Question, context: CommandContext): Promise<Report> {
  const { subject, grouping, resourceId, gpuId, bucketSize, startTime, endTime } = question;
  return await withPlatform(`reading what ${subject.noun} have cost`, context, async (platform, _, within) => {
    const { sourcesOf } = await import("./sources.js");
    const sources = sourcesOf(question.stacks, within, readSettings(undefined, context.env).baseUrl);
    const period = { bucketSize, startTime, endTime, signal: within.signal };
    const report = await subject.ask(platform.billing, { ...period, resourceId, gpuId, sources }, grouping);
    if (report.records.length === 0) await refuseMistyped(question, { platform, sources, period });
    return { question, ...report };
  });
}
