import { journalFolder, writeEntry } from "../../provider/hosts/journal/journal";
import { isDefaultProvider } from "../../provider/hosts/properties/urn";
import { messageOf } from "../../provider/operations/errors";
import { sentenceOf } from "../program/attempt";
import { onAccount, settingsOf } from "../program/connection";
import type { CommandContext } from "../program/context";
import { readingRun } from "../stack/reading";
import { resourceOf } from "../stack/resource-types";
import { type Stack, StackLockedError } from "../stack/stack";
import { type ExportedState, nameOf, type PendingOperation, parseState, pendingIn, resourcesIn } from "../stack/state";
import { tryImport } from "../stack/try-import";
import { type AccountOfStack, accountsOf, refuseOtherAccount } from "./accounts";
import { deleteCreated } from "./delete-created";
import { findAllCreated } from "./find-created";
import type { Finding, Outcome } from "./outcome";
import { splitReference } from "./references";
import { type RecoverReport, reportOf } from "./report";
import { recoverState } from "./settle";

export interface RecoverOptions {
  readonly context: CommandContext;
  readonly dryRun: boolean;
  readonly dropForeign: boolean;
  /** Whether what it finds is to be deleted instead of recorded. */
  readonly deletes: boolean;
  /** Called with what would be deleted, each as `web (pod1)`. Nothing is written or deleted without its consent. */
  readonly approve: (doomed: readonly string[]) => Promise<boolean>;
  /** Called with the next step. */
  readonly onStep: (what: string) => void;
}

/** Reads the state, searches the platform, writes the state. A second run finds nothing to do. */
export async function recover(stack: Stack, options: RecoverOptions): Promise<RecoverReport> {
  const { context, dryRun, dropForeign, deletes, approve, onStep } = options;
  const exported = await stack.export();
  const state = parseState(exported);
  const pending = pendingIn(state);
  const ours = pending.filter(({ resource }) => resourceOf(resource.type) !== undefined);
  if (ours.length > 0) onStep("searching the platform");
  const creations = ours.filter(({ type }) => type === "creating");
  const accounts = await accountsOf(creations, state, stack, context);
  const findings = await searchPlatform(accounts, context);
  const configuration = needsConfiguration(findings, state) ? await stack.configured() : {};
  const now = new Date(context.clock.now());
  const { state: recovered, outcomes } = recoverState(state, findings, { now, configuration, deletes });
  if (ours.length === 0) return reportOf(outcomes, { dryRun, written: false });
  if (dryRun) {
    onStep("trying whether Pulumi takes the state");
    const problem = await problemOf(() => tryImport(recovered, context), context);
    return reportOf(outcomes, { dryRun, written: false, problem });
  }
  if (!dropForeign) refuseToDrop(pending, stack);
  if (deletes) await refuseUnlessApproved(outcomes, approve);
  // There is no lock to hold from export to import: this is what keeps another run's work from being overwritten.
  if ((await stack.export()) !== exported) {
    throw new Error(
      `the state has changed meanwhile, so nothing was written: run \`${stack.commandLine("podwright recover")}\` again`,
    );
  }
  onStep("writing the state");
  const problem = await problemOf(() => stack.import(JSON.stringify(recovered)), context);
  if (problem !== undefined) return reportOf(outcomes, { dryRun, written: false, problem });
  await addToJournal(findings, stack, context);
  if (!deletes) return reportOf(outcomes, { dryRun, written: true });
  // Not before: Pulumi refuses to write the state of a locked stack, whose run may need what it has created.
  onStep("deleting");
  const failures: string[] = [];
  const onFailure = (sentence: string) => void failures.push(sentence);
  const done = await deleteCreated(outcomes, { accounts, findings, onFailure }, context);
  return reportOf(done, { dryRun, written: true, failures });
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
      if ([...found.values()].every(({ created }) => created.length === 0))
        await refuseOtherAccount(account, platform, context);
      for (const [operation, finding] of found) findings.set(operation, finding);
    });
  }
  return findings;
}

/** Whether the state has lost a default provider, which holds the stack's configuration, of something that was found. */
function needsConfiguration(findings: ReadonlyMap<PendingOperation, Finding>, state: ExportedState): boolean {
  const there = new Set(resourcesIn(state).map(({ urn }) => urn));
  return [...findings].some(([{ resource }, { created }]) => {
    const { urn } = splitReference(resource.provider ?? "");
    return created.length > 0 && isDefaultProvider(urn) && !there.has(urn);
  });
}

/** Why Pulumi does not take a state. That a stack is locked says nothing of its state. */
async function problemOf(work: () => Promise<void>, { signal }: CommandContext): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof StackLockedError || error === signal.reason) throw error;
    return sentenceOf(messageOf(error));
  }
}

async function refuseUnlessApproved(outcomes: readonly Outcome[], approve: RecoverOptions["approve"]): Promise<void> {
  const doomed = outcomes.filter((one) => one.action === "deleted");
  const kept = doomed.filter(({ operation }) => operation.resource.protect === true);
  if (kept.length > 0) {
    const names = kept.map(({ operation }) => nameOf(operation.resource.urn)).join(", ");
    throw new Error(
      `the program protects ${names}, so Podwright deleted nothing: run \`podwright recover\` without --delete, which writes it into the state`,
    );
  }
  const texts = doomed.flatMap(({ operation, deleted }) =>
    deleted.map((id) => `${nameOf(operation.resource.urn)} (${id})`),
  );
  if (texts.length > 0 && !(await approve(texts))) throw new Error("Podwright deleted nothing and wrote nothing");
}

/** The killed run may have ended before it wrote the entry. */
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

/** `pulumi stack import` drops every pending operation. Only a lost creation does harm. */
function refuseToDrop(pending: readonly PendingOperation[], stack: Stack): void {
  const foreign = pending.filter(
    ({ type, resource }) => resourceOf(resource.type) === undefined && type === "creating",
  );
  if (foreign.length === 0) return;
  const names = foreign.map(({ resource }) => `${nameOf(resource.urn)} (${resource.type})`).join(", ");
  throw new Error(
    `the state also holds interrupted creations of other providers, ${names}, and Pulumi drops those from every state that is written back: ` +
      `settle them with \`${stack.commandLine("pulumi refresh")}\` first, or add --drop-foreign once you know what they created`,
  );
}
