import { readFile } from "node:fs/promises";
import { asCalled } from "../../../kernel/as-called";
import { unitMs } from "../../../kernel/duration";
import { messageOf } from "../../../kernel/plain-text";
import { sentenceOf } from "../../context/attempt";
import { reportOf } from "../../output/report-file";
import { distinct } from "../accounts";
import { resultOf } from "../findings";
import { heldTwice } from "../held-twice";
import { type DriftReport, driftReport, type Shard, type Unmanaged } from "../report";
import { isAtLeast, type Threshold, thresholds } from "../severity";

/** The report of one part of a sharded run, and the name of its file. */
export interface Part {
  readonly file: string;
  readonly report: DriftReport & { readonly shard: Shard };
}

/** Reads the reports of the parts. It throws if a file is not the report of a part. */
export async function readParts(files: readonly string[]): Promise<Part[]> {
  return await Promise.all(files.map(async (file) => ({ file, report: partIn(await textOf(file), file) })));
}

/**
 * Merges the reports of all parts. A missing part makes the result an error, and the report still shows the other
 * parts.
 */
export function merged(parts: readonly Part[], failOn?: Threshold): DriftReport {
  const [first] = parts;
  if (first === undefined) throw new Error("there is no report to merge");
  const count = first.report.shard.parts;
  for (const { file, report } of parts) {
    const { shard } = report;
    if (shard.parts !== count)
      throw new Error(
        `${file} is a part of a run with ${shard.parts} parts, and ${first.file} is a part of a run with ${count} parts`,
      );
    const twin = parts.find((one) => one.report.shard.part === shard.part);
    if (twin !== undefined && twin.file !== file) {
      throw new Error(`${twin.file} and ${file} are both part ${shard.part} of ${count}: give one of them`);
    }
  }
  refuseOld(parts);
  const reports = parts.map(({ report }) => report).toSorted((a, b) => a.shard.part - b.shard.part);
  const missing = Array.from({ length: count }, (_, index) => index + 1).filter(
    (part) => !reports.some(({ shard }) => shard.part === part),
  );
  const all = <One>(of: (report: DriftReport) => readonly One[] | undefined) => reports.flatMap((one) => of(one) ?? []);
  const held = reports.flatMap(({ shard }) => shard.held);
  const interrupted = distinct(all((one) => one.interrupted));
  const errors = [...new Set(all((one) => (one.unmanagedError === undefined ? [] : [one.unmanagedError])))];
  const unread = [...new Set(all((one) => one.stacksNotRead))];
  const skipped = all((one) => one.skipped);
  const withoutProgram = [...new Set(all((one) => one.withoutProgram))];
  const twice = heldTwice(held, new Map());
  const threshold = failOn ?? strictest(reports);
  const report = {
    version: 1,
    checkedAt: reports.map(({ checkedAt }) => checkedAt).sort()[0] ?? "",
    ...(threshold && { failOn: threshold }),
    stacks: withoutTwins(all((one) => one.stacks)),
    ...(twice.length === 0 ? {} : { heldTwice: twice.map((one) => withSeverity(one, reports)) }),
    ...(interrupted.length === 0 ? {} : { interrupted }),
    ...(reports.some(({ unmanaged }) => unmanaged)
      ? {
          unmanaged: unmanagedIn(
            reports,
            [...held, ...interrupted],
            missing.length + errors.length + unread.length > 0,
          ),
        }
      : {}),
    ...(unread.length === 0 ? {} : { stacksNotRead: unread }),
    ...(errors.length === 0 ? {} : { unmanagedError: errors.join("; ") }),
    ...(skipped.length === 0 ? {} : { skipped }),
    ...(withoutProgram.length === 0 ? {} : { withoutProgram }),
    ...(missing.length === 0 ? {} : { missingShards: missing }),
  } as const;
  return { ...report, result: resultOf(report) };
}

/** Refuses a part of an earlier run, because its stacks and its account may have changed since. */
function refuseOld(parts: readonly Part[]): void {
  const timed = parts.map(({ file, report: { checkedAt } }) => ({ file, checkedAt, at: Date.parse(checkedAt) }));
  const [oldest, ...others] = timed.toSorted((a, b) => a.at - b.at);
  const newest = others.at(-1);
  if (oldest === undefined || newest === undefined || newest.at - oldest.at <= unitMs.d) return;
  throw new Error(
    `${oldest.file} is of ${oldest.checkedAt}, and ${newest.file} is of ${newest.checkedAt}, more than a day later: compare the stacks of the older part again`,
  );
}

/** Returns the resources that no part manages. Each part lists the resources that its own stacks do not manage. */
function unmanagedIn(
  reports: readonly DriftReport[],
  held: readonly { kind: string; id: string }[],
  isIncomplete: boolean,
) {
  const found = reports.flatMap(({ unmanaged = [] }) => unmanaged);
  // A part that knows the creator of a resource has the right import command.
  const known = found.toSorted((a, b) => rank(a) - rank(b));
  const each = distinct(known, held).toSorted((a, b) => (b.costPerHour ?? 0) - (a.costPerHour ?? 0));
  return isIncomplete ? each.map(({ import: _, ...one }): Unmanaged => ({ ...one, uncertain: true })) : each;
}

function rank({ createdBy, import: line }: Unmanaged): number {
  return (createdBy === null ? 2 : 0) + (line === undefined ? 1 : 0);
}

/** Removes repeated errors, because every part reports the folders whose stacks it could not list. */
function withoutTwins(stacks: DriftReport["stacks"]): DriftReport["stacks"] {
  const seen = new Set<string>();
  return stacks.filter(({ cwd, stack, error }) => {
    const key = JSON.stringify([cwd, stack, error]);
    return error === undefined || (!seen.has(key) && seen.add(key));
  });
}

function withSeverity<One extends { kind: string; id: string }>(one: One, reports: readonly DriftReport[]): One {
  const same = reports
    .flatMap(({ heldTwice: all = [] }) => all)
    .find(({ kind, id }) => kind === one.kind && id === one.id);
  return same?.severity === undefined ? one : { ...one, severity: same.severity };
}

function strictest(reports: readonly DriftReport[]): Threshold | undefined {
  const given = reports.map(({ failOn }) => failOn ?? "low");
  const lowest = thresholds.find((one) => given.includes(one));
  return lowest !== undefined && isAtLeast(lowest, "medium") ? lowest : undefined;
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw new Error(`Podwright cannot read ${file}: ${sentenceOf(messageOf(error))}. Check the path after --merge`);
  }
}

function partIn(text: string, file: string): Part["report"] {
  const line = "podwright drift --shard 1/2 --output json";
  const { shard, ...report } = reportOf(text, file, { schema: driftReport, command: "podwright drift", line });
  if (shard === undefined) {
    const makes = asCalled("podwright drift --shard");
    throw new Error(`${file} is the report of a whole run: --merge takes reports of \`${makes}\``);
  }
  return { ...report, shard };
}
