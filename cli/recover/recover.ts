import { asCalled } from "../../kernel/as-called";
import { messageOf } from "../../kernel/plain-text";
import { journalFolder, writeEntry } from "../../provider/hosts/journal/journal";
import { isDefaultProvider } from "../../provider/hosts/properties/urn";
import { sentenceOf } from "../context/attempt";
import type { CommandContext } from "../context/context";
import { onAccount, settingsOf } from "../stack/connection";
import { StackLockedError } from "../stack/failure";
import type { StackLocation } from "../stack/place";
import { readingRun } from "../stack/reading";
import { resourceOf } from "../stack/resource-types";
import type { Stack } from "../stack/stack";
import {
  type ExportedState,
  isOnlyInState,
  nameOf,
  type PendingOperation,
  parseState,
  pendingIn,
  resourcesIn,
} from "../stack/state";
import { tryImport } from "../stack/try-import";
import { type AccountOfStack, accountsOf, refuseOtherAccount } from "./accounts";
import { type Doomed, deleteAll, doomedIn, doomedUnrecorded } from "./delete-found";
import { type EvidenceQuery, evidenceOf, judgeFinding } from "./evidence";
import { findAllCreated } from "./find-created";
import type { Finding, Outcome } from "./outcome";
import { splitReference } from "./references";
import { type RecoverReport, reportOf } from "./report";
import { findReturning, type Returning } from "./returning";
import { recoverState } from "./settle";
import { type Found, findUnrecorded } from "./unrecorded";
import { withReturned } from "./write-back";

export interface RecoverOptions {
  readonly context: CommandContext;
  readonly dryRun: boolean;
  readonly dropForeign: boolean;
  /** True to delete the resources of pending creations. False to record them. */
  readonly deletes: boolean;
  /** Ids of single resources to delete, which no state contains. */
  readonly deletesUnrecorded: readonly string[];
  /** Ids of resources that the state has lost, to write back. */
  readonly adopts: readonly string[];
  readonly location: StackLocation;
  /** Asks the user a question. Without consent, Podwright writes and deletes nothing. */
  readonly approve: (question: string) => Promise<boolean>;
  /** Receives the name of the next step, for the progress display. */
  readonly onStep: (what: string) => void;
}

/**
 * Reads the state, searches RunPod for the created resources, and writes the repaired state. A second run changes
 * nothing.
 */
export async function recover(stack: Stack, options: RecoverOptions): Promise<RecoverReport> {
  const { context, dryRun, dropForeign, deletesUnrecorded, approve, onStep, location } = options;
  const exported = await stack.export();
  const state = parseState(exported);
  const pending = pendingIn(state);
  const ours = pending.filter(({ resource }) => isOnlyInState(resource) || resourceOf(resource.type) !== undefined);
  onStep("searching the account");
  const creations = ours.filter(({ type, resource }) => type === "creating" && !isOnlyInState(resource));
  const { accounts, unknown } = await accountsOf(creations, state, stack, context);
  const searched = await searchPlatform(accounts, context);
  const findings = await judgeAll(searched, { stack, location, state }, context);
  const accountedFor = new Set([...searched.values()].flatMap(({ created }) => created.map(({ id }) => id)));
  const { unrecorded, unsearched } = await findUnrecorded({ stack, location, state, accounts, accountedFor }, context);
  const created = new Set([...findings.values()].flatMap((one) => one.created.map(({ id }) => id)));
  const deletes = (id: string) => options.deletes || deletesUnrecorded.includes(id);
  const beside = deletesUnrecorded.filter((id) => !created.has(id));
  const doomedBeside = chosenOf(unrecorded, beside);
  const known = (id: string) => unrecorded.find((one) => one.id === id)?.message;
  const returning = await findReturning(options.adopts, { stack, location, state, known }, context);
  const configuration = returning.length > 0 || needsConfiguration(findings, state) ? await stack.configured() : {};
  const now = new Date(context.clock.now());
  const { state: settled, outcomes } = recoverState(state, findings, { now, configuration, deletes });
  const recovered = withReturned(settled, returning, configuration);
  const facts = {
    ...{ dryRun, written: false, returned: returning, unsearched: [...unknown, ...unsearched] },
    unrecorded: unrecorded.filter(({ id }) => !options.adopts.includes(id)),
  };
  if (ours.length === 0 && doomedBeside.length === 0 && returning.length === 0) return reportOf(outcomes, facts);
  if (dryRun) {
    onStep("testing whether Pulumi accepts the state");
    const problem = await problemOf(() => tryImport(recovered, context), context);
    return reportOf(outcomes, { ...facts, problem });
  }
  if (!dropForeign) refuseToDrop(pending, stack);
  const doomed = [...doomedIn(outcomes, accounts, findings), ...doomedUnrecorded(doomedBeside)];
  refuseProtected(outcomes);
  const question = questionOn(doomed, returning);
  if (question !== undefined && !(await approve(question))) {
    throw new Error("Podwright deleted nothing and wrote nothing");
  }
  // Pulumi does not lock the stack between export and import. This check keeps the import from overwriting the changes
  // of another run.
  if ((await stack.export()) !== exported) {
    throw new Error(
      `the state has changed meanwhile, so Podwright wrote nothing: run \`${stack.commandLine("podwright recover")}\` again`,
    );
  }
  onStep("writing the state");
  const problem = await problemOf(() => stack.import(JSON.stringify(recovered)), context);
  if (problem !== undefined) return reportOf(outcomes, { ...facts, problem });
  await addToJournal(findings, stack, context);
  if (doomed.length === 0) return reportOf(outcomes, { ...facts, written: true });
  // The import fails if another run has locked the stack. That run may need its new resources, so the deletes come
  // after the import.
  onStep("deleting");
  const left = await deleteAll(doomed, context);
  const done = outcomes.map((one): Outcome => {
    if (one.action !== "deleted") return one;
    const [failed, deleted] = [true, false].map((isLeft) => one.deleted.filter((id) => left.has(id) === isLeft));
    return { ...one, deleted: deleted ?? [], left: failed ?? [] };
  });
  const others = facts.unrecorded.map((one) => ({ ...one, deleted: doomedBeside.includes(one) && !left.has(one.id) }));
  return reportOf(done, { ...facts, written: true, unrecorded: others, failures: [...left.values()] });
}

function questionOn(doomed: readonly Doomed[], returning: readonly Returning[]): string | undefined {
  const named = (all: readonly { readonly name: string; readonly id: string }[]) =>
    all.map(({ name, id }) => `${name} (${id})`).join(", ");
  const parts = [
    ...(doomed.length === 0 ? [] : [`delete ${named(doomed)}`]),
    ...(returning.length === 0 ? [] : [`write ${named(returning)} back into the state`]),
  ].join(", and ");
  return parts === "" ? undefined : `${parts[0]?.toUpperCase()}${parts.slice(1)}?`;
}

/** Judges the resources that carry the marks of the interrupted creations. */
async function judgeAll(
  findings: ReadonlyMap<PendingOperation, Finding>,
  query: Omit<EvidenceQuery, "times">,
  context: CommandContext,
): Promise<ReadonlyMap<PendingOperation, Finding>> {
  const created = [...findings.values()].flatMap((one) => one.created);
  if (created.length === 0) return findings;
  const evidence = await evidenceOf({ ...query, times: created.flatMap(({ createdAt }) => createdAt ?? []) }, context);
  return new Map([...findings].map(([operation, one]) => [operation, judgeFinding(operation, one, evidence)]));
}

/** Returns the unrecorded resources with these ids. It refuses ids without a proof that this stack created them. */
function chosenOf(unrecorded: readonly Found[], ids: readonly string[]): Found[] {
  const proven = unrecorded.filter(({ verdict }) => verdict === "unfinished");
  const strange = ids.filter((id) => !proven.some((one) => one.id === id));
  if (strange.length === 0) return proven.filter(({ id }) => ids.includes(id));
  const found = proven.map(({ id }) => id).join(", ") || "nothing";
  const reasons = unrecorded.filter(({ id }) => strange.includes(id)).map(({ message }) => ` ${message}`);
  throw new Error(
    `Podwright has no proof that an unfinished run of this stack created ${strange.join(", ")} (proven: ${found}), so Podwright deleted nothing: \`${asCalled(`podwright rm ${strange[0]}`)}\` says whose it is.${reasons.join("")}`,
  );
}

async function searchPlatform(
  accounts: readonly AccountOfStack[],
  context: CommandContext,
): Promise<ReadonlyMap<PendingOperation, Finding>> {
  const findings = new Map<PendingOperation, Finding>();
  const report = (line: string) => context.warn(`${line}\n`);
  for (const account of accounts) {
    await onAccount(account.settings, context, async (platform) => {
      const found = await findAllCreated(account.operations, readingRun(platform, context, report));
      if (account.operations.length > 0 && [...found.values()].every(({ created }) => created.length === 0))
        await refuseOtherAccount(account, platform, context);
      for (const [operation, finding] of found) findings.set(operation, finding);
    });
  }
  return findings;
}

/**
 * Returns whether the state lacks the default provider of a found resource. Podwright then restores the provider from
 * the stack's configuration.
 */
function needsConfiguration(findings: ReadonlyMap<PendingOperation, Finding>, state: ExportedState): boolean {
  const there = new Set(resourcesIn(state).map(({ urn }) => urn));
  return [...findings].some(([{ resource }, { created }]) => {
    const { urn } = splitReference(resource.provider ?? "");
    return created.length > 0 && isDefaultProvider(urn) && !there.has(urn);
  });
}

/**
 * Returns the reason why Pulumi rejects a state. It throws if the stack is locked, because a lock says nothing about
 * the state.
 */
async function problemOf(work: () => Promise<void>, { signal }: CommandContext): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof StackLockedError || error === signal.reason) throw error;
    return sentenceOf(messageOf(error));
  }
}

function refuseProtected(outcomes: readonly Outcome[]): void {
  const doomed = outcomes.filter((one) => one.action === "deleted");
  const kept = doomed.filter(({ operation }) => operation.resource.protect === true);
  if (kept.length > 0) {
    const names = kept.map(({ operation }) => nameOf(operation.resource.urn)).join(", ");
    throw new Error(
      `the program protects ${names}, so Podwright deleted nothing: run \`${asCalled("podwright recover")}\` without --delete to write it into the state`,
    );
  }
}

/**
 * Adds the recovered resources to Podwright's journal, because the killed run may have ended before it wrote their
 * entries.
 */
async function addToJournal(
  findings: ReadonlyMap<PendingOperation, Finding>,
  stack: Stack,
  context: CommandContext,
): Promise<void> {
  if (findings.size === 0) return;
  const folder = journalFolder(context.env, (await settingsOf(stack, context)).baseUrl);
  if (folder === undefined) return;
  const at = new Date(context.clock.now()).toISOString();
  for (const [{ resource }, { created }] of findings) {
    const kind = resourceOf(resource.type);
    for (const { id, outputs } of created) {
      const gpu = kind?.gpuOf?.(outputs);
      if (kind === undefined || gpu === undefined) continue;
      writeEntry(folder, { at, event: "recovered", kind: kind.kind, id, gpu, name: nameOf(resource.urn) });
    }
  }
}

/**
 * Throws if the state has interrupted creations of other providers, because `pulumi stack import` drops every pending
 * operation. The loss of other pending operations does no harm.
 */
function refuseToDrop(pending: readonly PendingOperation[], stack: Stack): void {
  const foreign = pending.filter(
    ({ type, resource }) => type === "creating" && !isOnlyInState(resource) && resourceOf(resource.type) === undefined,
  );
  if (foreign.length === 0) return;
  const names = foreign.map(({ resource }) => `${nameOf(resource.urn)} (${resource.type})`).join(", ");
  throw new Error(
    `the state also contains interrupted creations of other providers (${names}), and Pulumi drops these when Podwright writes the state: ` +
      `settle them with \`${stack.commandLine("pulumi refresh")}\` first, or add --drop-foreign if you know which resources they created`,
  );
}
