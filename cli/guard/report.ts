import * as z from "zod";
import { formatDuration } from "../../kernel/duration";
import { didYouMean } from "../../kernel/nearest";
import type { Inventory } from "../account/accounts";
import { isIdle } from "../account/inventory";
import { kindOnAccount, shownAs } from "../account/kinds";
import type { Owner } from "../account/ownership";
import { sharedFields, version } from "../account/report-fields";
import { matches } from "../flags/pattern";
import { dollars, roundMoney } from "../output/money";
import { counted } from "../output/text";
import { coversIdle, type History, observedOf } from "./history";
import type { Rule } from "./rules";

const broken = z.object({
  rule: z.string().describe("The flag, or the name of the rule in the file."),
  reason: z.string().describe("Sentence with the reason."),
});

const finding = z
  .object({
    kind: sharedFields.kind,
    id: sharedFields.id,
    name: z.string().describe("Name on RunPod."),
    account: sharedFields.account,
    status: sharedFields.status,
    costPerHour: sharedFields.costPerHour,
    stack: z
      .string()
      .nullable()
      .describe(
        "Stack that manages or created the resource, in the form for `--stop`. `null` if Podwright knows none.",
      ),
    resource: z.string().nullable().describe("Logical name in the program."),
    broken: z.array(broken).describe("Rules that the resource breaks."),
    outcome: z
      .enum(["found", "stopped", "left", "failed"])
      .describe(
        "`found`: without `--stop`. `stopped`: a pod is stopped, or an endpoint has `workersMin` 0. `left`: the command did not stop it. `failed`: RunPod refused.",
      ),
    note: z.string().optional().describe("Sentence about Podwright's action, or the reason for no action."),
  })
  .describe("A resource that breaks a rule.");

/** The output of `podwright guard --output json`. `version` grows with incompatible changes. */
export const guardReport = z
  .object({
    version,
    at: z.string().describe("Time of the check."),
    result: z
      .enum(["clear", "found", "failed"])
      .describe(
        "`clear` (exit code 0) means that no resource is left to stop. `found` has exit code 9, and `failed` has exit code 1.",
      ),
    checked: z.int().describe("Number of running pods, endpoints and clusters."),
    allowed: z.int().describe("Number of these resources that the allow-list excludes."),
    findings: z.array(finding).describe("Resources that break a rule, the most expensive first."),
    costPerHour: z
      .number()
      .describe(
        "Cost of the findings before Podwright stopped a resource, in US dollars per hour. The sum leaves out findings without a known price.",
      ),
    accounts: sharedFields.accounts,
    accountsNotRead: sharedFields.accountsNotRead,
    stacksNotRead: z
      .array(z.string())
      .describe(
        "Stacks that Podwright could not read, with the reason. These stacks may manage resources without a known stack.",
      ),
    notes: z
      .array(z.string())
      .describe("Sentences about entries of the allow-list and of `--stop` that match no resource."),
  })
  .meta({ title: "Podwright guard report" });

export type GuardReport = Readonly<z.infer<typeof guardReport>>;
export type Finding = Readonly<z.infer<typeof finding>>;
export type GuardedItem = Inventory["items"][number];

export interface Question {
  readonly rules: readonly Rule[];
  readonly allow: readonly string[];
  /** Absent without `--history`. Podwright then judges idleness only by the current work. */
  readonly history?: History | undefined;
}

/** Returns whether the item costs money now. A stopped pod and an endpoint without workers break no rule. */
export function isRunning({ costPerHour }: GuardedItem): boolean {
  return costPerHour !== 0;
}

/** Returns the rules that an item breaks, with the reasons. */
export function brokenBy(item: GuardedItem, { rules, history }: Question, now: number): Finding["broken"] {
  return rules.flatMap((rule) => {
    const { idle, olderThan, dearerThan, kinds, names } = rule;
    if (kinds?.includes(kindOnAccount(item.kind).word) === false) return [];
    if (names?.some((name) => matches(name, item.name)) === false) return [];
    const reasons = [
      idle === undefined ? "" : idleReason(item, idle, history, now),
      olderThan === undefined ? "" : ageReason(item, olderThan, now),
      dearerThan === undefined ? "" : costReason(item, dearerThan),
    ];
    // `undefined` means that the item does not exceed this limit.
    if (reasons.includes(undefined)) return [];
    return [{ rule: rule.name, reason: `It ${reasons.filter((reason) => reason !== "").join(", and ")}.` }];
  });
}

function idleReason(item: GuardedItem, ms: number, history: History | undefined, now: number): string | undefined {
  if (history === undefined) {
    if (!isIdle(item, ms, now)) return undefined;
    const since = item.activity?.runningSince ?? null;
    return since === null
      ? "does no work now"
      : `does no work now and has run for ${formatDuration(now - Date.parse(since))}`;
  }
  const observed = observedOf(item, history);
  if (observed === undefined || !coversIdle(observed, ms, now)) return undefined;
  const { idleSince, observations } = observed;
  return `did no work in ${observations} observations over ${formatDuration(now - Date.parse(idleSince))}`;
}

function ageReason({ kind, activity, createdAt }: GuardedItem, ms: number, now: number): string | undefined {
  // An endpoint is a service and may run for any time.
  const since = kind === "ServerlessEndpoint" ? null : (activity?.runningSince ?? createdAt);
  const age = since === null ? Number.NaN : now - Date.parse(since);
  return age > ms ? `has run for ${formatDuration(age)}, longer than ${formatDuration(ms)}` : undefined;
}

function costReason({ costPerHour }: GuardedItem, most: number): string | undefined {
  if (costPerHour === null || costPerHour <= most) return undefined;
  return `costs ${dollars(costPerHour)} an hour, more than ${dollars(most)}`;
}

/** The word for `--stop` that selects every resource without a known stack. */
export const unowned = "unowned";

/** Returns the names of a stack that `--stop` and the allow-list accept. */
export function stackNamesOf(owner: Owner | null): readonly string[] {
  if (owner === null) return [];
  return [shownAs(owner), shownAs({ ...owner, organization: "-" })];
}

function namesOf({ id, name, owner }: GuardedItem): readonly string[] {
  return [id, name, ...stackNamesOf(owner)];
}

function isAllowed(item: GuardedItem, allow: readonly string[]): boolean {
  return allow.some((pattern) => namesOf(item).some((name) => matches(pattern, name)));
}

/** An item that breaks a rule. */
export interface Judged {
  readonly item: GuardedItem;
  readonly finding: Finding;
}

/** Finds the items that break a rule. */
export function judge({ items }: Inventory, question: Question, now: number): Judged[] {
  const accounts = new Set(items.map(({ account }) => account.label));
  return items.filter(isRunning).flatMap((item): Judged[] => {
    const broken = isAllowed(item, question.allow) ? [] : brokenBy(item, question, now);
    if (broken.length === 0) return [];
    const { kind, id, name, status, costPerHour, owner, account } = item;
    const stack = owner === null ? null : shownAs(owner);
    const labelled = accounts.size > 1 ? { account: account.label } : {};
    const facts = { kind, id, name, ...labelled, status, costPerHour, stack, resource: owner?.name ?? null };
    return [{ item, finding: { ...facts, broken, outcome: "found" } }];
  });
}

export function guardReportOf(
  { items, unread, accounts, unseen }: Inventory,
  {
    findings,
    allow,
    stops,
    now,
  }: Pick<Question, "allow"> & {
    readonly findings: readonly Finding[];
    readonly stops: readonly string[];
    readonly now: number;
  },
): GuardReport {
  const running = items.filter(isRunning);
  return {
    version: 1,
    at: new Date(now).toISOString(),
    result: resultOf(findings),
    checked: running.length,
    allowed: running.filter((item) => isAllowed(item, allow)).length,
    findings: [...findings],
    costPerHour: roundMoney(findings.reduce((sum, { costPerHour }) => sum + (costPerHour ?? 0), 0)),
    accounts: [...accounts],
    accountsNotRead: [...unseen],
    stacksNotRead: [...unread],
    notes: [...unmatchedAllow(items, allow), ...unmatchedStops(items, stops)],
  };
}

function resultOf(findings: readonly Finding[]): GuardReport["result"] {
  if (findings.some(({ outcome }) => outcome === "failed")) return "failed";
  return findings.every(({ outcome }) => outcome === "stopped") ? "clear" : "found";
}

/** Describes entries of the allow-list that match no resource. A mistyped entry would not protect its resource. */
function unmatchedAllow(items: readonly GuardedItem[], allow: readonly string[]): string[] {
  const known = items.flatMap(namesOf);
  return allow
    .filter((pattern) => !known.some((name) => matches(pattern, name)))
    .map(
      (pattern) =>
        `The allow-list has ${JSON.stringify(pattern)}, and no resource has that name or id${didYouMean(pattern, known) || "."}`,
    );
}

function unmatchedStops(items: readonly GuardedItem[], stops: readonly string[]): string[] {
  const known = new Set(items.flatMap(({ owner }) => stackNamesOf(owner)));
  return stops
    .filter((stop) => stop !== unowned && !known.has(stop))
    .map((stop) => `No resource belongs to the stack ${stop} of --stop${didYouMean(stop, known) || "."}`);
}

/** Returns the verdict, such as `3 of 20 running resources break a rule`. */
export function verdictOf({ checked, allowed, findings, accounts }: GuardReport): string {
  const seen = accounts.length === 1 ? "" : ` on the accounts of ${accounts.join(", ")}`;
  if (checked === 0)
    return `${accounts.length === 1 ? "The account" : "Each account"} of ${accounts.join(", ")} has no running pod, endpoint or cluster`;
  const of = `of ${counted(checked, "running resource")}${seen}${allowed === 0 ? "" : ` (${allowed} allowed)`}`;
  if (findings.length === 0) return `None ${of} breaks a rule`;
  return `${findings.length} ${of} ${findings.length === 1 ? "breaks" : "break"} a rule`;
}
